// Are the moments worth stopping at the right ones, and does no pause last too long?
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Entry } from "../../eventLog/types";
import { SPEEDS, decisionAfter, decisionBefore, linkTo, marksOf, pauseAfter } from "./keyMoments";

const LOGS = join(import.meta.dirname, "../../../../tests/golden/logs");
const names = readdirSync(LOGS).filter((file) => !file.endsWith(".views.jsonl")).map((file) => file.slice(0, -".jsonl".length));

function log(name: string): Entry[] {
  const lines = readFileSync(join(LOGS, `${name}.jsonl`), "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Entry);
}

describe("the marks", () => {
  it("name each of five rounds once, with the plan that goes out", () => {
    const entries = log("forced-after-five-rounds");
    const marks = marksOf(entries);
    const rounds = marks.filter((mark) => mark.round !== null);
    expect(rounds.map((mark) => mark.round)).toEqual([1, 2, 3, 4, 5]);
    expect(rounds.map((mark) => entries[mark.seq - 1]?.event_type)).toEqual(Array(5).fill("towow.proposal.distributed"));
    expect(marks.at(-1)?.kind).toBe("warn");
  });

  it("count no round of a subnet as one of the demand", () => {
    const entries = log("subnet-closes-a-gap");
    const channels = new Set(entries.filter((entry) => entry.event_type === "towow.proposal.distributed").map((entry) => entry.payload.channel_id));
    expect(channels.size).toBe(2);
    expect(marksOf(entries).filter((mark) => mark.round !== null)).toHaveLength(1);
  });

  it.each(names)("are reached in order, forth and back, in %s", (name) => {
    const entries = log(name);
    const marks = marksOf(entries);
    const there: number[] = [];
    for (let at = decisionAfter(marks, 0); at !== null; at = decisionAfter(marks, at)) there.push(at);
    const back: number[] = [];
    for (let at = decisionBefore(marks, entries.length + 1); at !== null; at = decisionBefore(marks, at)) back.push(at);
    expect(there).toEqual(marks.map((mark) => mark.seq));
    expect(back).toEqual(there.toReversed());
  });

  it("bear what is not as it should be", () => {
    const [first, second] = log("agreed-at-once") as [Entry, Entry];
    const odd = { ...second, event_type: "towow.proposal.distributed", payload: { channel_id: first.payload.channel_id, round: "many" } };
    expect(marksOf([])).toEqual([]);
    expect(marksOf([first, odd])).toEqual([{ seq: 2, kind: "plan", round: null }]);
    expect(marksOf([{ ...first, event_type: "constructor" }])).toEqual([]);
  });
});

describe("a pause", () => {
  it.each(names)("of %s is seen at any speed and lasts at most two seconds at 1×", (name) => {
    const entries = log(name);
    for (const speed of SPEEDS) {
      for (let shown = 1; shown < entries.length; shown += 1) {
        const pause = pauseAfter(entries, shown, speed);
        expect(pause).toBeLessThanOrEqual(2000 / speed);
        expect(pause).toBeGreaterThan(0);
      }
    }
  });

  it("is the real one within the bounds, and scaled", () => {
    const [first, second] = log("agreed-at-once") as [Entry, Entry];
    const after = (ms: number): Entry[] => [first, { ...second, timestamp: new Date(Date.parse(first.timestamp) + ms).toISOString() }];
    expect(pauseAfter(after(800), 1, 1)).toBe(800);
    expect(pauseAfter(after(800), 1, 4)).toBe(200);
    expect(pauseAfter(after(60_000), 1, 1)).toBe(2000);
    expect(pauseAfter(after(-5), 1, 1)).toBe(pauseAfter(after(0), 1, 1));
    expect(pauseAfter([first, { ...second, timestamp: "some day" }], 1, 1)).toBe(pauseAfter(after(0), 1, 1));
  });
});

it("links to a moment, and to the whole without one", () => {
  expect(linkTo("http://host/d/d-1?at=3&x=1#main", 12)).toBe("http://host/d/d-1?at=12");
  expect(linkTo("http://host/stage/d-1?at=3", null)).toBe("http://host/stage/d-1");
});
