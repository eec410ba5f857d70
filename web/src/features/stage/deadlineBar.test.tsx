// Remaining time for late viewers, in replay and while disconnected.
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readRecordedLog } from "../../testUtils/recordedLogs";
import { appendEntries, setConnection, seekTo, EMPTY_LOG, openLog, useLogStore, useVisibleView } from "../../eventLog/logStore";
import { DEMAND_STREAM } from "../../eventLog/demandStream";
import { followLog } from "../../eventLog/sseClient";
import type { LogEntry } from "../../eventLog/types";
import { DeadlineBar } from "./DeadlineBar";

const { entries } = readRecordedLog("agreed-at-once");
const BROADCAST_INDEX = entries.findIndex((entry) => entry.event_type === "towow.demand.broadcast");
const [asked] = entries.slice(BROADCAST_INDEX) as unknown as [LogEntry];
const TOTAL_MS = Date.parse(String(asked.payload.deadline)) - Date.parse(asked.timestamp);

function BarOfLog() {
  const view = useVisibleView();
  return view && <DeadlineBar view={view} />;
}

beforeEach(() => {
  vi.useFakeTimers();
  openLog("d-1");
  setConnection("live");
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  useLogStore.setState(EMPTY_LOG);
});

function getBar(): HTMLElement | null {
  return document.querySelector(".stage-deadline > span");
}

/** Return the elapsed time (ms) at the bar's first render. */
function getElapsedMs(): number {
  return -parseFloat(getBar()?.style.animationDelay ?? "");
}

function appendToLog(some: readonly LogEntry[]): void {
  act(() => { appendEntries(some); });
}

function seekLog(at: number | null): void {
  act(() => { seekTo(at); });
}

describe("the deadline bar", () => {
  it("starts at the event that set the deadline", () => {
    render(<BarOfLog />);
    appendToLog(entries.slice(0, BROADCAST_INDEX + 1));
    expect(getElapsedMs()).toBeCloseTo(0);
    expect(getBar()?.style.animationDuration).toBe(`${TOTAL_MS}ms`);
  });

  it("keeps running during replay", () => {
    render(<BarOfLog />);
    appendToLog(entries.slice(0, BROADCAST_INDEX + 1));
    vi.advanceTimersByTime(5000);
    seekLog(BROADCAST_INDEX + 1);
    expect(getBar()).toBeNull();
    vi.advanceTimersByTime(2000);
    seekLog(null);
    expect(getElapsedMs()).toBeCloseTo(7000, -1);
  });

  it("keeps running while disconnected", () => {
    render(<BarOfLog />);
    appendToLog(entries.slice(0, BROADCAST_INDEX + 1));
    const drawn = getBar();
    expect(drawn).not.toBeNull();
    for (const state of ["lost", "full", "live"] as const) {
      act(() => { setConnection(state); });
      expect(getBar()).toBe(drawn);
    }
  });

  it("is correct for late viewers, by the gateway's clock", async () => {
    const came = Date.parse(asked.timestamp) + 20_000;
    const frames = entries.slice(0, BROADCAST_INDEX + 1).map(({ seq, ...data }) => `id: ${seq}\nevent: ${data.event_type}\ndata: ${JSON.stringify(data)}\n\n`);
    const body = new ReadableStream({ start(to) { to.enqueue(new TextEncoder().encode(frames.join(""))); } });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { headers: { Date: new Date(came).toUTCString() } })));
    const left = new AbortController();
    render(<BarOfLog />);
    void followLog(DEMAND_STREAM, "d-1", left.signal, { id: "" }, new EventTarget());
    await act(() => vi.advanceTimersByTimeAsync(3000));
    left.abort();
    expect(getElapsedMs()).toBeGreaterThan(19_000);
    expect(getElapsedMs()).toBeLessThan(21_500);
  });

  it("is reset for another demand", () => {
    const later = { ...asked, seq: 1, timestamp: new Date(Date.parse(asked.timestamp) + 60_000).toISOString() };
    appendToLog([later]);
    openLog("d-2");
    setConnection("live");
    render(<BarOfLog />);
    appendToLog(entries.slice(0, BROADCAST_INDEX + 1));
    expect(getElapsedMs()).toBeCloseTo(0);
  });
});
