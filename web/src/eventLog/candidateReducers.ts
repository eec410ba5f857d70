// Reducers for the candidates of a channel.
import type { Candidate, ChannelPart, Feedback, JsonObject, Offer } from "./types";
import { fieldOr, payloadFields } from "./payload";

/** Create the candidates of `filter.completed`, without offers or feedback. */
export function createCandidates(payload: JsonObject): Candidate[] {
  return fieldOr<JsonObject[]>(payload, "candidates", []).map((candidate) => ({
    agent_id: fieldOr(candidate, "agent_id", ""),
    display_name: fieldOr(candidate, "display_name", ""),
    reason: fieldOr(candidate, "reason", ""),
    relevance_score: fieldOr(candidate, "relevance_score", 0),
    is_fallback: fieldOr(candidate, "is_fallback", false),
    offer: null,
    feedback: null,
    feedbacks: [],
  }));
}

/** Return the candidates with an offer set from the payload; unknown agent ids change nothing. */
export function withOffer(candidates: Candidate[], payload: JsonObject): Candidate[] {
  const offer = payloadFields<Offer>(payload);
  return candidates.map((candidate) => (candidate.agent_id === payload.agent_id ? { ...candidate, offer } : candidate));
}

/** Return the candidates with feedback appended from the payload. */
export function withFeedback(candidates: Candidate[], payload: JsonObject): Candidate[] {
  const feedback = payloadFields<Feedback>(payload);
  return candidates.map((candidate) =>
    candidate.agent_id === payload.agent_id ? { ...candidate, feedback, feedbacks: [...candidate.feedbacks, feedback] } : candidate,
  );
}

/** Return the ids of the agents that withdrew. */
function getWithdrawnAgents(part: ChannelPart): string[] {
  return part.withdrawn.map((withdrawn) => withdrawn.agent_id);
}

/** Whether every candidate has answered the invitation. */
export function haveAllAnswered(part: ChannelPart): boolean {
  return part.candidates.every((candidate) => candidate.offer !== null);
}

/** Whether any remaining candidate offered to take part before the deadline. */
export function hasTimelyOffer(part: ChannelPart): boolean {
  const withdrawn = getWithdrawnAgents(part);
  return part.candidates.some(
    ({ agent_id, offer }) => !withdrawn.includes(agent_id) && offer !== null && offer.decision !== "decline" && !offer.late,
  );
}
