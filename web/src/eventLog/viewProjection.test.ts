// Projection, compared with the gateway's views after every event of every recorded log, and with those of an earlier release.
import { describe, expect, it } from "vitest";
import { projectEvent } from "./viewProjection";
import { RECORDED_LOGS, readEarlierLogs, readRecordedLog, readViewOverlays } from "../testUtils/recordedLogs";
import type { DemandView, LogEntry } from "./types";

const EARLIER_LOGS = readEarlierLogs();

describe("projectEvent", () => {
  it("has recorded logs to compare with", () => {
    expect(RECORDED_LOGS.length).toBeGreaterThan(20);
    expect(EARLIER_LOGS.size).toBeGreaterThan(20);
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

  it.each([...EARLIER_LOGS])("equals in every key the view that an earlier release made of %s", (_, { view, earlierView }) => {
    expect(Object.keys(earlierView)).toContain("outcome");
    // As tests/golden/test_old_logs.py compares them: no key of the earlier view may differ, more keys may be there.
    const now = JSON.parse(JSON.stringify(view)) as Readonly<Record<string, unknown>>;
    expect(Object.fromEntries(Object.keys(earlierView).map((key) => [key, now[key] ?? null]))).toStrictEqual(earlierView);
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
