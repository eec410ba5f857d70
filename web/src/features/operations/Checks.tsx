// Checks of the services: a sentence for each, and what `towow doctor` says.
import { Badge } from "../../ui/Badge";
import { UserText } from "../../ui/UserText";
import { useFormat } from "../../i18n/format";
import { ConfirmAction } from "./ConfirmAction";
import { formatBytes } from "./formatBytes";
import { resetBreaker, type SystemCheck, type SystemReport } from "./operationsApi";
import { MESSAGES } from "./messages";

type CheckName = keyof typeof MESSAGES.en.checkNames;
const NAMES = Object.keys(MESSAGES.en.checkNames) as readonly CheckName[];

/** Cards of all checks, in a row; empty ones until the first report. */
export function Checks({ report, onChanged }: { readonly report: SystemReport | null; readonly onChanged: () => void }) {
  const messages = MESSAGES.useCurrent();
  return (
    <section className="stack" aria-labelledby="operations-checks">
      <h2 id="operations-checks">{messages.checks}</h2>
      <ul className="operations-checks">
        {NAMES.map((name) => <CheckCard key={name} name={name} report={report} onChanged={onChanged} />)}
      </ul>
      <details className="small">
        <summary>{messages.doctorSays}</summary>
        <DoctorLines checks={report?.checks ?? []} />
      </details>
    </section>
  );
}

function CheckCard({ name, report, onChanged }: { readonly name: CheckName; readonly report: SystemReport | null; readonly onChanged: () => void }) {
  const messages = MESSAGES.useCurrent();
  const check = report?.checks.find((each) => each.name === name);
  const sentence = useSentence(name, report);
  return (
    <li className="card operations-check" data-ok={check?.ok}>
      <h3>{messages.checkNames[name]}</h3>
      <p>{report && <Badge tone={check?.ok ? "good" : "bad"}>{check === undefined ? messages.unknown : check.ok ? `✔ ${messages.ok}` : `✘ ${messages.trouble}`}</Badge>}</p>
      <p className="small">{sentence !== null && <UserText text={sentence} />}</p>
      {check?.ok === false && <p className="small soft">{messages.meaning[name]}</p>}
      {name === "breaker" && check?.ok === false && (
        <ConfirmAction
          label={messages.reset}
          title={messages.reset}
          description={messages.resetWhat}
          dismiss={messages.dismiss}
          working={messages.working}
          run={async () => {
            await resetBreaker();
            onChanged();
          }}
        />
      )}
    </li>
  );
}

/** Return what a check found, in the viewer's language; an unforeseen trouble in the doctor's words. */
function useSentence(name: CheckName, report: SystemReport | null): string | null {
  const messages = MESSAGES.useCurrent();
  const { number, percent, time, moment } = useFormat();
  const check = report?.checks.find((each) => each.name === name);
  if (report === null || check === undefined) return null;
  if (name === "breaker" && report.breaker) {
    const { state, failures, since, until } = report.breaker;
    const times = state === "half_open" ? messages.breakerHalf : since != null && until != null ? messages.breakerTimes(time(since), time(until)) : until != null ? messages.breakerUntil(moment(until)) : messages.fine.breaker;
    return (failures ?? 0) > 0 ? `${times}; ${messages.failures(number(failures ?? 0))}` : times;
  }
  if (!check.ok) return check.detail;
  const sum = (field: "waiting" | "workers"): string => number(report.roles.reduce((total, role) => total + (role[field] ?? 0), 0));
  const { memory } = report;
  const used = memory == null ? (report.mode === "embedded" ? messages.memoryHere : messages.memoryUnknown)
    : memory.limit_bytes == null ? messages.memoryUnlimited(formatBytes(memory.used_bytes))
      : messages.memoryOf(formatBytes(memory.used_bytes), formatBytes(memory.limit_bytes), percent(memory.used_bytes / memory.limit_bytes));
  const found: Record<Exclude<CheckName, "breaker">, string> = {
    broker: messages.fine.broker(sum("waiting")),
    store: messages.fine.store(used),
    registry: messages.fine.registry,
    workers: messages.fine.workers(sum("workers")),
  };
  return name === "breaker" ? messages.fine.breaker : found[name];
}

function DoctorLines({ checks }: { readonly checks: readonly SystemCheck[] }) {
  return (
    <ul className="operations-doctor" lang="en">
      {checks.map(({ name, ok, detail, hint }) => (
        <li key={name}>
          {ok ? "✔" : "✘"} {name}: <UserText text={detail} />
          {hint !== undefined && hint !== "" && <span className="operations-hint"><UserText text={hint} /></span>}
        </li>
      ))}
    </ul>
  );
}
