// Polling of recent demands when the gateway never responds.
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useRecentDemands } from "./useRecentDemands";

let requestSignals: (AbortSignal | undefined)[] = [];
let responses: (() => Promise<Response>)[] = [];

/** Reject only on abort, as `fetch` does. */
function neverRespond(signal: AbortSignal | undefined): Promise<Response> {
  return new Promise((_, reject) => {
    signal?.addEventListener("abort", () => { reject(new DOMException("given up", "AbortError")); });
  });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  requestSignals = [];
  responses = [];
  vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => {
    requestSignals.push(signal ?? undefined);
    return responses.shift()?.() ?? neverRespond(signal ?? undefined);
  });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("reports a timeout after ten seconds and polls again", async () => {
  const { result } = renderHook(() => useRecentDemands({ userId: null, status: null }));
  await act(() => vi.advanceTimersByTimeAsync(9_900));
  expect(requestSignals).toHaveLength(1);
  expect(result.current.error).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(result.current.error).toMatchObject({ code: "unreachable", status: 0 });
  responses = [() => Promise.resolve(new Response(JSON.stringify({ items: [{ demand_id: "d-1" }] }), { status: 200 }))];
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  expect(requestSignals).toHaveLength(2);
  expect(result.current.error).toBeNull();
  expect(result.current.list?.items).toHaveLength(1);
});

it("stops polling after unmount", async () => {
  const { result, unmount } = renderHook(() => useRecentDemands({ userId: null, status: null }));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  unmount();
  expect(requestSignals[0]?.aborted).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(requestSignals).toHaveLength(1);
  expect(result.current.error).toBeNull();
});
