// Submission of answers, retried while their receipt is unknown.
import { fetchJson, ApiError } from "../../api/client";
import type { Answer, PendingQuestion, Question } from "./questionState";
import { updateQuestions, useAttendanceStore } from "./attendanceStore";

/** Request time limit (ms). */
const TIMEOUT_MS = 10_000;
/** First retry delay (ms); doubled up to MAX_RETRY_MS, or longer when the gateway asks for it. */
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 10_000;

/**
 * Submit an answer. Returns false when its receipt is unknown: it is then retried until it is confirmed or withdrawn.
 * Throws ApiError.
 */
export async function submitAnswer(question: Question, answer: Answer): Promise<boolean> {
  withdrawAnswer(question);
  try {
    await postAnswer(question, answer);
  } catch (error) {
    if (!isUnknownOutcome(error)) throw error;
    updateQuestion(question, () => ({ status: "retrying", retriedAnswer: answer }));
    void retryAnswer(question, answer, getRetryDelay(error, FIRST_RETRY_MS));
    return false;
  }
  updateQuestion(question, () => getSentState(answer));
  return true;
}

/** Stop retrying an answer, since the user is changing it. */
export function withdrawAnswer(question: Question): void {
  updateQuestion(question, (pending) => (pending.status === "retrying" ? getUnsentState(pending) : {}));
}

function getSentState(answer: Answer): Partial<PendingQuestion> {
  return { status: "sent", retriedAnswer: null, answer, sentAt: performance.now(), editing: false };
}

/** Return the state in which the user may give an answer, the first or another one. */
function getUnsentState({ answer }: PendingQuestion): Partial<PendingQuestion> {
  return { status: answer === null ? "open" : "answered", retriedAnswer: null };
}

async function retryAnswer(question: Question, answer: Answer, firstDelayMs: number): Promise<void> {
  const isPending = (): boolean => findPendingQuestion(question)?.retriedAnswer === answer;
  for (let delayMs = firstDelayMs; ; ) {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (!isPending()) return;
    try {
      await postAnswer(question, answer);
      if (isPending()) updateQuestion(question, () => getSentState(answer));
      return;
    } catch (error) {
      if (!isPending()) return;
      if (!isUnknownOutcome(error) && !isRateLimited(error)) {
        updateQuestion(question, (pending) => getRejectedState(error, pending));
        return;
      }
      delayMs = getRetryDelay(error, Math.min(delayMs * 2, MAX_RETRY_MS));
    }
  }
}

/** Return the state of a question whose answer was rejected. */
function getRejectedState(error: unknown, pending: PendingQuestion): Partial<PendingQuestion> {
  const { status, details } = error instanceof ApiError ? error : { status: 0, details: null };
  const expired = details instanceof Object && "status" in details && details.status === "over";
  const isSettled = pending.missingSince !== null || [404, 409].includes(status);
  if (!isSettled) return getUnsentState(pending); // The user may give another answer.
  const closed = pending.answer !== null ? "kept" : expired ? "over" : "gone";
  return { status: closed, retriedAnswer: null, missingSince: performance.now() };
}

async function postAnswer({ agent_id: agent, question_id: id }: Question, body: Answer): Promise<void> {
  const path = `agents/${encodeURIComponent(agent)}/questions/${encodeURIComponent(id)}`;
  await fetchJson(path, { method: "POST", body, timeoutMs: TIMEOUT_MS });
}

/** Whether the request may or may not have been processed: no response in time, or status 5xx. */
function isUnknownOutcome(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "unreachable" || error.status >= 500);
}

function isRateLimited(error: unknown): boolean {
  return error instanceof ApiError && error.status === 429;
}

function getRetryDelay(error: unknown, minMs: number): number {
  return error instanceof ApiError && error.retryAfterS !== null ? Math.max(minMs, error.retryAfterS * 1000) : minMs;
}

function findPendingQuestion({ agent_id: agent, question_id }: Question): PendingQuestion | undefined {
  return useAttendanceStore.getState().agents[agent]?.find((pending) => pending.question.question_id === question_id);
}

function updateQuestion(question: Question, change: (pending: PendingQuestion) => Partial<PendingQuestion>): void {
  const id = question.question_id;
  updateQuestions(question.agent_id, (pending) => pending.map((pending) => (pending.question.question_id === id ? { ...pending, ...change(pending) } : pending)));
}
