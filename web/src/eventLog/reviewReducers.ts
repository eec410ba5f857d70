// Reducers for the understanding, the questions to the requester, and their changes.
import type { ChannelReducer } from "./channelReducers";
import { fieldOr, payloadFields } from "./payload";
import { readObject } from "./readJson";
import type { ChannelPart, EventType, JsonObject, Question, Understanding } from "./types";

type AnsweredQuestion = NonNullable<ChannelPart["answered_questions"]>[number];
type Revision = NonNullable<ChannelPart["revisions"]>[number];

const onDemandUnderstood: ChannelReducer = (part, payload) =>
  withReview({ ...part, understanding: payloadFields<Understanding>(payload, "review_until") }, payload);

const onQuestionAsked: ChannelReducer = (part, payload) => {
  const question = payloadFields<Question>(payload);
  return isAboutLimit(payload)
    ? { ...part, questions: [...(part.questions ?? []), question], phase: "asking" }
    : { ...part, question, phase: "reviewing" };
};

/** Whether a question is about a limit that a plan leaves, and not about the understanding. */
export function isAboutLimit({ about }: JsonObject): boolean {
  return about === "limit";
}

/** Apply an answer; after one in own words the demand is understood once more. */
const onQuestionAnswered: ChannelReducer = (part, payload) => {
  const asked = part.questions?.find(({ question_id }) => question_id === payload.question_id);
  if (asked !== undefined) return endQuestion(part, asked, payload);
  const answered = { question: part.question ?? {}, answer: payloadFields(payload, "review_until") } as AnsweredQuestion;
  const updated = { ...part, question: null, answered_questions: [...(part.answered_questions ?? []), answered] };
  return "text" in payload ? { ...updated, phase: "understanding" } : withReview(updated, payload);
};

/** Apply the answer to a question about a limit; with the last one the review goes on. */
function endQuestion<P extends ChannelPart>(part: P, asked: Question, payload: JsonObject): P {
  const questions = (part.questions ?? []).filter((question) => question !== asked);
  const answered = { question: asked, answer: payloadFields(payload, "review_until") };
  const phase = part.phase === "asking" && questions.length === 0 ? "negotiating" : part.phase;
  return { ...part, questions, answered_questions: [...(part.answered_questions ?? []), answered], phase };
}

/** Apply changes of the understanding; an open question stays open, and during the negotiation the phase stays. */
const onDemandRevised: ChannelReducer = (part, payload) => {
  const before = readObject(part.understanding);
  const understanding = { ...fieldOr(payload, "understanding", before), fallback: before.fallback ?? false } as unknown as Understanding;
  const revisions = [...(part.revisions ?? []), payloadFields<Revision>(payload, "understanding", "review_until")];
  const updated = { ...part, understanding, revisions };
  return updated.question == null && isBeforeInvitations(part) ? withReview(updated, payload) : updated;
};

function isBeforeInvitations({ phase }: ChannelPart): boolean {
  return phase === "understanding" || phase === "reviewing" || phase === "filtering";
}

/** Return the part without an open question and a time for changes; absent ones stay absent. */
export function endReview<P extends ChannelPart>(part: P): P {
  const open = "questions" in part ? { ...part, questions: [] } : part;
  const closed = "question" in open ? { ...open, question: null } : open;
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
