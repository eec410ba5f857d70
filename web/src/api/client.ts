// How does the page ask the gateway? JSON in and out; every refusal is one kind of error, in the viewer's language.
import { spoken } from "../i18n/locale";
import type { components } from "../generated/api";

export type Schemas = components["schemas"];

/** What the gateway says when it refuses, and when it cannot be reached (`code` "unreachable", status 0). */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: Schemas["Refusal"]["details"] | undefined,
    /** s until another attempt makes sense, when the gateway says so. */
    readonly retryAfter: number | null,
  ) {
    super(message);
  }
}

export interface Asked {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly body?: unknown;
  /** A body that is no JSON: its text, or a file as it is, and its content type. */
  readonly text?: { readonly content: string | Blob; readonly type: string };
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** ms after which an answer that is not here whole counts as none; as long as it takes when it is not given. */
  readonly patience?: number;
}

type Listener = (refused: Refused, path: string) => void;

const listeners = new Set<Listener>();

/** Tell `listener` of every refusal from now on; returns what ends that. */
export function onRefusal(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Ask `/api/v1/<path>`; null for an answer that has no body. Throws Refused, also when an answer breaks off or does not
 * come within `patience`.
 */
export async function ask<T>(path: string, asked: Asked = {}): Promise<T> {
  const { patience, signal } = asked;
  if (patience === undefined) return answered(path, asked, signal);
  // By hand: browsers from before 2024 have no AbortSignal.any.
  const line = new AbortController();
  const leave = (): void => { line.abort(signal?.reason); };
  const timer = setTimeout(() => { line.abort(); }, patience);
  signal?.addEventListener("abort", leave, { once: true });
  if (signal?.aborted) leave();
  try {
    return await answered(path, asked, line.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", leave);
  }
}

/** The answer; `line` ends the asking, `asked.signal` tells whether one has left. */
async function answered<T>(path: string, asked: Asked, line: AbortSignal | undefined): Promise<T> {
  const { method = "GET", body, text, headers, signal } = asked;
  let answer: Response;
  try {
    answer = await fetch(`/api/v1/${path}`, {
      method,
      headers: {
        Accept: "application/json",
        "Accept-Language": spoken(),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(text === undefined ? {} : { "Content-Type": text.type }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(text === undefined ? {} : { body: text.content }),
      ...(line ? { signal: line } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable();
  }
  if (answer.status === 204) return null as T;
  if (answer.ok) return read<T>(answer, signal);
  const said: unknown = await answer.json().catch(() => null);
  const refusal = (said ?? {}) as Partial<Schemas["Refusal"]>;
  const after = Number(answer.headers.get("Retry-After"));
  const refused = new Refused(
    answer.status,
    refusal.error_code ?? "unknown",
    refusal.message ?? "",
    refusal.details,
    Number.isFinite(after) && after > 0 ? after : null,
  );
  for (const tell of listeners) tell(refused, path);
  throw refused;
}

/** A body that breaks off, as when the gateway goes away or the viewer does, is no answer. */
async function read<T>(answer: Response, signal: AbortSignal | undefined): Promise<T> {
  try {
    return (await answer.json()) as T;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable();
  }
}

function unreachable(): Refused {
  return new Refused(0, "unreachable", "", undefined, null);
}
