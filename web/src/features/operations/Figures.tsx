// Figures of the whole system: what is open, what is overdue, what failed.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useFormat } from "../../i18n/format";
import { useAgeFormat } from "./ageFormat";
import { formatBytes } from "./formatBytes";
import type { SystemReport } from "./operationsApi";
import { MESSAGES } from "./messages";

/** Overdue time (s) above which the figure is marked; measured every 2 s, so that a little is usual. */
const LATE_S = 10;
/** Used share of the store's memory above which the figure is marked. */
const FULL_SHARE = 0.7;

/** Figures in a row; dashes until the first report. */
export function Figures({ report }: { readonly report: SystemReport | null }) {
  const messages = MESSAGES.useCurrent();
  const { number, percent } = useFormat();
  const { age } = useAgeFormat();
  const count = (amount: number | null | undefined): string => (report === null ? "–" : amount == null ? messages.unknown : number(amount));
  const open = report?.open;
  const overdue = findOldest(report);
  const memory = report?.memory;
  const share = memory?.limit_bytes == null ? null : memory.used_bytes / memory.limit_bytes;
  return (
    <section aria-label={messages.figures}>
      <dl className="operations-figures">
        <Figure name={messages.demands} value={count(open?.demands)} more={report ? messages.ofMax(number(report.max_open)) : ""} />
        <Figure name={messages.deliberations} value={<Link to="/deliberations">{count(open?.deliberations)}</Link>} />
        <Figure name={messages.games} value={<Link to="/games">{count(open?.games)}</Link>} />
        <Figure name={messages.letters} value={<a href="#operations-letters">{count(report?.dead_letters)}</a>} alarming={(report?.dead_letters ?? 0) > 0} />
        <Figure name={messages.oldest} value={overdue === null ? count(null) : overdue > 0 ? age(overdue) : messages.nothing} alarming={(overdue ?? 0) > LATE_S} />
        <Figure
          name={messages.memory}
          value={memory == null ? (report?.mode === "embedded" ? "–" : count(null)) : share === null ? formatBytes(memory.used_bytes) : percent(share)}
          more={memory == null ? (report?.mode === "embedded" ? messages.memoryHere : "") : memory.limit_bytes == null ? messages.memoryUnlimited(formatBytes(memory.used_bytes)) : `${formatBytes(memory.used_bytes)} / ${formatBytes(memory.limit_bytes)}`}
          alarming={(share ?? 0) > FULL_SHARE}
        />
      </dl>
    </section>
  );
}

/** Return the longest time (s) by which a message is overdue; null while unknown. */
function findOldest(report: SystemReport | null): number | null {
  const overdue = (report?.roles ?? []).flatMap(({ overdue_s: seconds }) => (seconds == null ? [] : [seconds]));
  return overdue.length === 0 ? null : Math.max(...overdue);
}

function Figure({ name, value, more = "", alarming = false }: { readonly name: string; readonly value: ReactNode; readonly more?: string; readonly alarming?: boolean }) {
  return (
    <div className="card operations-figure" data-alarming={alarming}>
      <dt className="small soft">{name}</dt>
      <dd>{value}</dd>
      <dd className="small soft">{more}</dd>
    </div>
  );
}
