// Do only those marks move whose events one sees happen, and not those of a log that was there before?
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { forgetClock, notBefore } from "../../eventLog/serverClock";
import { recorded } from "../../testUtils/recordedLogs";
import { append, lookAt, NOTHING, openLog, useLog, useView } from "../../eventLog/logStore";
import type { Entry } from "../../eventLog/types";
import { Stage } from "./Stage";

const MINUTES = 5 * 60_000;
const names = ["forced-after-five-rounds", "all-decline"];

function Shown() {
  const view = useView();
  return view && <Stage view={view} />;
}

function tell(some: readonly Entry[]): void {
  act(() => { append(some); });
}

function seek(at: number | null): void {
  act(() => { lookAt(at); });
}

function flying(): readonly (string | undefined)[] {
  return [...document.querySelectorAll<HTMLElement>("[data-flight]")].map((mark) => mark.dataset.flight);
}

/** The gateway's clock says that it is so much later than the last of these events. */
function later(entries: readonly Entry[], ms: number): void {
  notBefore(Date.parse(entries.at(-1)?.timestamp ?? "") + ms);
}

beforeEach(() => {
  openLog("d-1");
});

afterEach(() => {
  cleanup();
  useLog.setState(NOTHING);
  forgetClock();
});

describe("the marks of a log that was there before", () => {
  it.each(names)("stand still, however its pieces come (%s)", (name) => {
    const { entries } = recorded(name);
    later(entries, MINUTES);
    render(<Shown />);
    for (const entry of entries) {
      tell([entry]);
      expect(flying()).toEqual([]);
    }
  });

  it.each(names)("move once one steps through it (%s)", (name) => {
    const { entries } = recorded(name);
    later(entries, MINUTES);
    render(<Shown />);
    tell(entries);
    const asked = entries.find((entry) => entry.event_type === "towow.demand.broadcast")?.seq ?? 0;
    seek(asked - 1);
    seek(asked);
    expect(flying().length).toBeGreaterThan(1);
  });
});

describe("the marks of a negotiation that goes on", () => {
  it("move for what comes now, and not for what came before it", () => {
    const { entries } = recorded("forced-after-five-rounds");
    const [before, [now]] = [entries.slice(0, 7), entries.slice(7)];
    if (now === undefined) throw new Error("nothing comes any more");
    later(before, MINUTES);
    render(<Shown />);
    for (const entry of before) tell([entry]);
    const instant = new Date(Date.parse(before.at(-1)?.timestamp ?? "") + MINUTES - 500).toISOString();
    tell([{ ...now, timestamp: instant }]);
    expect(flying()).toEqual([`8-${String(now.payload.agent_id)}`]);
  });

  it("move for an event that comes while one looks back only when one steps to it", () => {
    const { entries } = recorded("forced-after-five-rounds");
    render(<Shown />);
    tell(entries.slice(0, 6));
    seek(3);
    tell(entries.slice(6, 7));
    expect(flying()).toEqual([]);
    seek(6);
    seek(7);
    expect(flying()).toContain(`7-${String(entries[6]?.payload.agent_id)}`);
  });
});
