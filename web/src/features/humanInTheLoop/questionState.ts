// State of the questions to an attended agent, merged with each poll.
import type { Schemas } from "../../api/client";

/** Question to a person: an invitation or a plan review. */
export type Question = Schemas["PendingQuestionItem"];

/** Answer to an invitation or a plan review. */
export type Answer = Schemas["InvitationAnswer"] | Schemas["ReviewAnswer"];

/**
 * Status of a question. `retrying`: the answer is sent again, since its receipt is unknown; `sent`: confirmed a moment
 * ago; `answered`: it can still be changed; `over`: expired; `gone`: closed for another reason, such as an answer from
 * elsewhere; `kept`: the earlier answer can no longer be changed.
 */
type QuestionStatus = "open" | "retrying" | "sent" | "answered" | "over" | "gone" | "kept";

/** Question with its local state; times are those of `performance.now()`, which is monotonic. */
export interface PendingQuestion {
  readonly question: Question;
  readonly status: QuestionStatus;
  /** Expiry (ms). */
  readonly endsAt: number;
  /** Time (ms) of the first poll that no longer listed the question; null while it is listed. */
  readonly missingSince: number | null;
  /** Answer that is being sent again; null unless the status is `retrying`. */
  readonly retriedAnswer: Answer | null;
  /** Answer that counts now; null before the first one. */
  readonly answer: Answer | null;
  /** Time (ms) at which the answer was confirmed; null unless the status is `sent`. */
  readonly sentAt: number | null;
  /** Whether the user is changing the answer. */
  readonly editing: boolean;
}

type Poll = Pick<Schemas["PendingQuestionPage"], "items" | "answered" | "now">;

/** Time (ms) that a closed question stays visible. */
const KEEP_CLOSED_MS = 10_000;
/** Time (ms) that the confirmation of an answer stays visible. */
const KEEP_SENT_MS = 4_000;
/** Tolerance (ms) between a poll and the expiry of a question. */
const EXPIRY_TOLERANCE_MS = 3_000;

/** Merge the response of a poll, received at `nowMs`, into the previous questions. */
export function mergeQuestions(previous: readonly PendingQuestion[], { items, answered = [], now }: Poll, nowMs: number): readonly PendingQuestion[] {
  const createPending = (question: Question, answer: Answer | null): PendingQuestion => ({
    question, status: answer === null ? "open" : "answered", endsAt: nowMs + Date.parse(question.until) - Date.parse(now),
    missingSince: null, retriedAnswer: null, answer, sentAt: null, editing: false,
  });
  const listed = new Map([
    ...items.map((question) => [question.question_id, createPending(question, null)] as const),
    ...answered.map((question) => [question.question_id, createPending(question, question.answer)] as const),
  ]);
  const updated = previous.flatMap((pending) => {
    const found = listed.get(pending.question.question_id);
    listed.delete(pending.question.question_id);
    return found ? [mergeListed(pending, found, nowMs)] : keepUnlisted(pending, nowMs);
  });
  return [...updated, ...listed.values()];
}

/** Merge a question that the poll lists; one that started before an answer arrived still lists it as open. */
function mergeListed(pending: PendingQuestion, found: PendingQuestion, nowMs: number): PendingQuestion {
  if (pending.status === "sent" && (found.status === "open" || isJustSent(pending, nowMs))) return pending;
  if (pending.status === "retrying") return { ...found, status: "retrying", retriedAnswer: pending.retriedAnswer, answer: pending.answer, editing: pending.editing };
  if (pending.status === "kept") return pending;
  return { ...found, editing: pending.editing && pending.status === found.status };
}

/** Return a question that the poll does not list as long as there is something to say about it. */
function keepUnlisted(pending: PendingQuestion, nowMs: number): readonly PendingQuestion[] {
  const { status, missingSince } = pending;
  if (status === "sent") return isJustSent(pending, nowMs) ? [pending] : [];
  if (status === "answered" && !pending.editing) return [];
  if (status === "retrying") return [{ ...pending, missingSince: missingSince ?? nowMs }]; // Possibly settled by the answer that is being sent.
  if (missingSince === null) return [{ ...pending, status: getMissingStatus(pending, nowMs), missingSince: nowMs }];
  return nowMs - missingSince < KEEP_CLOSED_MS ? [pending] : [];
}

/** Return the time (ms) until the agent answers on its own. */
export function getRemainingMs({ endsAt }: PendingQuestion, nowMs: number): number {
  return endsAt - nowMs;
}

/** Whether the question waits for an answer. */
export function isOpen({ status }: PendingQuestion): boolean {
  return status === "open";
}

/** Whether another answer may still be given. */
export function isChangeable({ status, missingSince }: PendingQuestion): boolean {
  return status === "open" || status === "answered" || (status === "retrying" && missingSince === null);
}

/** Return the questions in the order to show: those of the demand on the page first, then the newest first. */
export function sortQuestions(pendingQuestions: readonly PendingQuestion[], demandId: string | null): readonly PendingQuestion[] {
  const isHere = ({ question }: PendingQuestion): number => Number(question.demand_id === demandId);
  return [...pendingQuestions].sort((one, other) => isHere(other) - isHere(one) || Date.parse(other.question.asked_at) - Date.parse(one.question.asked_at));
}

function isJustSent({ sentAt }: PendingQuestion, nowMs: number): boolean {
  return sentAt !== null && nowMs - sentAt < KEEP_SENT_MS;
}

function getMissingStatus(pending: PendingQuestion, nowMs: number): QuestionStatus {
  if (pending.status === "answered") return "kept";
  if (pending.status !== "open") return pending.status;
  return getRemainingMs(pending, nowMs) <= EXPIRY_TOLERANCE_MS ? "over" : "gone";
}
