// State of the questions to an attended agent, merged with each poll.
import type { Schemas } from "../../api/client";

/** Question to a person: an invitation or a plan review. */
export type Question = Schemas["PendingQuestionItem"];

/** Answer to an invitation or a plan review. */
export type Answer = Schemas["InvitationAnswer"] | Schemas["ReviewAnswer"];

/**
 * Status of a question. `retrying`: the answer is sent again, since its receipt is unknown; `over`: expired; `gone`:
 * closed for another reason, such as an answer from elsewhere.
 */
type QuestionStatus = "open" | "retrying" | "sent" | "over" | "gone";

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
}

/** Time (ms) that a closed question stays visible. */
const KEEP_CLOSED_MS = 10_000;
/** Tolerance (ms) between a poll and the expiry of a question. */
const EXPIRY_TOLERANCE_MS = 3_000;

/** Merge the response of a poll, received at `nowMs`, into the previous questions. */
export function mergeQuestions(previous: readonly PendingQuestion[], { items, now }: Pick<Schemas["PendingQuestionPage"], "items" | "now">, nowMs: number): readonly PendingQuestion[] {
  const openQuestions = new Map(items.map((question) => [question.question_id, question]));
  const createPending = (question: Question): PendingQuestion => ({ question, status: "open", endsAt: nowMs + Date.parse(question.until) - Date.parse(now), missingSince: null, retriedAnswer: null });
  const updated = previous.flatMap((pending) => {
    const question = openQuestions.get(pending.question.question_id);
    openQuestions.delete(pending.question.question_id);
    // A poll that started before the answer arrived still lists the question.
    if (question) return [pending.status === "sent" ? pending : { ...createPending(question), ...keepRetry(pending) }];
    if (pending.status === "retrying") return [{ ...pending, missingSince: pending.missingSince ?? nowMs }]; // Possibly settled by the answer that is being sent.
    if (pending.missingSince === null) return [{ ...pending, status: getMissingStatus(pending, nowMs), missingSince: nowMs }];
    return nowMs - pending.missingSince < KEEP_CLOSED_MS ? [pending] : [];
  });
  return [...updated, ...[...openQuestions.values()].map(createPending)];
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
  return status === "open" || (status === "retrying" && missingSince === null);
}

function keepRetry({ status, retriedAnswer }: PendingQuestion): Partial<PendingQuestion> {
  return status === "retrying" ? { status, retriedAnswer } : {};
}

function getMissingStatus(pending: PendingQuestion, nowMs: number): QuestionStatus {
  if (pending.status !== "open") return pending.status;
  return getRemainingMs(pending, nowMs) <= EXPIRY_TOLERANCE_MS ? "over" : "gone";
}
