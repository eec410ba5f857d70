// Does a page hold a line only while somebody looks, from its first moment on?
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useSSE } from "./useSSE";

let visibility: DocumentVisibilityState = "visible";
let lines: AbortSignal[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
  lines = [];
  vi.stubGlobal("fetch", (_: string, { signal }: { signal: AbortSignal }) => {
    lines.push(signal);
    return Promise.resolve(new Response(new ReadableStream({}), { status: 200 }));
  });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function held(): number {
  return lines.filter((line) => !line.aborted).length;
}

async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

async function turn(to: DocumentVisibilityState): Promise<void> {
  visibility = to;
  document.dispatchEvent(new Event("visibilitychange"));
  await pass(0);
}

it("lets go of its line when it was opened where nobody looks, and takes it up when somebody does", async () => {
  visibility = "hidden";
  renderHook(() => useSSE("d-1"));
  await pass(29_000);
  expect(held()).toBe(1);
  await pass(2_000);
  expect(held()).toBe(0);
  await turn("visible");
  expect(held()).toBe(1);
  expect(lines).toHaveLength(2);
});

it("holds its line while somebody looks, and as long as one only glances away", async () => {
  visibility = "visible";
  renderHook(() => useSSE("d-1"));
  await pass(5_000);
  await turn("hidden");
  await pass(2_000);
  await turn("visible");
  await pass(31_000);
  expect(held()).toBe(1);
  expect(lines).toHaveLength(1);
});
