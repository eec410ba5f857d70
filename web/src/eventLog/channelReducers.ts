// Reducers from event to channel view, one per event type; equivalent to the gateway's fold.
import { haveAllAnswered, createCandidates, hasTimelyOffer, withFeedback, withOffer } from "./candidateReducers";
import type { ChannelPart, Evaluation, EventType, JsonObject, Outcome, Phase, Plan, Review, Status, Bargain } from "./types";
import { fieldOr, payloadFields } from "./payload";
import { pickPlanOutcome } from "./planOutcome";
import { REVIEW_REDUCERS, endReview } from "./reviewReducers";

/** Reducer that returns a changed copy of the channel part; fields absent from the payload stay. */
export type ChannelReducer = <P extends ChannelPart>(part: P, payload: JsonObject) => P;

const onFilterCompleted: ChannelReducer = (part, payload) => {
  const updated = { ...endReview(part), candidates: createCandidates(payload) };
  if (updated.candidates.length === 0) return { ...updated, phase: "after", channel_status: "failed" };
  return part.phase === "reviewing" ? { ...updated, phase: "filtering" } : updated;
};

const onChannelCreated: ChannelReducer = (part, payload) => {
  const updated = {
    ...part,
    channel_status: "broadcasting" as const,
    depth: fieldOr(payload, "depth", part.depth),
    max_rounds: fieldOr(payload, "max_rounds", part.max_rounds),
  };
  const parent = payload.parent_channel_id as string | null | undefined;
  return parent == null ? updated : { ...updated, parent_channel_id: parent };
};

const onDemandBroadcast: ChannelReducer = (part, payload) =>
  withDeadline({ ...part, phase: "collecting", channel_status: "collecting" }, payload);

/** Apply an offer. The last missing or a late one ends the collecting phase. */
const onOfferSubmitted: ChannelReducer = (part, payload) => {
  const updated = { ...part, candidates: withOffer(part.candidates, payload) };
  if (part.phase !== "collecting" || !(haveAllAnswered(updated) || fieldOr(payload, "late", false))) return updated;
  return hasTimelyOffer(updated)
    ? { ...updated, phase: "aggregating", channel_status: "aggregating" }
    : { ...updated, phase: "after", channel_status: "failed" };
};

const onBargain: ChannelReducer = (part, payload) => ({ ...part, bargains: [...part.bargains, payloadFields<Bargain>(payload)] });

/** Phase after `round_started`, by reason; `proposal.distributed` then sets `negotiating`. */
const ROUND_PHASE: Readonly<Record<string, Phase>> = {
  initial_proposal: "aggregating",
  adjustment: "adjusting",
  no_quorum: "negotiating",
};

const onRoundStarted: ChannelReducer = (part, payload) => {
  const reason = fieldOr<string>(payload, "reason", "");
  return {
    ...part,
    round: fieldOr(payload, "round", part.round),
    max_rounds: fieldOr(payload, "max_rounds", part.max_rounds),
    phase: ROUND_PHASE[reason] ?? part.phase,
    channel_status: reason === "initial_proposal" ? "aggregating" : "proposal_sent",
  };
};

const onProposalDistributed: ChannelReducer = (part, payload) => {
  const resent = fieldOr(payload, "resent", false);
  const recipients = fieldOr<string[]>(payload, "participants", []);
  const previousReview = resent ? part.review : null;
  const review: Review = {
    version: fieldOr(payload, "version", 0),
    round: fieldOr(payload, "round", part.round),
    sent_to: previousReview ? previousReview.sent_to : recipients,
    asked: recipients,
    answered: previousReview ? previousReview.answered : [],
    resent,
  };
  const proposal = fieldOr(payload, "proposal", part.proposal);
  const phase = (part.questions ?? []).length > 0 ? ("asking" as const) : ("negotiating" as const);
  return withDeadline({ ...part, phase, channel_status: "proposal_sent", proposal, review }, payload);
};

