// Status of a candidate in the negotiation, derived from the view of its channel (root or subnet).
import { lookUp, readStrings } from "./readJson";
import { getReserveAgents } from "./reserves";
import type { Candidate, ChannelPart, Feedback, Offer } from "./types";

/** Status of one candidate. */
export type AgentStatus =
  // Before the plan, and on the plan.
  | "chosen" | "invited" | "no_answer" | "offers" | "conditional" | "wishes" | "declined" | "late"
  | "asked" | "silent" | "accepts" | "negotiates" | "rejects"
  // Withdrawn; after the outcome; unrecognised answer.
  | "left"
  | "confirmed" | "optional" | "reserve" | "gone"
  | "unknown";

/** Author of an answer given while a person was attending: the person, or the agent after the deadline. */
export type AnswerSource = "person" | "agent";

const STATUS_BY_DECISION: Readonly<Record<string, AgentStatus>> = { participate: "offers", conditional: "conditional", decline: "declined" };
const STATUS_BY_FEEDBACK: Readonly<Record<string, AgentStatus>> = { accept: "accepts", negotiate: "negotiates", reject: "rejects", withdraw: "left" };
const OUT_STATUSES: readonly AgentStatus[] = ["no_answer", "declined", "left", "gone"];

/** Return the status of `candidate` in `part`: withdrawal first, then the outcome, the newest plan, the invitation. */
export function getAgentStatus(candidate: Candidate, part: ChannelPart): AgentStatus {
  if (hasWithdrawn(candidate, part)) return "left";
  return getOutcomeStatus(candidate, part) ?? getPlanStatus(candidate, part) ?? getInvitationStatus(candidate, part);
}

function hasWithdrawn({ agent_id, feedback }: Candidate, part: ChannelPart): boolean {
  return feedback?.feedback_type === "withdraw" || (part.withdrawn ?? []).some((withdrawn) => withdrawn.agent_id === agent_id);
}

function getOutcomeStatus({ agent_id }: Candidate, part: ChannelPart): AgentStatus | null {
  if (part.outcome?.status !== "finalized" && part.outcome?.status !== "force_finalized") return null;
  const { confirmed, optional } = getParticipants(part);
  if (confirmed.includes(agent_id)) return "confirmed";
  if (optional.includes(agent_id)) return "optional";
  if (getReserveAgents(part.proposal).has(agent_id)) return "reserve";
  return part.review?.sent_to?.includes(agent_id) ? "gone" : null;
}

/** Return the status from the plan under review; null when the plan was not sent to this candidate. */
function getPlanStatus({ agent_id, feedback }: Candidate, part: ChannelPart): AgentStatus | null {
  if (!part.review?.sent_to?.includes(agent_id)) return null;
  if (feedback?.proposal_version === part.review.version) return getFeedbackStatus(feedback);
  return part.status === "processing" && (part.phase === "negotiating" || part.phase === "asking") ? "asked" : "silent";
}

function getInvitationStatus({ offer }: Candidate, part: ChannelPart): AgentStatus {
  if (offer) return offer.late && offer.decision !== "decline" ? "late" : getOfferStatus(offer);
  if (part.status !== "processing") return "no_answer";
  if (part.phase === "collecting") return "invited";
  return part.phase === "filtering" ? "chosen" : "no_answer";
}

/** Return the status that an offer expresses, regardless of when it arrived. */
export function getOfferStatus({ decision, response_type }: Offer): AgentStatus {
  if (decision !== "decline" && response_type === "negotiate") return "wishes";
  return lookUp(STATUS_BY_DECISION, decision) ?? "unknown";
}

/** Return the status that feedback on a plan expresses. */
export function getFeedbackStatus({ feedback_type }: Feedback): AgentStatus {
  return lookUp(STATUS_BY_FEEDBACK, feedback_type) ?? "unknown";
}

/** Return the ids of confirmed and optional participants from the newest plan, otherwise from the outcome. */
export function getParticipants({ proposal, outcome }: ChannelPart): { readonly confirmed: readonly string[]; readonly optional: readonly string[] } {
  return {
    confirmed: readStrings(proposal?.confirmed_participants ?? outcome?.confirmed_participants),
    optional: readStrings(proposal?.optional_participants ?? outcome?.optional_participants),
  };
}

/** Whether a candidate with this status takes no part (any more). */
export function isOut(status: AgentStatus): boolean {
  return OUT_STATUSES.includes(status);
}

/** Return the ids of agents that rejected the agreed plan or withdrew. */
export function getDepartedAgents(part: ChannelPart): readonly string[] {
  return (part.candidates ?? []).filter((candidate) => ["gone", "left"].includes(getAgentStatus(candidate, part))).map((candidate) => candidate.agent_id);
}

/** Return who gave an answer while a person was attending; null when nobody was. */
export function getAnswerSource(answer: Offer | Feedback | null | undefined): AnswerSource | null {
  const candidate: unknown = answer && "answered_by" in answer ? answer.answered_by : null;
  return candidate === "person" || candidate === "agent" ? candidate : null;
}

/** Whether the candidate's newest answer was given by its person. */
export function isAnsweredByPerson({ offer, feedback }: Candidate): boolean {
  return getAnswerSource(feedback ?? offer) === "person";
}
