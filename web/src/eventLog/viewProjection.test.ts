// Does the page's fold give the very views that the gateway's gave? After every event of every recorded negotiation.
import { describe, expect, it } from "vitest";
import { fold } from "./viewProjection";
import { NAMES, overlaysOf, recorded } from "../testUtils/recordedLogs";
import type { DemandView, Entry } from "./types";

describe("the fold", () => {
  it("has recordings to be compared with", () => {
    expect(NAMES.length).toBeGreaterThan(20);
  });

  it.each(NAMES)("gives the gateway's views of %s", (name) => {
    const { entries } = recorded(name);
    const overlays = overlaysOf(name);
    expect(overlays).toHaveLength(entries.length);
    let view: DemandView | null = null;
    let expected = {};
    entries.forEach((entry, index) => {
      view = fold(view, entry);
      expected = { ...expected, ...overlays[index] };
      expect(view).toEqual(expected);
    });
  });

  it("takes an event that it has already as nothing new", () => {
    const [first, second] = recorded("agreed-at-once").entries as unknown as [Entry, Entry];
    const view = fold(fold(null, first), second);
    expect(fold(view, second)).toBe(view);
    expect(fold(view, first)).toBe(view);
  });

  it.each([null, 7, "words", [], {}, true])("reads a beginning whose fields are all %j as one that says little", (strange) => {
    const [first] = recorded("agreed-at-once").entries as unknown as [Entry];
    const payload = Object.fromEntries(Object.keys(first.payload).map((name) => [name, strange]));
    const good = fold(null, first);
    const view = fold(null, { ...first, payload });
    const kinds = (of: object): object => Object.fromEntries(Object.entries(of).map(([name, value]) => [name, typeof value]));
    expect(kinds(view)).toEqual(kinds({ ...good, ...("follows" in view ? { follows: "" } : {}) }));
    expect(view).toMatchObject({ phase: "understanding", limits: {} });
  });

  it.each([null, 7, { calls: "many", tokens: null, usd: {} }])("takes what an event says that spent %j", (spent) => {
    const [first, second] = recorded("agreed-at-once").entries as unknown as [Entry, Entry];
    const view = fold(null, first);
    const after = fold(view, { ...second, payload: { ...second.payload, spent } });
    expect(after).toMatchObject({ cost: view.cost, phase: "filtering" });
  });

  it("keeps what it knows when an event is of a type that it does not know", () => {
    const [first] = recorded("agreed-at-once").entries as unknown as [Entry];
    const view = fold(null, first);
    const strange = { ...first, seq: 2, event_type: "towow.something.new", timestamp: "2026-01-22T10:00:09.000Z" };
    expect(fold(view, strange)).toEqual({ ...view, last_seq: 2, updated_at: strange.timestamp });
    expect(fold(view, { ...strange, event_type: "constructor" })).toEqual({ ...view, last_seq: 2, updated_at: strange.timestamp });
  });
});
