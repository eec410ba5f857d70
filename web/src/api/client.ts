// HTTP client for the gateway: JSON requests and responses, one error class, messages in the viewer's locale.
import { getLocale } from "../i18n/locale";
import type { components } from "../generated/api";

/** Component schemas of the gateway's OpenAPI document. */
export type Schemas = components["schemas"];

/** Error response of the gateway; code "unreachable" and status 0 when no complete response arrived. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: Schemas["ErrorBody"]["details"] | undefined,
    /** Delay (s) from `Retry-After` before another attempt, or null when the header is absent. */
    readonly retryAfterS: number | null,
  ) {
    super(message);
  }
}

/** Options of one request: method, body, headers, abort signal and timeout. */
export interface RequestOptions {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly body?: unknown;
  /** Body that is not JSON: a string or file sent unchanged, with its content type. */
  readonly rawBody?: { readonly content: string | Blob; readonly type: string };
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Time limit (ms) for the complete response; no limit when omitted. */
  readonly timeoutMs?: number;
}

/** Callback for error responses of any request. */
type ApiErrorListener = (error: ApiError, path: string) => void;

const listeners = new Set<ApiErrorListener>();

/** Register a listener for error responses; returns a function that removes it. */
export function onApiError(listener: ApiErrorListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Send a request to `/api/v1/<path>` and return the parsed JSON body, or null for status 204. Throws ApiError, also
 * when the response is cut off or exceeds `timeoutMs`; rethrows the abort reason when `options.signal` aborts.
 */
export async function fetchJson<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const { timeoutMs, signal } = options;
  if (timeoutMs === undefined) return sendRequest(path, options, signal);
  // Combined by hand: browsers released before 2024 have no AbortSignal.any.
  const controller = new AbortController();
  const abort = (): void => { controller.abort(signal?.reason); };
  const timer = setTimeout(() => { controller.abort(); }, timeoutMs);
  signal?.addEventListener("abort", abort, { once: true });
  if (signal?.aborted) abort();
  try {
    return await sendRequest(path, options, controller.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

/** Send the request; `abortSignal` cancels it, `options.signal` tells whether the caller cancelled. */
async function sendRequest<T>(path: string, options: RequestOptions, abortSignal: AbortSignal | undefined): Promise<T> {
  const response = await fetchResponse(path, options, abortSignal);
  return response.status === 204 ? (null as T) : readBody<T>(response, options.signal);
}

/**
 * Send a request to `/api/v1/<path>` and return the response, whose body has not been read. Throws ApiError unless its
 * status is a success.
 */
export async function fetchResponse(path: string, options: RequestOptions, abortSignal = options.signal): Promise<Response> {
  const { method = "GET", body, rawBody, headers, signal } = options;
  let response: Response;
  try {
    response = await fetch(`/api/v1/${path}`, {
      method,
      // Session and requester are known by cookies.
      credentials: "same-origin",
      headers: {
        Accept: "application/json",
        "Accept-Language": getLocale(),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(rawBody === undefined ? {} : { "Content-Type": rawBody.type }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(rawBody === undefined ? {} : { body: rawBody.content }),
      ...(abortSignal ? { signal: abortSignal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw createUnreachableError();
  }
  if (!response.ok) throw await reportError(response, path);
  return response;
}

/** Read an error response and tell the listeners; returns the error. */
async function reportError(response: Response, path: string): Promise<ApiError> {
  const json: unknown = await response.json().catch(() => null);
  const errorBody = (json ?? {}) as Partial<Schemas["ErrorBody"]>;
  const retryAfterS = Number(response.headers.get("Retry-After"));
  const error = new ApiError(
    response.status,
    errorBody.error_code ?? "unknown",
    errorBody.message ?? "",
    errorBody.details,
    Number.isFinite(retryAfterS) && retryAfterS > 0 ? retryAfterS : null,
  );
  for (const notify of listeners) notify(error, path);
  return error;
}

/** Parse the response body; a truncated body counts as unreachable. */
async function readBody<T>(response: Response, signal: AbortSignal | undefined): Promise<T> {
  try {
    return (await response.json()) as T;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw createUnreachableError();
  }
}

/** Create the error for a request that got no complete response. */
function createUnreachableError(): ApiError {
  return new ApiError(0, "unreachable", "", undefined, null);
}
