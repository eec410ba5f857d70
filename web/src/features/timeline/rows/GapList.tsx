// What is missing, how much does it matter, and who could fill it?
import type { Payloads } from "../../../generated/events";
import { amount, text, texts } from "../../../eventLog/readJson";
import { Badge } from "../../../ui/Badge";
import { OwnWords } from "../../../ui/UserText";
import { useWords } from "../../../i18n/locale";
import { WORDS } from "../messages/common";
import { PLAN } from "../messages/plan";
import { Said } from "./rowParts";

type Gap = Payloads["towow.gap.identified"]["gaps"][number];

export function GapList({ gaps }: { readonly gaps: readonly Gap[] }) {
  const [words, { odd }] = [useWords(PLAN), useWords(WORDS)];
  return (
    <ul className="event-list">
      {gaps.map((gap, place) => (
        <li key={place}>
          <span className="event-head">
            <strong><OwnWords text={text(gap.gap_type) || odd("")} /></strong>
            <span className="soft small">{words.importance(amount(gap.importance))}</span>
            {texts(gap.suggested_capability_tags).map((tag, of) => <Badge key={of} tone="brand"><OwnWords text={tag} /></Badge>)}
          </span>
          <Said text={text(gap.reason)} />
        </li>
      ))}
    </ul>
  );
}
