// Requests of the requester before the invitations: change what was understood, go on, answer a question.
import { fetchJson } from "./client";
import type { JsonObject } from "../eventLog/types";

/** Time limit (ms) of a request: the deadline of the review is close. */
const TIMEOUT_MS = 10_000;

/** Replace fields of the understanding, each as a whole, and start the wait anew. Throws ApiError, code E014 when it is over. */
export function reviseUnderstanding(demandId: string, changes: JsonObject): Promise<JsonObject> {
  return fetchJson(`demands/${encodeURIComponent(demandId)}/understanding`, { method: "POST", body: changes, timeoutMs: TIMEOUT_MS });
}

/** End the wait before the invitations. Throws ApiError, code E014 when it is over. */
export function confirmUnderstanding(demandId: string): Promise<JsonObject> {
  return reviseUnderstanding(demandId, { go: true });
}

/** Answer to a question: the id of an option, or own words. */
export type Answer = { readonly option: string } | { readonly text: string };

/** Answer a question. Throws ApiError, code E014 when it is over. */
export function answerQuestion(demandId: string, questionId: string, answer: Answer): Promise<JsonObject> {
  const body = { question_id: questionId, ...answer };
  return fetchJson(`demands/${encodeURIComponent(demandId)}/answers`, { method: "POST", body, timeoutMs: TIMEOUT_MS });
}