const onProposalFeedback: ChannelReducer = (part, payload) => {
  const updated = {
    ...part,
    candidates: withFeedback(part.candidates, payload),
    review: addResponder(part.review, fieldOr(payload, "agent_id", "")),
  };
  return part.phase === "negotiating" || part.phase === "asking" ? { ...updated, channel_status: "negotiating" } : updated;
};

function addResponder(review: Review | null, agent: string): Review | null {
  return review === null || review.answered.includes(agent)
    ? review
    : { ...review, answered: [...review.answered, agent] };
}

const onAgentWithdrawn: ChannelReducer = (part, payload) => ({
  ...withPlanOutcome(part, payload),
  withdrawn: [...part.withdrawn, payloadFields<ChannelPart["withdrawn"][number]>(payload, "proposal")],
  proposal: fieldOr(payload, "proposal", part.proposal),
});

/** Return the part with what its plan is worth since the event; unchanged before an outcome. */
export function withPlanOutcome<P extends ChannelPart>(part: P, payload: JsonObject): P {
  const worth = pickPlanOutcome(payload);
  return part.outcome === null || !("complete" in worth) ? part : { ...part, outcome: { ...part.outcome, ...worth } };
}

const STATUS_BY_DECISION: Readonly<Record<string, "finalized" | "force_finalized" | "failed">> = {
  finalize: "finalized",
  force_finalize: "force_finalized",
  fail: "failed",
};

/** Apply an evaluation; unless another round follows, the phase becomes `after`. */
const onFeedbackEvaluated: ChannelReducer = (part, payload) => {
  const updated = { ...part, evaluations: [...part.evaluations, payloadFields<Evaluation>(payload)] };
  const status = STATUS_BY_DECISION[fieldOr(payload, "decision", "")];
  return status === undefined
    ? { ...updated, channel_status: "negotiating" }
    : { ...updated, phase: "after", channel_status: status };
};

type FinalStatus = Exclude<Status, "processing">;

const createOutcomeReducer =
  (status: FinalStatus, planField: string): ChannelReducer =>
  (part, payload) => ({
    ...endReview(part),
    status,
    phase: "after",
    channel_status: status,
    proposal: fieldOr<Plan | null>(payload, planField, part.proposal),
    outcome: { ...payloadFields<Outcome>(payload, planField), status },
  });

/** Close a channel part; an outcome that was already announced stays. */
export function closePart<P extends ChannelPart>(part: P, status: Status): P {
  const ended = endReview(part);
  return part.status !== "processing" || status === "processing"
    ? { ...ended, phase: "closed" }
    : { ...ended, phase: "closed", status, channel_status: status, outcome: { status } };
}

function withDeadline<P extends ChannelPart>(part: P, payload: JsonObject): P {
  const deadline = payload.deadline as string | null | undefined;
  return deadline == null ? part : { ...part, deadline };
}

/** Channel reducers by event type, for the root channel and subnets alike. */
export const CHANNEL_REDUCERS: Readonly<Partial<Record<EventType, ChannelReducer>>> = {
  ...REVIEW_REDUCERS,
  "towow.filter.completed": onFilterCompleted,
  "towow.channel.created": onChannelCreated,
  "towow.demand.broadcast": onDemandBroadcast,
  "towow.offer.submitted": onOfferSubmitted,
  "towow.negotiation.bargain": onBargain,
  "towow.negotiation.round_started": onRoundStarted,
  "towow.proposal.distributed": onProposalDistributed,
  "towow.proposal.feedback": onProposalFeedback,
  "towow.agent.withdrawn": onAgentWithdrawn,
  "towow.feedback.evaluated": onFeedbackEvaluated,
  "towow.proposal.finalized": createOutcomeReducer("finalized", "final_proposal"),
  "towow.negotiation.force_finalized": createOutcomeReducer("force_finalized", "final_proposal"),
  "towow.negotiation.failed": createOutcomeReducer("failed", "last_proposal"),
};
