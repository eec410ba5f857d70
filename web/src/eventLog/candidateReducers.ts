// What does a view know of each invited agent, and what follows from who has answered?
import type { Candidate, ChannelPart, Feedback, Json, Offer } from "./types";
import { field, told } from "./payload";

/** The candidates of `filter.completed`, before any of them has said a word. */
export function invited(payload: Json): Candidate[] {
  return field<Json[]>(payload, "candidates", []).map((chosen) => ({
    agent_id: field(chosen, "agent_id", ""),
    display_name: field(chosen, "display_name", ""),
    reason: field(chosen, "reason", ""),
    relevance_score: field(chosen, "relevance_score", 0),
    is_fallback: field(chosen, "is_fallback", false),
    offer: null,
    feedback: null,
    feedbacks: [],
  }));
}

/** The candidates, one of whom has answered the invitation. A stranger's answer changes nothing. */
export function withOffer(candidates: Candidate[], payload: Json): Candidate[] {
  const offer = told<Offer>(payload);
  return candidates.map((who) => (who.agent_id === payload.agent_id ? { ...who, offer } : who));
}

/** The candidates, one of whom has said something of a plan. */
export function withFeedback(candidates: Candidate[], payload: Json): Candidate[] {
  const said = told<Feedback>(payload);
  return candidates.map((who) =>
    who.agent_id === payload.agent_id ? { ...who, feedback: said, feedbacks: [...who.feedbacks, said] } : who,
  );
}

/** The agents that withdrew. */
function left(part: ChannelPart): string[] {
  return part.withdrawn.map((gone) => gone.agent_id);
}

/** Whether every candidate has answered the invitation. */
export function allAnswered(part: ChannelPart): boolean {
  return part.candidates.every((who) => who.offer !== null);
}

/** Whether there is anybody to plan with: offered while offers were collected, and still here. */
export function onBoardInTime(part: ChannelPart): boolean {
  const gone = left(part);
  return part.candidates.some(
    ({ agent_id, offer }) => !gone.includes(agent_id) && offer !== null && offer.decision !== "decline" && !offer.late,
  );
}
