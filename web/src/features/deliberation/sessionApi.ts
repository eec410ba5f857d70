// Requests for deliberations: start, stop, list.
import { ApiError, fetchJson, fetchResponse } from "../../api/client";
import { readNumber, readObject, readObjects, readString } from "../../eventLog/readJson";

const SESSION_HEADER = "X-Session-Id";
/** Time limit (ms) for a list, and for the answer to a start. */
const TIMEOUT_MS = 10_000;

/** What a start says, and the key with which it can be repeated. */
export interface StartRequest {
  readonly message: string;
  readonly userId: string;
  /** Of each conversation one session runs at a time. */
  readonly conversationId: string;
  readonly idempotencyKey: string;
}

/**
 * Start a session and return its id. The response is its stream, of which only the headers are read: leaving it does
 * not stop the session. Throws ApiError, code E014 when one already runs in this conversation (`getRunningSession`).
 */
export async function startSession({ message, userId, conversationId, idempotencyKey }: StartRequest): Promise<string> {
  const controller = new AbortController();
  const timer = setTimeout(() => { controller.abort(); }, TIMEOUT_MS);
  try {
    const response = await fetchResponse(
      "deliberations",
      {
        method: "POST",
        body: { message, mode: "multi_agent", userId, conversationId },
        headers: { Accept: "text/event-stream", "Idempotency-Key": idempotencyKey },
      },
      controller.signal,
    );
    const sessionId = response.headers.get(SESSION_HEADER) ?? "";
    if (sessionId === "") throw new ApiError(response.status, "unknown", "", undefined, null);
    return sessionId;
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}

/** Return the id of the session that already runs in the conversation; null for any other error. */
export function getRunningSession({ status, code, details }: ApiError): string | null {
  if (status !== 409 || code !== "E014") return null;
  const id = readString(readObject(details).id);
  return id === "" ? null : id;
}

/** Stop a session; its last event follows within seconds. Throws ApiError, code E014 when it has ended. */
export function terminateSession(sessionId: string): Promise<unknown> {
  return fetchJson(`deliberations/${encodeURIComponent(sessionId)}/terminate`, { method: "POST" });
}

/** Return the address of a session's to-dos as a file. */
export function getTodosUrl(sessionId: string, format: "ics" | "md"): string {
  return `/api/v1/deliberations/${encodeURIComponent(sessionId)}/todos?format=${format}`;
}

/** Session in a list. */
export interface SessionItem {
  readonly sessionId: string;
  readonly query: string;
  readonly status: string;
  readonly createdAt: string;
  readonly rounds: number;
}

/** List the newest sessions of a user. Throws ApiError. */
export async function listSessions(userId: string, signal: AbortSignal): Promise<readonly SessionItem[]> {
  const query = new URLSearchParams({ user_id: userId, limit: "50" });
  const page = await fetchJson<unknown>(`deliberations?${query.toString()}`, { timeoutMs: TIMEOUT_MS, signal });
  return readObjects(readObject(page).items).map((item) => ({
    sessionId: readString(item.session_id),
    query: readString(item.user_query),
    status: readString(item.status),
    createdAt: readString(item.created_at),
    rounds: readNumber(item.rounds) ?? 0,
  }));
}
