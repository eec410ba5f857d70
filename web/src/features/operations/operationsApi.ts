// Requests of the operations page: state of the system, open demands, dead letters, circuit breaker.
import { fetchJson, type Schemas } from "../../api/client";

/** State of the whole system. */
export type SystemReport = Schemas["SystemReport"];
/** One check of `towow doctor`. */
export type SystemCheck = Schemas["CheckResult"];
/** Work of one service role. */
export type RoleLoad = Schemas["RoleLoad"];
/** One open demand. */
export type OpenDemand = Schemas["OpenChannel"];
/** Open demands, oldest first. */
export type OpenDemands = Schemas["OpenChannels"];
/** One dead letter. */
export type DeadLetter = Schemas["DeadLetterItem"];
/** Dead letters, oldest first. */
export type DeadLetters = Schemas["DeadLetterPage"];
/** Dead letters to act on: those with these ids, or all of one reason. */
export type Selection = { readonly ids: readonly string[] } | { readonly reason: string };
/** What can be done with dead letters. */
export type LetterAction = "resend" | "delete";

/** How many dead letters were resent or deleted, were gone already, and were refused. */
export interface LetterResult {
  readonly action: LetterAction;
  readonly changed: number;
  readonly gone: number;
  readonly refused: number;
}

/** Time limit (ms) of a request; services that do not answer delay the report by several seconds. */
const TIMEOUT_MS = 20_000;
/** Ids in one request. */
const MAX_IDS = 200;

/** Fetch the state of the system. Throws ApiError. */
export function fetchSystem(signal: AbortSignal): Promise<SystemReport> {
  return fetchJson("admin/system", { signal, timeoutMs: TIMEOUT_MS });
}

/** Fetch the oldest open demands. Throws ApiError. */
export function fetchOpenDemands(signal: AbortSignal): Promise<OpenDemands> {
  return fetchJson("admin/channels?limit=100", { signal, timeoutMs: TIMEOUT_MS });
}

/** Cancel a demand as an administrator. Throws ApiError, code E014 when it is closed. */
export function cancelOpenDemand(demandId: string): Promise<Schemas["CancellationResponse"]> {
  return fetchJson(`admin/channels/${encodeURIComponent(demandId)}/cancel`, { method: "POST", timeoutMs: TIMEOUT_MS });
}

/** Fetch the oldest dead letters, at most `limit`. Throws ApiError. */
export function fetchDeadLetters(limit: number, signal: AbortSignal): Promise<DeadLetters> {
  return fetchJson(`admin/dead-letters?limit=${String(limit)}`, { signal, timeoutMs: TIMEOUT_MS });
}

/** Resend or delete dead letters, in as many requests as it takes. Throws ApiError; some may be changed by then. */
export async function changeDeadLetters(action: LetterAction, selection: Selection): Promise<LetterResult> {
  const parts = "reason" in selection ? [selection] : splitIds(selection.ids);
  const result = { action, changed: 0, gone: 0, refused: 0 };
  for (const part of parts) {
    let more = true;
    while (more) {
      const changes = await fetchJson<Schemas["DeadLetterChanges"]>(`admin/dead-letters/${action}`, { method: "POST", body: part, timeoutMs: TIMEOUT_MS });
      result.changed += changes.changed.length;
      result.gone += changes.gone.length;
      result.refused += changes.refused.length;
      more = changes.more;
    }
  }
  return result;
}

/** Close the model's circuit breaker. Throws ApiError. */
export function resetBreaker(): Promise<Schemas["BreakerState"]> {
  return fetchJson("admin/breaker/reset", { method: "POST", timeoutMs: TIMEOUT_MS });
}

function splitIds(ids: readonly string[]): Selection[] {
  return Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, part) => ({ ids: ids.slice(part * MAX_IDS, (part + 1) * MAX_IDS) }));
}
