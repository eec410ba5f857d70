// What an agreed plan lacks, and which of the needs are met by whom.
import { escapeBidi } from "../../ui/escapeBidi";
import { Badge } from "../../ui/Badge";
import { UserText } from "../../ui/UserText";
import { useFormat } from "../../i18n/format";
import { FindingBadge, Findings } from "../proposal/Findings";
import { Section } from "./Section";
import { MESSAGES } from "./messages";
import type { PlanReport } from "./planReport";

/** What is missing first, then the needs, then what else was found; renders nothing for logs that do not tell. */
export function MissingAndNeeds({ report }: { readonly report: PlanReport }) {
  const messages = MESSAGES.useCurrent();
  const { list } = useFormat();
  return (
    <>
      {report.missing.length > 0 && (
        <div className="outcome-missing" data-part="missing">
          <h3>{messages.stillMissing}</h3>
          <ul className="outcome-list">
            {report.missing.map(({ text, finding }, index) => (
              <li key={index}>{finding !== null && <><FindingBadge kind={finding.kind} /> </>}<UserText text={text} /></li>
            ))}
          </ul>
        </div>
      )}
      {report.needs.length > 0 && (
        <Section title={messages.needs}>
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
