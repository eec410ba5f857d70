// Lane of one person, or of the requester and the system.
import { memo } from "react";
import { useLocale } from "../../i18n/locale";
import { Avatar } from "../../ui/Avatar";
import { escapeBidi } from "../../ui/escapeBidi";
import { getAgentName, type EventContext } from "../timeline/timelineRows";
import { describeBubble } from "./bubbleText";
import type { Lane, LaneBubble } from "./laneBoard";
import { place, type LaneMarks } from "./LaneGroupView";
import { MESSAGES } from "./messages";
import { MomentButton } from "./MomentButton";
import type { WishFate } from "./wishes";

interface Props {
  readonly lane: Lane;
  /** Place of the lane in its group, from 0. */
  readonly index: number;
  readonly context: EventContext;
  readonly marks: LaneMarks;
  readonly isInSight: (column: number) => boolean;
}

/** Name and bubbles of a lane. */
export function LaneRow({ lane: { agent, bubbles }, context, marks, isInSight }: Props) {
  const messages = MESSAGES.useCurrent();
  const newest = bubbles.at(-1)?.rows[0]?.context ?? context;
  const name = agent === "" ? messages.system : getAgentName(newest, agent);
  return (
    <li className={agent === "" ? "lane lane-system" : "lane"}>
      <div className="lane-name" title={escapeBidi(name)}>
        {agent !== "" && <Avatar agentId={agent} name={name} />}
        <bdi className="lane-name-text">{escapeBidi(name)}</bdi>
      </div>
      <ol className="lane-bubbles" aria-label={messages.said(escapeBidi(name))}>
        {bubbles.map((bubble) => isInSight(bubble.column) && (
          <BubbleItem
            key={bubble.seq}
            bubble={bubble}
            seq={marks.seq}
            focusSeq={marks.focusSeq}
            hits={marks.hits}
            fate={bubble.rows.map(({ entry }) => marks.fates.get(entry.seq)).find(Boolean)}
          />
        ))}
      </ol>
    </li>
  );
}

interface ItemProps extends Pick<LaneMarks, "seq" | "hits" | "focusSeq"> {
  readonly bubble: LaneBubble;
  readonly fate: WishFate | undefined;
}

const MARKS: Readonly<Record<WishFate, string>> = { granted: "✓", refused: "✗" };

const BubbleItem = memo(function BubbleItem({ bubble, fate, ...marks }: ItemProps) {
  const language = useLocale();
  const messages = MESSAGES[language];
  const [row] = bubble.rows;
  if (row === undefined) return null;
  const { verb, said, tone } = describeBubble(row, language);
  return (
    <li className="lane-bubble" data-seq={bubble.seq} data-type={row.entry.event_type} style={{ ...place(bubble.column), "--slot": bubble.slot } as React.CSSProperties}>
      <MomentButton seq={bubble.seq} rows={bubble.rows} marks={marks} column={bubble.column} className={`lane-button tone-${tone}`}>
        <span className="lane-words">
          {verb !== "" && <strong>{verb} </strong>}
          {said !== "" && <bdi>{escapeBidi(said)}</bdi>}
        </span>
        {fate && <span className={`lane-fate lane-fate-${fate}`}><span aria-hidden="true">{MARKS[fate]}</span><span className="visually-hidden">{messages.fate[fate]}</span></span>}
      </MomentButton>
    </li>
  );
});
