// Acceptance of the plan under review, counted as the evaluation counts it (DESIGN § 7).
import { getReserveAgents } from "../../eventLog/reserves";
import type { ChannelPart, Evaluation, Review } from "../../eventLog/types";

/** Acceptance of one plan version. */
export interface Acceptance {
  readonly version: number;
  /** Number of agents asked that have not withdrawn, and that have. */
  readonly remaining: number;
  readonly withdrawn: number;
  /** accept + negotiate + reject of the remaining agents. */
  readonly answers: number;
  readonly accepts: number;
  /** accepts ÷ answers, unrounded; null without answers. */
  readonly rate: number | null;
  /** Decision of the evaluation; null before it. */
  readonly decision: Evaluation["decision"] | null;
}

/** Acceptance rates from which a plan may be renegotiated (low) and is agreed (high). */
export const ACCEPTANCE_THRESHOLDS: readonly [low: number, high: number] = [0.5, 0.8];

/** Return the acceptance of the newest reviewed version; null before any plan was sent. */
export function getAcceptance(part: ChannelPart): Acceptance | null {
  const { review } = part;
  if (review === null) return null;
  const evaluation = part.evaluations.at(-1);
  // Of an unchanged plan, which is not sent again, a later round is evaluated than that of its review.
  return evaluation?.proposal_version === review.version && evaluation.round >= review.round
    ? fromEvaluation(evaluation)
    : countAnswers(part, review);
}

function fromEvaluation(evaluation: Evaluation): Acceptance {
  return {
    version: evaluation.proposal_version,
    remaining: readCount(evaluation.sent) - readCount(evaluation.withdraws),
    withdrawn: readCount(evaluation.withdraws),
    answers: readCount(evaluation.answered) - readCount(evaluation.withdraws),
    accepts: readCount(evaluation.accepts),
    rate: evaluation.accept_rate ?? null,
    decision: evaluation.decision ?? null,
  };
}

function countAnswers(part: ChannelPart, review: Review): Acceptance {
  const withdrawn = new Set(part.withdrawn.map((who) => who.agent_id));
  const reserves = getReserveAgents(part.proposal);
  const recipients = part.candidates.filter((who) => review.sent_to?.includes(who.agent_id) && !reserves.has(who.agent_id));
  const responses = recipients.map(({ agent_id, feedback }) => {
    if (withdrawn.has(agent_id)) return "withdraw";
    return feedback?.proposal_version === review.version ? feedback.feedback_type : null;
  });
  const count = (kind: string): number => responses.filter((response) => response === kind).length;
  const accepts = count("accept");
  const answers = accepts + count("negotiate") + count("reject");
  return {
    version: review.version,
    remaining: recipients.length - count("withdraw"),
    withdrawn: count("withdraw"),
    answers,
    accepts,
    rate: answers > 0 ? accepts / answers : null,
    decision: null,
  };
}

function readCount(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
