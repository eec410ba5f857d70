// Key moments and playback delays.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { LogEntry } from "../../eventLog/types";
import { SPEEDS, getNextDecision, getPreviousDecision, createMomentUrl, findKeyMoments, getPlaybackDelay } from "./keyMoments";

const LOGS = join(import.meta.dirname, "../../../../tests/golden/logs");
const names = readdirSync(LOGS).filter((file) => !file.endsWith(".views.jsonl")).map((file) => file.slice(0, -".jsonl".length));

function readLog(name: string): LogEntry[] {
  const lines = readFileSync(join(LOGS, `${name}.jsonl`), "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as LogEntry);
}

describe("message animations", () => {
  it("mark each of five rounds once, at its plan", () => {
    const entries = readLog("forced-after-five-rounds");
    const marks = findKeyMoments(entries);
    const rounds = marks.filter((mark) => mark.round !== null);
    expect(rounds.map((mark) => mark.round)).toEqual([1, 2, 3, 4, 5]);
    expect(rounds.map((mark) => entries[mark.seq - 1]?.event_type)).toEqual(Array(5).fill("towow.proposal.distributed"));
    expect(marks.at(-1)?.kind).toBe("warn");
  });

  it("ignore rounds of subnets", () => {
    const entries = readLog("subnet-closes-a-gap");
    const channels = new Set(entries.filter((entry) => entry.event_type === "towow.proposal.distributed").map((entry) => entry.payload.channel_id));
    expect(channels.size).toBe(2);
    expect(findKeyMoments(entries).filter((mark) => mark.round !== null)).toHaveLength(1);
  });

  it.each(names)("are visited in order, forwards and backwards, in %s", (name) => {
    const entries = readLog(name);
    const marks = findKeyMoments(entries);
    const there: number[] = [];
    for (let at = getNextDecision(marks, 0); at !== null; at = getNextDecision(marks, at)) there.push(at);
    const back: number[] = [];
    for (let at = getPreviousDecision(marks, entries.length + 1); at !== null; at = getPreviousDecision(marks, at)) back.push(at);
    expect(there).toEqual(marks.map((mark) => mark.seq));
    expect(back).toEqual(there.toReversed());
  });

  it("tolerate malformed entries", () => {
    const [first, second] = readLog("agreed-at-once") as [LogEntry, LogEntry];
    const odd = { ...second, event_type: "towow.proposal.distributed", payload: { channel_id: first.payload.channel_id, round: "many" } };
    expect(findKeyMoments([])).toEqual([]);
    expect(findKeyMoments([first, odd])).toEqual([{ seq: 2, kind: "plan", round: null }]);
    expect(findKeyMoments([{ ...first, event_type: "constructor" }])).toEqual([]);
  });
});

describe("a playback delay", () => {
  it.each(names)("of %s is at least visible and at most 2 s at 1×", (name) => {
    const entries = readLog(name);
    for (const speed of SPEEDS) {
      for (let shown = 1; shown < entries.length; shown += 1) {
        const pause = getPlaybackDelay(entries, shown, speed);
        expect(pause).toBeLessThanOrEqual(2000 / speed);
        expect(pause).toBeGreaterThan(0);
      }
    }
  });

  it("is the original one within bounds, scaled by the speed", () => {
    const [first, second] = readLog("agreed-at-once") as [LogEntry, LogEntry];
    const after = (ms: number): LogEntry[] => [first, { ...second, timestamp: new Date(Date.parse(first.timestamp) + ms).toISOString() }];
    expect(getPlaybackDelay(after(800), 1, 1)).toBe(800);
    expect(getPlaybackDelay(after(800), 1, 4)).toBe(200);
    expect(getPlaybackDelay(after(60_000), 1, 1)).toBe(2000);
    expect(getPlaybackDelay(after(-5), 1, 1)).toBe(getPlaybackDelay(after(0), 1, 1));
    expect(getPlaybackDelay([first, { ...second, timestamp: "some day" }], 1, 1)).toBe(getPlaybackDelay(after(0), 1, 1));
  });
});

it("creates the URL of a moment, or of the negotiation", () => {
  expect(createMomentUrl("http://host/d/d-1?at=3&x=1#main", 12)).toBe("http://host/d/d-1?at=12");
  expect(createMomentUrl("http://host/stage/d-1?at=3", null)).toBe("http://host/stage/d-1");
  expect(createMomentUrl("http://host/d/d-1?q=a%26b&at=3&token=t&view=list", 4)).toBe("http://host/d/d-1?at=4&q=a%26b&view=list");
});
