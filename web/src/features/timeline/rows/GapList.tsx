// List of gaps with importance, capability tags and reason.
import type { Payloads } from "../../../generated/events";
import { readNumber, readString, readStrings } from "../../../eventLog/readJson";
import { Badge } from "../../../ui/Badge";
import { UserText } from "../../../ui/UserText";
import { COMMON_MESSAGES } from "../messages/common";
import { PLAN_MESSAGES } from "../messages/plan";
import { Quote } from "./rowParts";

type Gap = Payloads["towow.gap.identified"]["gaps"][number];

/** List of gaps. */
export function GapList({ gaps }: { readonly gaps: readonly Gap[] }) {
  const [messages, { odd: unknownLabel }] = [PLAN_MESSAGES.useCurrent(), COMMON_MESSAGES.useCurrent()];
  return (
    <ul className="event-list">
      {gaps.map((gap, index) => (
        <li key={index}>
          <span className="event-head">
            <strong><UserText text={readString(gap.gap_type) || unknownLabel("")} /></strong>
            <span className="soft small">{messages.importance(readNumber(gap.importance))}</span>
            {readStrings(gap.suggested_capability_tags).map((tag, tagIndex) => <Badge key={tagIndex} tone="brand"><UserText text={tag} /></Badge>)}
          </span>
          <Quote text={readString(gap.reason)} />
        </li>
      ))}
    </ul>
  );
}
