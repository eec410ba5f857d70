// Projection, compared with the gateway's views after every event of every recorded log.
import { describe, expect, it } from "vitest";
import { projectEvent } from "./viewProjection";
import { RECORDED_LOGS, readViewOverlays, readRecordedLog } from "../testUtils/recordedLogs";
import type { DemandView, LogEntry } from "./types";

describe("projectEvent", () => {
  it("has recorded logs to compare with", () => {
    expect(RECORDED_LOGS.length).toBeGreaterThan(20);
  });

  it.each(RECORDED_LOGS)("equals the gateway's views of %s", (name) => {
    const { entries } = readRecordedLog(name);
    const overlays = readViewOverlays(name);
    expect(overlays).toHaveLength(entries.length);
    let view: DemandView | null = null;
    let expected = {};
    entries.forEach((entry, index) => {
      view = projectEvent(view, entry);
      expected = { ...expected, ...overlays[index] };
      expect(view).toEqual(expected);
    });
  });

  it("ignores known events", () => {
    const [first, second] = readRecordedLog("agreed-at-once").entries as unknown as [LogEntry, LogEntry];
    const view = projectEvent(projectEvent(null, first), second);
    expect(projectEvent(view, second)).toBe(view);
    expect(projectEvent(view, first)).toBe(view);
  });

  it.each([null, 7, "words", [], {}, true])("tolerates a first event whose fields are all %j", (strange) => {
    const [first] = readRecordedLog("agreed-at-once").entries as unknown as [LogEntry];
    const payload = Object.fromEntries(Object.keys(first.payload).map((name) => [name, strange]));
    const good = projectEvent(null, first);
    const view = projectEvent(null, { ...first, payload });
    const kinds = (of: object): object => Object.fromEntries(Object.entries(of).map(([name, value]) => [name, typeof value]));
    expect(kinds(view)).toEqual(kinds({ ...good, ...("follows" in view ? { follows: "" } : {}) }));
    expect(view).toMatchObject({ phase: "understanding", limits: {} });
  });

  it.each([null, 7, { calls: "many", tokens: null, usd: {} }])("tolerates the usage %j", (spent) => {
    const [first, second] = readRecordedLog("agreed-at-once").entries as unknown as [LogEntry, LogEntry];
    const view = projectEvent(null, first);
    const after = projectEvent(view, { ...second, payload: { ...second.payload, spent } });
    expect(after).toMatchObject({ cost: view.cost, phase: "filtering" });
  });

  it("keeps the view on unknown event types", () => {
    const [first] = readRecordedLog("agreed-at-once").entries as unknown as [LogEntry];
    const view = projectEvent(null, first);
    const strange = { ...first, seq: 2, event_type: "towow.something.new", timestamp: "2026-01-22T10:00:09.000Z" };
    expect(projectEvent(view, strange)).toEqual({ ...view, last_seq: 2, updated_at: strange.timestamp });
    expect(projectEvent(view, { ...strange, event_type: "constructor" })).toEqual({ ...view, last_seq: 2, updated_at: strange.timestamp });
  });
});
