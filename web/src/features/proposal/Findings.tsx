// What was found against a plan by checking it.
import { lookUp } from "../../eventLog/readJson";
import type { Finding } from "../../eventLog/findings";
import { Badge } from "../../ui/Badge";
import { UserText } from "../../ui/UserText";
import { MESSAGES } from "./messages";

/** Section with the findings; renders nothing when there are none. */
export function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  const messages = MESSAGES.useCurrent();
  if (findings.length === 0) return null;
  return (
    <section className="stack proposal-findings" data-part="findings">
      <h3>{messages.findings}</h3>
      <ul className="proposal-list">
        {findings.map((finding, index) => (
          <li key={index} className="proposal-item proposal-found" data-kind={finding.kind}>
            <FindingBadge kind={finding.kind} /> <UserText text={finding.text} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Badge for a kind of finding. */
export function FindingBadge({ kind }: { readonly kind: string }) {
  const messages = MESSAGES.useCurrent();
  return <Badge tone="warn"><span aria-hidden="true">⚠</span>{lookUp(messages.kind, kind) ?? messages.found}</Badge>;
}
