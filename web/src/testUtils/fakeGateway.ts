// Fake gateway for human-in-the-loop tests: stubs `fetch`, uses fake timers, and shares the page's clock.
import { act, cleanup } from "@testing-library/react";
import { vi } from "vitest";
import { releaseLease } from "../features/humanInTheLoop/attendanceLease";
import { useAttendanceStore } from "../features/humanInTheLoop/attendanceStore";

/** Duration (ms) of a lease. */
const LEASE_MS = 150_000;
/** Gateway time (ms since the epoch) when the page's clock is 0. */
const PAGE_LOAD_TIME = Date.parse("2026-01-22T10:00:00.000Z");

/** Controls and records of the fake gateway. */
export interface FakeGateway {
  /** Requests received, in order, as "METHOD lastPathSegment". */
  readonly asked: string[];
  /** Open questions to return. */
  items: unknown[];
  /** Answered questions to return, whose answer can be changed. */
  answered: unknown[];
  /** Responses or failures that replace the normal response, by "METHOD lastPathSegment". */
  readonly instead: Map<string, () => Promise<Response>>;
  /** Return how often a request was received. */
  readonly times: (what: string) => number;
}

/** Stub `fetch` and install fake timers; "bob" is the only agent. */
export function installFakeGateway(): FakeGateway {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
  setWideScreen(true);
  let until: number | null = null;
  const asked: string[] = [];
  const now = (): number => PAGE_LOAD_TIME + performance.now();
  const said = (what: string): unknown => {
    if (what === "PUT attendance") until = now() + LEASE_MS;
    if (what === "DELETE attendance") until = null;
    if (until !== null && until <= now()) until = null;
    const lease = until === null ? {} : { attended_until: toIsoTime(until) };
    return { agent_id: "bob", display_name: "Bob", waits_s: 60, now: toIsoTime(now()), items: found.items, answered: found.answered, ...lease };
  };
  const found: FakeGateway = { asked, items: [], answered: [], instead: new Map(), times: (what) => asked.filter((one) => one === what).length };
  vi.stubGlobal("fetch", async (url: string, { method = "GET", signal }: RequestInit = {}) => {
    const what = `${method} ${url.slice(url.lastIndexOf("/") + 1)}`;
    asked.push(what);
    const other = found.instead.get(what);
    if (other) return Promise.race([other(), rejectOnAbort(signal)]);
    return new Response(what.startsWith("DELETE") ? null : JSON.stringify(said(what)), { status: what.startsWith("DELETE") ? 204 : 200 });
  });
  return found;
}

/** Set whether media queries match, such as that for a screen on which the panel has a column of its own. */
export function setWideScreen(wide: boolean): void {
  window.matchMedia = ((query: string) => ({ matches: wide, media: query })) as typeof window.matchMedia;
}

/** Advance the fake timers by `ms`. */
export function advanceTime(ms: number): Promise<void> {
  return act(async () => { await vi.advanceTimersByTimeAsync(ms); });
}

/** Release the lease, unmount, and restore timers and globals. */
export async function resetFakeGateway({ instead }: FakeGateway): Promise<void> {
  instead.clear();
  const left = releaseLease("bob");
  await vi.advanceTimersByTimeAsync(30_000);
  await left;
  cleanup();
  useAttendanceStore.setState(useAttendanceStore.getInitialState());
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
}

function rejectOnAbort(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener("abort", () => { reject(signal.reason as Error); });
  });
}

/** Create an open invitation to "bob" that expires in a minute. */
export function createQuestion(id: string): unknown {
  const now = PAGE_LOAD_TIME + performance.now();
  return {
    question_id: id, agent_id: "bob", kind: "invitation", demand_id: "d", channel_id: "c", language: "en", surface_demand: "a venue", round: 1, watchable: true,
    asked_at: toIsoTime(now), until: toIsoTime(now + 60_000), answer_by: toIsoTime(now + 120_000),
  };
}

/** Create a function that returns an error response. */
export function createErrorResponse(status: number, error_code: string, details?: unknown): () => Promise<Response> {
  return () => Promise.resolve(new Response(JSON.stringify({ error_code, message: "not so", details }), { status }));
}

/** Reject as `fetch` does when the network is down. */
export const rejectWithNetworkError = (): Promise<Response> => Promise.reject(new TypeError("away"));

/** Return a promise that never settles. */
export const neverRespond = (): Promise<Response> => new Promise(() => undefined);

function toIsoTime(ms: number): string {
  return new Date(ms).toISOString();
}
