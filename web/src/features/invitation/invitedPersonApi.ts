// Requests of an invited person, by the token of their link instead of a key. All throw ApiError.
import { fetchJson, type Schemas } from "../../api/client";

/** What the holder of a link sees: their agent and its questions, the newest first. */
export type InvitedPerson = Schemas["LinkQuestionPage"];
/** Question to an invited person, with what is needed to decide it. */
export type LinkQuestion = Schemas["LinkQuestion"];
/** Decision on a question; `later` asks for more time. */
export type Decision = Schemas["LinkAnswerBody"]["decision"];

/** Request time limit (ms). */
const TIMEOUT_MS = 10_000;

const getLinkPath = (token: string): string => `i/${encodeURIComponent(token)}`;

/** Get the questions; status 404 when the link is not valid. */
export function getInvitedPerson(token: string, signal: AbortSignal): Promise<InvitedPerson> {
  return fetchJson(getLinkPath(token), { signal, timeoutMs: TIMEOUT_MS });
}

/** Have the agent ask its person first, for the next 150 s. */
export function attendByLink(token: string, signal: AbortSignal): Promise<Schemas["AttendanceLease"]> {
  return fetchJson(`${getLinkPath(token)}/attendance`, { method: "PUT", signal, timeoutMs: TIMEOUT_MS });
}

/** Answer a question or ask for more time; code E014 when another answer counts, or when it is over. */
export function answerByLink(token: string, questionId: string, decision: Decision, text: string): Promise<Schemas["LinkAnswerReceipt"]> {
  return fetchJson(`${getLinkPath(token)}/answers`, { method: "POST", body: { question_id: questionId, decision, text }, timeoutMs: TIMEOUT_MS });
}
