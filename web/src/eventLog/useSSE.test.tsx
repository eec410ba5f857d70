// useSSE: connection lifetime and page visibility.
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DEMAND_STREAM } from "./demandStream";
import { useSSE } from "./useSSE";

let visibility: DocumentVisibilityState = "visible";
let signals: AbortSignal[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
  signals = [];
  vi.stubGlobal("fetch", (_: string, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return Promise.resolve(new Response(new ReadableStream({}), { status: 200 }));
  });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function countOpenStreams(): number {
  return signals.filter((line) => !line.aborted).length;
}

async function advanceTime(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

async function setVisibility(to: DocumentVisibilityState): Promise<void> {
  visibility = to;
  document.dispatchEvent(new Event("visibilitychange"));
  await advanceTime(0);
}

it("disconnects when opened in a background tab, and connects when visible", async () => {
  visibility = "hidden";
  renderHook(() => useSSE(DEMAND_STREAM, "d-1"));
  await advanceTime(29_000);
  expect(countOpenStreams()).toBe(1);
  await advanceTime(2_000);
  expect(countOpenStreams()).toBe(0);
  await setVisibility("visible");
  expect(countOpenStreams()).toBe(1);
  expect(signals).toHaveLength(2);
});

it("stays connected while visible or only briefly hidden", async () => {
  visibility = "visible";
  renderHook(() => useSSE(DEMAND_STREAM, "d-1"));
  await advanceTime(5_000);
  await setVisibility("hidden");
  await advanceTime(2_000);
  await setVisibility("visible");
  await advanceTime(31_000);
  expect(countOpenStreams()).toBe(1);
  expect(signals).toHaveLength(1);
});
