// Does the bar show the time that is really left, whenever one came, looked back or lost the line?
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { recorded } from "../../testUtils/recordedLogs";
import { append, connected, lookAt, NOTHING, openLog, useLog, useView } from "../../eventLog/logStore";
import { follow } from "../../eventLog/sseClient";
import type { Entry } from "../../eventLog/types";
import { Deadline } from "./DeadlineBar";

const { entries } = recorded("agreed-at-once");
const ASKED = entries.findIndex((entry) => entry.event_type === "towow.demand.broadcast");
const [asked] = entries.slice(ASKED) as unknown as [Entry];
const WHOLE = Date.parse(String(asked.payload.deadline)) - Date.parse(asked.timestamp);

function Shown() {
  const view = useView();
  return view && <Deadline view={view} />;
}

beforeEach(() => {
  vi.useFakeTimers();
  openLog("d-1");
  connected("live");
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  useLog.setState(NOTHING);
});

function bar(): HTMLElement | null {
  return document.querySelector(".stage-deadline > span");
}

/** ms that the bar counted as gone when it was drawn. */
function gone(): number {
  return -parseFloat(bar()?.style.animationDelay ?? "");
}

function tell(some: readonly Entry[]): void {
  act(() => { append(some); });
}

function seek(at: number | null): void {
  act(() => { lookAt(at); });
}

describe("the time that is left", () => {
  it("counts from the event that asked", () => {
    render(<Shown />);
    tell(entries.slice(0, ASKED + 1));
    expect(gone()).toBeCloseTo(0);
    expect(bar()?.style.animationDuration).toBe(`${WHOLE}ms`);
  });

  it("goes on while one looks back", () => {
    render(<Shown />);
    tell(entries.slice(0, ASKED + 1));
    vi.advanceTimersByTime(5000);
    seek(ASKED + 1);
    expect(bar()).toBeNull();
    vi.advanceTimersByTime(2000);
    seek(null);
    expect(gone()).toBeCloseTo(7000, -1);
  });

  it("runs on as it is while the line is lost", () => {
    render(<Shown />);
    tell(entries.slice(0, ASKED + 1));
    const drawn = bar();
    expect(drawn).not.toBeNull();
    for (const state of ["lost", "full", "live"] as const) {
      act(() => { connected(state); });
      expect(bar()).toBe(drawn);
    }
  });

  it("is as much for who comes late, by the gateway's own clock", async () => {
    const came = Date.parse(asked.timestamp) + 20_000;
    const frames = entries.slice(0, ASKED + 1).map(({ seq, ...data }) => `id: ${seq}\nevent: ${data.event_type}\ndata: ${JSON.stringify(data)}\n\n`);
    const body = new ReadableStream({ start(to) { to.enqueue(new TextEncoder().encode(frames.join(""))); } });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { headers: { Date: new Date(came).toUTCString() } })));
    const left = new AbortController();
    render(<Shown />);
    void follow("d-1", left.signal, { id: "" }, new EventTarget());
    await act(() => vi.advanceTimersByTimeAsync(3000));
    left.abort();
    expect(gone()).toBeGreaterThan(19_000);
    expect(gone()).toBeLessThan(21_500);
  });

  it("is not that of a demand that was open before", () => {
    const later = { ...asked, seq: 1, timestamp: new Date(Date.parse(asked.timestamp) + 60_000).toISOString() };
    tell([later]);
    openLog("d-2");
    connected("live");
    render(<Shown />);
    tell(entries.slice(0, ASKED + 1));
    expect(gone()).toBeCloseTo(0);
  });
});
