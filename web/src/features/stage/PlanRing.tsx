// Ring around the plan: a segment per need, full when it is met; a dot per person asked, full when they have answered.
import type { ChannelPart } from "../../eventLog/types";
import { getAnswers } from "../needs/answers";
import { getRingSegments, getRingTone } from "../needs/ringSegments";
import { getSeatAngle } from "./seatLayout";

/** Radii in a view box of 100; the dots lie on the ring. */
const RING_RADIUS = 47;
const DOT_RADIUS = 2.2;
/** Gap between segments, in percent of the circumference. */
const GAP = 1.2;

/** Decorative: the board, the gauge and the seats say the same in words. */
export function PlanRing({ part }: { readonly part: ChannelPart }) {
  const segments = getRingSegments(part);
  const gap = segments.length > 1 ? GAP : 0;
  return (
    <svg className={`stage-ring tone-${getRingTone(part)}`} viewBox="0 0 100 100" aria-hidden="true" focusable="false">
      <circle className="stage-ring-track" cx="50" cy="50" r={RING_RADIUS} />
      {segments.map(({ start, length, state }, index) => (
        <circle
          key={index}
          className={`stage-ring-part stage-ring-${state}`}
          cx="50"
          cy="50"
          r={RING_RADIUS}
          pathLength="100"
          strokeDasharray={`${Math.max(0, 100 * length - gap)} 100`}
          transform={`rotate(${360 * start - 90} 50 50)`}
          data-segment={state}
        />
      ))}
      <AnswerDots part={part} />
    </svg>
  );
}

/** Dots on the ring, in the direction of the seats. */
function AnswerDots({ part }: { readonly part: ChannelPart }) {
  const places = new Map(part.candidates.map(({ agent_id }, index) => [agent_id, index]));
  return getAnswers(part).map(({ agentId, answered, tone }) => {
    const angle = getSeatAngle(places.get(agentId) ?? 0, part.candidates.length);
    return (
      <circle
        key={agentId}
        className={`stage-ring-dot tone-${tone}`}
        cx={50 + RING_RADIUS * Math.sin(angle)}
        cy={50 - RING_RADIUS * Math.cos(angle)}
        r={DOT_RADIUS}
        data-answered={answered}
      />
    );
  });
}
