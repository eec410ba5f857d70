// Animations run only for events that the viewer sees happen.
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { resetServerClock, observeServerTime } from "../../eventLog/serverClock";
import { readRecordedLog } from "../../testUtils/recordedLogs";
import { appendEntries, seekTo, EMPTY_LOG, openLog, useLogStore, useVisibleView } from "../../eventLog/logStore";
import type { LogEntry } from "../../eventLog/types";
import { Stage } from "./Stage";

const FIVE_MINUTES_MS = 5 * 60_000;
const names = ["forced-after-five-rounds", "all-decline"];

function StageOfLog() {
  const view = useVisibleView();
  return view && <Stage view={view} />;
}

function appendToLog(some: readonly LogEntry[]): void {
  act(() => { appendEntries(some); });
}

function seekLog(at: number | null): void {
  act(() => { seekTo(at); });
}

function getAnimationKeys(): readonly (string | undefined)[] {
  return [...document.querySelectorAll<HTMLElement>("[data-flight]")].map((mark) => mark.dataset.flight);
}

/** Set the server clock to `ms` after the last entry. */
function setServerClockAfter(entries: readonly LogEntry[], ms: number): void {
  observeServerTime(Date.parse(entries.at(-1)?.timestamp ?? "") + ms);
}

beforeEach(() => {
  openLog("d-1");
});

afterEach(() => {
  cleanup();
  useLogStore.setState(EMPTY_LOG);
  resetServerClock();
});

describe("animations of a log that was already complete", () => {
  it.each(names)("do not run, however the log is split (%s)", (name) => {
    const { entries } = readRecordedLog(name);
    setServerClockAfter(entries, FIVE_MINUTES_MS);
    render(<StageOfLog />);
    for (const entry of entries) {
      appendToLog([entry]);
      expect(getAnimationKeys()).toEqual([]);
    }
  });

  it.each(names)("run when stepping through it (%s)", (name) => {
    const { entries } = readRecordedLog(name);
    setServerClockAfter(entries, FIVE_MINUTES_MS);
    render(<StageOfLog />);
    appendToLog(entries);
    const asked = entries.find((entry) => entry.event_type === "towow.demand.broadcast")?.seq ?? 0;
    seekLog(asked - 1);
    seekLog(asked);
    expect(getAnimationKeys().length).toBeGreaterThan(1);
  });
});

describe("animations of a running negotiation", () => {
  it("run for new events only", () => {
    const { entries } = readRecordedLog("forced-after-five-rounds");
    const [before, [now]] = [entries.slice(0, 7), entries.slice(7)];
    if (now === undefined) throw new Error("the log has no further entry");
    setServerClockAfter(before, FIVE_MINUTES_MS);
    render(<StageOfLog />);
    for (const entry of before) appendToLog([entry]);
    const instant = new Date(Date.parse(before.at(-1)?.timestamp ?? "") + FIVE_MINUTES_MS - 500).toISOString();
    appendToLog([{ ...now, timestamp: instant }]);
    expect(getAnimationKeys()).toEqual([`8-${String(now.payload.agent_id)}`]);
  });

  it("run for events received during replay only when stepped to", () => {
    const { entries } = readRecordedLog("forced-after-five-rounds");
    render(<StageOfLog />);
    appendToLog(entries.slice(0, 6));
    seekLog(3);
    appendToLog(entries.slice(6, 7));
    expect(getAnimationKeys()).toEqual([]);
    seekLog(6);
    seekLog(7);
    expect(getAnimationKeys()).toContain(`7-${String(entries[6]?.payload.agent_id)}`);
  });
});
