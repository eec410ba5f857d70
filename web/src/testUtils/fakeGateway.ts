// How does a gateway answer in the tests of the person's panel? As each test says, when it says so; its clock goes with the page's.
import { act, cleanup } from "@testing-library/react";
import { vi } from "vitest";
import { leave } from "../features/humanInTheLoop/attendanceLease";
import { useAttending } from "../features/humanInTheLoop/attendanceStore";

/** ms that a lease lasts */
const LEASE = 150_000;
/** ms between the gateway's clock and the page's, which begins at 0 */
const LOADED = Date.parse("2026-01-22T10:00:00.000Z");

export interface Gateway {
  /** What it was asked, in order. */
  readonly asked: string[];
  /** The questions that are open. */
  items: unknown[];
  /** What it says to this request instead of taking it: a refusal, or a failure; by its method and the end of its path. */
  readonly instead: Map<string, () => Promise<Response>>;
  readonly times: (what: string) => number;
}

/** In place of `fetch`, with fake timers; Bob is the only agent. */
export function gateway(): Gateway {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
  let until: number | null = null;
  const asked: string[] = [];
  const now = (): number => LOADED + performance.now();
  const said = (what: string): unknown => {
    if (what === "PUT attendance") until = now() + LEASE;
    if (what === "DELETE attendance") until = null;
    if (until !== null && until <= now()) until = null;
    const lease = until === null ? {} : { attended_until: at(until) };
    return { agent_id: "bob", display_name: "Bob", waits_s: 60, now: at(now()), items: found.items, ...lease };
  };
  const found: Gateway = { asked, items: [], instead: new Map(), times: (what) => asked.filter((one) => one === what).length };
  vi.stubGlobal("fetch", async (url: string, { method = "GET", signal }: RequestInit = {}) => {
    const what = `${method} ${url.slice(url.lastIndexOf("/") + 1)}`;
    asked.push(what);
    const other = found.instead.get(what);
    if (other) return Promise.race([other(), aborted(signal)]);
    return new Response(what.startsWith("DELETE") ? null : JSON.stringify(said(what)), { status: what.startsWith("DELETE") ? 204 : 200 });
  });
  return found;
}

/** Time passes. */
export function later(ms: number): Promise<void> {
  return act(async () => { await vi.advanceTimersByTimeAsync(ms); });
}

/** Bob has left, and all is as before `gateway()`. */
export async function over({ instead }: Gateway): Promise<void> {
  instead.clear();
  const left = leave("bob");
  await vi.advanceTimersByTimeAsync(30_000);
  await left;
  cleanup();
  useAttending.setState(useAttending.getInitialState());
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
}

function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener("abort", () => { reject(signal.reason as Error); });
  });
}

/** A question to Bob, whose time is over in a minute. */
export function question(id: string): unknown {
  const now = LOADED + performance.now();
  return {
    question_id: id, agent_id: "bob", kind: "invitation", demand_id: "d", channel_id: "c", language: "en", surface_demand: "a venue", round: 1, watchable: true,
    asked_at: at(now), until: at(now + 60_000), answer_by: at(now + 120_000),
  };
}

export function refusal(status: number, error_code: string, details?: unknown): () => Promise<Response> {
  return () => Promise.resolve(new Response(JSON.stringify({ error_code, message: "not so", details }), { status }));
}

/** The network is gone. */
export const away = (): Promise<Response> => Promise.reject(new TypeError("away"));

/** It hangs. */
export const never = (): Promise<Response> => new Promise(() => undefined);

function at(ms: number): string {
  return new Date(ms).toISOString();
}
