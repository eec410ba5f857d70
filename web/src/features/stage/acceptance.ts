// How close is agreement on the plan version that is out? Counted as the verdict counts (DESIGN § 7).
import type { ChannelPart, Evaluation, Review } from "../../eventLog/types";

export interface Acceptance {
  readonly version: number;
  /** Who was asked and has not withdrawn, and who has. */
  readonly staying: number;
  readonly withdrawn: number;
  /** accept + negotiate + reject of those who stay */
  readonly answers: number;
  readonly accepts: number;
  /** accepts ÷ answers, unrounded; null without answers */
  readonly rate: number | null;
  /** The verdict on it, when it is there. */
  readonly decision: Evaluation["decision"] | null;
}

/** The shares at which a plan may go another round, and at which it stands. */
export const MARKS: readonly [low: number, high: number] = [0.5, 0.8];

/** Of the version under review, or that was last; null before any plan went out. */
export function acceptanceOf(part: ChannelPart): Acceptance | null {
  const { review } = part;
  if (review === null) return null;
  const last = part.evaluations.at(-1);
  return last?.proposal_version === review.version && last.round === review.round
    ? judged(last)
    : counted(part, review);
}

function judged(last: Evaluation): Acceptance {
  return {
    version: last.proposal_version,
    staying: number(last.sent) - number(last.withdraws),
    withdrawn: number(last.withdraws),
    answers: number(last.answered) - number(last.withdraws),
    accepts: number(last.accepts),
    rate: last.accept_rate ?? null,
    decision: last.decision ?? null,
  };
}

function counted(part: ChannelPart, review: Review): Acceptance {
  const gone = new Set(part.withdrawn.map((who) => who.agent_id));
  const asked = part.candidates.filter((who) => review.sent_to?.includes(who.agent_id));
  const said = asked.map(({ agent_id, feedback }) => {
    if (gone.has(agent_id)) return "withdraw";
    return feedback?.proposal_version === review.version ? feedback.feedback_type : null;
  });
  const count = (kind: string): number => said.filter((one) => one === kind).length;
  const accepts = count("accept");
  const answers = accepts + count("negotiate") + count("reject");
  return {
    version: review.version,
    staying: asked.length - count("withdraw"),
    withdrawn: count("withdraw"),
    answers,
    accepts,
    rate: answers > 0 ? accepts / answers : null,
    decision: null,
  };
}

function number(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
