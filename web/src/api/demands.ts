// Requests for demands: submit, cancel, decide, read, list.
import { addOwnDemand } from "../app/ownDemands";
import { fetchJson, type RequestOptions, type Schemas } from "./client";

type AcceptedDemand = Schemas["SubmissionResponse"];
/** One demand in a list. */
export type DemandItem = Schemas["DemandItem"];
/** One page of a list of demands, newest first. */
export type DemandPage = Schemas["DemandPage"];

/** Time limit (ms) for a list, a view and a decision. */
const REQUEST_TIMEOUT_MS = 10_000;

/** Optional fields of a new demand, and its idempotency key. */
interface SubmitOptions {
  readonly visibility?: "public" | "private";
  /** Id of the demand that this one follows up. */
  readonly follows?: string;
  /** Idempotency key from `createIdempotencyKey()`: requests with the same key create one demand. */
  readonly idempotencyKey: string;
  readonly signal?: AbortSignal;
}

/**
 * Submit a demand whose requester is there to answer a question and to change what was understood; the response arrives
 * before the demand is processed. Throws ApiError.
 */
export async function submitDemand(text: string, userId: string, { idempotencyKey: key, signal, ...more }: SubmitOptions): Promise<AcceptedDemand> {
  const body = { raw_input: text, user_id: userId, interactive: true, ...more };
  const options: RequestOptions = { method: "POST", body, headers: { "Idempotency-Key": key } };
  const accepted = await fetchJson<AcceptedDemand>("demand/submit?wait_s=0", signal ? { ...options, signal } : options);
  addOwnDemand(accepted.demand_id);
  return accepted;
}

/** Cancel a demand; agreements already reached stay valid. Throws ApiError, code E014 when it is closed. */
export function cancelDemand(demandId: string, reason = ""): Promise<Schemas["CancellationResponse"]> {
  const body = reason === "" ? {} : { reason };
  return fetchJson(`demands/${encodeURIComponent(demandId)}/cancel`, { method: "POST", body });
}

/** Decision of the requester about a plan: approve it, or say what is to change. */
export type DecisionRequest = { readonly decision: "approve" } | { readonly decision: "change"; readonly text: string };

/**
 * Decide about an agreed plan; returns the id of the demand that follows a wish for a change. Throws ApiError, code E014
 * when it has been decided already.
 */
export function decideDemand(demandId: string, body: DecisionRequest): Promise<{ readonly demand_id?: string }> {
  return fetchJson(`demands/${encodeURIComponent(demandId)}/decision`, { method: "POST", body, timeoutMs: REQUEST_TIMEOUT_MS });
}

/** Read the view of a demand, with what is kept beside its log. Throws ApiError. */
export function fetchDemand(demandId: string, signal?: AbortSignal): Promise<unknown> {
  return fetchJson(`demands/${encodeURIComponent(demandId)}`, { timeoutMs: REQUEST_TIMEOUT_MS, ...(signal ? { signal } : {}) });
}

/** Query parameters of the demand list. */
interface ListFilter {
  readonly user_id?: string;
  readonly status?: DemandItem["status"];
  /** Only demands that follow up this one. */
  readonly follows?: string;
  readonly limit?: number;
  /** Cursor: `next` of the previous page. */
  readonly before?: string;
}

/** List demands, newest first, one page per call. Throws ApiError. */
export function listDemands(filter: ListFilter = {}, signal?: AbortSignal): Promise<DemandPage> {
  const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]));
  return fetchJson(`demands?${query.toString()}`, { timeoutMs: REQUEST_TIMEOUT_MS, ...(signal ? { signal } : {}) });
}

/** Create a random idempotency key. Falls back to getRandomValues, since `randomUUID` needs a secure context. */
export function createIdempotencyKey(): string {
  const { crypto } = globalThis;
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
