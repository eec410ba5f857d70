// Reducers for what precedes the invitations: the understanding, its question, and the requester's changes.
import type { ChannelReducer } from "./channelReducers";
import { fieldOr, payloadFields } from "./payload";
import { readObject } from "./readJson";
import type { ChannelPart, EventType, JsonObject, Understanding } from "./types";

type AnsweredQuestion = NonNullable<ChannelPart["answered_questions"]>[number];
type Revision = NonNullable<ChannelPart["revisions"]>[number];

const onDemandUnderstood: ChannelReducer = (part, payload) =>
  withReview({ ...part, understanding: payloadFields<Understanding>(payload, "review_until") }, payload);

const onQuestionAsked: ChannelReducer = (part, payload) => ({
  ...part,
  question: payloadFields<NonNullable<ChannelPart["question"]>>(payload),
  phase: "reviewing",
});

/** Apply an answer; after one in own words the demand is understood once more. */
const onQuestionAnswered: ChannelReducer = (part, payload) => {
  const answered = { question: part.question ?? {}, answer: payloadFields(payload, "review_until") } as AnsweredQuestion;
  const updated = { ...part, question: null, answered_questions: [...(part.answered_questions ?? []), answered] };
  return "text" in payload ? { ...updated, phase: "understanding" } : withReview(updated, payload);
};

/** Apply changes of the understanding; an open question stays open. */
const onDemandRevised: ChannelReducer = (part, payload) => {
  const before = readObject(part.understanding);
  const understanding = { ...fieldOr(payload, "understanding", before), fallback: before.fallback ?? false } as unknown as Understanding;
  const revisions = [...(part.revisions ?? []), payloadFields<Revision>(payload, "understanding", "review_until")];
  const updated = { ...part, understanding, revisions };
  return updated.question == null ? withReview(updated, payload) : updated;
};

/** Return the part without an open question and a time for changes; absent ones stay absent. */
export function endReview<P extends ChannelPart>(part: P): P {
  const closed = "question" in part ? { ...part, question: null } : part;
  return "review_until" in closed ? { ...closed, review_until: null } : closed;
}

function withReview<P extends ChannelPart>(part: P, payload: JsonObject): P {
  const until = payload.review_until as string | null | undefined;
  return until == null ? { ...endReview(part), phase: "filtering" } : { ...part, review_until: until, phase: "reviewing" };
}

/** Reducers by event type, for the root channel and subnets alike. */
export const REVIEW_REDUCERS: Readonly<Partial<Record<EventType, ChannelReducer>>> = {
  "towow.demand.understood": onDemandUnderstood,
  "towow.question.asked": onQuestionAsked,
  "towow.question.answered": onQuestionAnswered,
  "towow.demand.revised": onDemandRevised,
};
