// What the requester decided about an agreed plan.
import { Link } from "react-router";
import { useFormat } from "../../i18n/format";
import { UserText } from "../../ui/UserText";
import type { Decision } from "./decision";
import { EVENT_MESSAGES } from "./eventMessages";

/** What was decided, when, and the demand that follows. */
export function DecisionNote({ decision }: { readonly decision: Decision }) {
  const messages = EVENT_MESSAGES.useCurrent();
  const { moment } = useFormat();
  const { kind, decidedAt, text, demandId } = decision;
  const when = decidedAt === "" ? "" : moment(decidedAt);
  const [at, plain] = kind === "approve" ? [messages.approved, messages.approvedPlain] : [messages.changed, messages.changedPlain];
  return (
    <div className={`event-page-decided event-page-decided-${kind}`}>
      <p><span aria-hidden="true">{kind === "approve" ? "✓ " : "↻ "}</span><strong>{when === "" ? plain : at(when)}</strong></p>
      {text !== "" && <p className="event-page-decided-text"><UserText text={text} /></p>}
      {demandId !== "" && <Link to={`/d/${demandId}`}>{messages.changedDemand}</Link>}
    </div>
  );
}
