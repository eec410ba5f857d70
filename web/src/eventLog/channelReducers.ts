// What does each event change of the channel it is about? One function per event type, as in the gateway's fold.
import { allAnswered, invited, onBoardInTime, withFeedback, withOffer } from "./candidateReducers";
import type { ChannelPart, Evaluation, EventType, Json, Outcome, Phase, Plan, Review, Status, Understanding, Wish } from "./types";
import { field, told } from "./payload";

/** Gives the part back, changed; what the event does not say stays as it is. */
type ChannelChange = <P extends ChannelPart>(part: P, payload: Json) => P;

const understood: ChannelChange = (part, payload) => ({
  ...part,
  understanding: told<Understanding>(payload),
  phase: "filtering",
});

const filtered: ChannelChange = (part, payload) => {
  const candidates = invited(payload);
  return candidates.length > 0
    ? { ...part, candidates }
    : { ...part, candidates, phase: "after", channel_status: "failed" };
};

const created: ChannelChange = (part, payload) => {
  const opened = {
    ...part,
    channel_status: "broadcasting" as const,
    depth: field(payload, "depth", part.depth),
    max_rounds: field(payload, "max_rounds", part.max_rounds),
  };
  const parent = payload.parent_channel_id as string | null | undefined;
  return parent == null ? opened : { ...opened, parent_channel_id: parent };
};

const broadcast: ChannelChange = (part, payload) =>
  until({ ...part, phase: "collecting", channel_status: "collecting" }, payload);

/** An answer to the invitation. The last one, or a late one, shows that the collecting is over. */
const offered: ChannelChange = (part, payload) => {
  const heard = { ...part, candidates: withOffer(part.candidates, payload) };
  if (part.phase !== "collecting" || !(allAnswered(heard) || field(payload, "late", false))) return heard;
  return onBoardInTime(heard)
    ? { ...heard, phase: "aggregating", channel_status: "aggregating" }
    : { ...heard, phase: "after", channel_status: "failed" };
};

const bargained: ChannelChange = (part, payload) => ({ ...part, bargains: [...part.bargains, told<Wish>(payload)] });

/** What it waits for when a round begins, by its reason; the plan that goes out makes it `negotiating`. */
const ROUND_PHASE: Readonly<Record<string, Phase>> = {
  initial_proposal: "aggregating",
  adjustment: "adjusting",
  no_quorum: "negotiating",
};

const roundStarted: ChannelChange = (part, payload) => {
  const reason = field<string>(payload, "reason", "");
  return {
    ...part,
    round: field(payload, "round", part.round),
    max_rounds: field(payload, "max_rounds", part.max_rounds),
    phase: ROUND_PHASE[reason] ?? part.phase,
    channel_status: reason === "initial_proposal" ? "aggregating" : "proposal_sent",
  };
};

const distributed: ChannelChange = (part, payload) => {
  const resent = field(payload, "resent", false);
  const asked = field<string[]>(payload, "participants", []);
  const again = resent ? part.review : null;
  const review: Review = {
    version: field(payload, "version", 0),
    round: field(payload, "round", part.round),
    sent_to: again ? again.sent_to : asked,
    asked,
    answered: again ? again.answered : [],
    resent,
  };
  const proposal = field(payload, "proposal", part.proposal);
  return until({ ...part, phase: "negotiating", channel_status: "proposal_sent", proposal, review }, payload);
};

const answered: ChannelChange = (part, payload) => {
  const heard = {
    ...part,
    candidates: withFeedback(part.candidates, payload),
    review: withAnswer(part.review, field(payload, "agent_id", "")),
  };
  return part.phase === "negotiating" ? { ...heard, channel_status: "negotiating" } : heard;
};

function withAnswer(review: Review | null, agent: string): Review | null {
  return review === null || review.answered.includes(agent)
    ? review
    : { ...review, answered: [...review.answered, agent] };
}

const withdrew: ChannelChange = (part, payload) => ({
  ...part,
  withdrawn: [...part.withdrawn, told<ChannelPart["withdrawn"][number]>(payload, "proposal")],
  proposal: field(payload, "proposal", part.proposal),
});

const VERDICTS: Readonly<Record<string, "finalized" | "force_finalized" | "failed">> = {
  finalize: "finalized",
  force_finalize: "force_finalized",
  fail: "failed",
};

/** The verdict. Unless another round follows, only the outcome is still to come. */
const evaluated: ChannelChange = (part, payload) => {
  const judged = { ...part, evaluations: [...part.evaluations, told<Evaluation>(payload)] };
  const status = VERDICTS[field(payload, "decision", "")];
  return status === undefined
    ? { ...judged, channel_status: "negotiating" }
    : { ...judged, phase: "after", channel_status: status };
};

type Ended = Exclude<Status, "processing">;

const cameOut =
  (status: Ended, plan: string): ChannelChange =>
  (part, payload) => ({
    ...part,
    status,
    phase: "after",
    channel_status: status,
    proposal: field<Plan | null>(payload, plan, part.proposal),
    outcome: { ...told<Outcome>(payload, plan), status },
  });

/** Nothing more will happen in this channel. An outcome that was told stands. */
export function ended<P extends ChannelPart>(part: P, status: Status): P {
  return part.status !== "processing" || status === "processing"
    ? { ...part, phase: "closed" }
    : { ...part, phase: "closed", status, channel_status: status, outcome: { status } };
}

function until<P extends ChannelPart>(part: P, payload: Json): P {
  const deadline = payload.deadline as string | null | undefined;
  return deadline == null ? part : { ...part, deadline };
}

/** Root or subnet: the same event changes the same of its channel. */
export const CHANNEL_CHANGES: Readonly<Partial<Record<EventType, ChannelChange>>> = {
  "towow.demand.understood": understood,
  "towow.filter.completed": filtered,
  "towow.channel.created": created,
  "towow.demand.broadcast": broadcast,
  "towow.offer.submitted": offered,
  "towow.negotiation.bargain": bargained,
  "towow.negotiation.round_started": roundStarted,
  "towow.proposal.distributed": distributed,
  "towow.proposal.feedback": answered,
  "towow.agent.withdrawn": withdrew,
  "towow.feedback.evaluated": evaluated,
  "towow.proposal.finalized": cameOut("finalized", "final_proposal"),
  "towow.negotiation.force_finalized": cameOut("force_finalized", "final_proposal"),
  "towow.negotiation.failed": cameOut("failed", "last_proposal"),
};
