// Is the list read again when the gateway took a question and never answers it?
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useRecent } from "./useRecentDemands";

let asked: (AbortSignal | undefined)[] = [];
let answers: (() => Promise<Response>)[] = [];

/** As `fetch` does: no answer, until it is given up. */
function never(signal: AbortSignal | undefined): Promise<Response> {
  return new Promise((_, reject) => {
    signal?.addEventListener("abort", () => { reject(new DOMException("given up", "AbortError")); });
  });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  asked = [];
  answers = [];
  vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => {
    asked.push(signal ?? undefined);
    return answers.shift()?.() ?? never(signal ?? undefined);
  });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("tells after ten seconds that nobody answers, and asks again", async () => {
  const { result } = renderHook(() => useRecent({ userId: null, status: null }));
  await act(() => vi.advanceTimersByTimeAsync(9_900));
  expect(asked).toHaveLength(1);
  expect(result.current.refused).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(result.current.refused).toMatchObject({ code: "unreachable", status: 0 });
  answers = [() => Promise.resolve(new Response(JSON.stringify({ items: [{ demand_id: "d-1" }] }), { status: 200 }))];
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  expect(asked).toHaveLength(2);
  expect(result.current.refused).toBeNull();
  expect(result.current.listed?.items).toHaveLength(1);
});

it("asks no more, and tells nothing, once one has left", async () => {
  const { result, unmount } = renderHook(() => useRecent({ userId: null, status: null }));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  unmount();
  expect(asked[0]?.aborted).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(asked).toHaveLength(1);
  expect(result.current.refused).toBeNull();
});
