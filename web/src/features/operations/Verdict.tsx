// One sentence on the whole system: all is well, or what needs somebody.
import { useFormat } from "../../i18n/format";
import type { OpenDemands, SystemReport } from "./operationsApi";
import { MESSAGES } from "./messages";

/** Verdict on the last report; its place is kept until there is one. */
export function Verdict({ report, demands }: { readonly report: SystemReport | null; readonly demands: OpenDemands | null }) {
  const messages = MESSAGES.useCurrent();
  const { number, list } = useFormat();
  if (report === null) return <p className="operations-verdict">{messages.waiting}</p>;
  const names: Readonly<Record<string, string>> = messages.checkNames;
  const stuck = (demands?.items ?? []).filter((item) => item.stuck).length;
  const letters = report.dead_letters ?? 0;
  const troubles = [
    ...report.checks.filter((check) => !check.ok).map(({ name }) => names[name] ?? name),
    ...(stuck > 0 ? [messages.stuckDemands(number(stuck), stuck)] : []),
    ...(letters > 0 ? [messages.lettersWait(number(letters), letters)] : []),
  ];
  const well = troubles.length === 0;
  return <p className="operations-verdict" data-well={well}>{well ? `✔ ${messages.allWell}` : `✘ ${messages.needsYou(list(troubles))}`}</p>;
}
