// Which needs of an agreed plan are met by whom, and what was found against it.
import { escapeBidi } from "../../ui/escapeBidi";
import { Badge } from "../../ui/Badge";
import { useFormat } from "../../i18n/format";
import { Findings } from "../proposal/Findings";
import { Section } from "./Section";
import { MESSAGES } from "./messages";
import type { PlanReport } from "./planReport";

/** The needs with their holders, then what else was found by checking the plan. */
export function NeedsAndFindings({ report }: { readonly report: PlanReport }) {
  const messages = MESSAGES.useCurrent();
  const { list } = useFormat();
  return (
    <>
      {report.needs.length > 0 && (
        <Section title={messages.needs} className="print-hidden">
          <ul className="outcome-list" data-part="needs">
            {report.needs.map(({ need, met, holders }, index) => (
              <li key={index} data-met={met}>
                <Badge tone={met ? "good" : "warn"}><span aria-hidden="true">{met ? "✓" : "○"}</span>{met ? messages.met : messages.notMet}</Badge>{" "}
                <bdi className="outcome-name">{escapeBidi(need)}</bdi>{" "}
                {holders.length > 0 && <bdi className="soft">{escapeBidi(list(holders))}</bdi>}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Findings findings={report.findings} />
    </>
  );
}
