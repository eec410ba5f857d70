// What the ring around the plan shows: the needs that are met, or the answers in logs that name no needs.
import { getPlanOutcome } from "../../eventLog/planOutcome";
import type { ChannelPart } from "../../eventLog/types";
import type { Tone } from "../../ui/Badge";
import { countAnswered, getAnswers } from "./answers";
import { computeNeedRows } from "./needRows";

/** Part of the ring; lengths are shares of its circumference. */
export interface RingSegment {
  readonly start: number;
  readonly length: number;
  readonly state: "full" | "planned" | "empty";
}

/** Return the segments: one per need, or one for all answers. */
export function getRingSegments(part: ChannelPart): readonly RingSegment[] {
  const { rows } = computeNeedRows(part);
  if (rows.length > 0) {
    const length = 1 / rows.length;
    return rows.map(({ state }, index) => ({ start: index * length, length, state: state === "met" ? "full" : state === "planned" ? "planned" : "empty" }));
  }
  const answers = getAnswers(part);
  const share = answers.length === 0 ? 0 : countAnswered(answers) / answers.length;
  return [{ start: 0, length: share, state: "full" }];
}

/** Return the tone of the ring: good only for an agreement that is complete, or that does not tell as in earlier releases. */
export function getRingTone(part: ChannelPart): Tone {
  if (part.status === "processing") return "brand";
  if (part.status === "failed") return "bad";
  const complete = getPlanOutcome(part)?.complete;
  if (part.status === "force_finalized") return complete === true ? "good" : "warn";
  if (part.status !== "finalized") return "plain";
  return complete === false ? "warn" : "good";
}
