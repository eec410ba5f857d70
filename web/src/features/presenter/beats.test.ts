// Beats of the recorded logs: their order, their sentences, their duration.
import { describe, expect, it } from "vitest";
import { RECORDED_LOGS, readRecordedLog } from "../../testUtils/recordedLogs";
import type { LogEntry } from "../../eventLog/types";
import type { Locale } from "../../i18n/locale";
import { getWholeDuration, planBeats, type PlannedBeat } from "./beatPlan";
import { findBeats, findRoundStart } from "./beats";
import { tellBeat } from "./narrator";
import { isWide, measureText } from "./spokenText";

const LOCALES: readonly Locale[] = ["zh", "en"];
const RAW_VALUE = /undefined|null|NaN|\[object|towow\.|Infinity|agent_/;
/** Width of two lines of the narrator at 1920 pixels, in units of a Latin letter. */
const TWO_LINES = 150;

function planLog(name: string, language: Locale, change = (entry: LogEntry): LogEntry => entry): readonly PlannedBeat[] {
  const { entries, views } = readRecordedLog(name);
  const told = findBeats(entries.map(change)).map((beat) => {
    const [entry, view] = [entries[beat.seq - 1], views[beat.seq - 1]];
    if (!entry || !view) throw new Error(`no event ${beat.seq}`);
    return { ...beat, sentence: tellBeat(beat, change(entry), view, language) };
  });
  return planBeats(told, entries.at(-1)?.event_type === "towow.demand.closed");
}

describe("beats", () => {
  it.each(RECORDED_LOGS)("of %s begin as those of its beginning do", (name) => {
    const { entries } = readRecordedLog(name);
    const all = findBeats(entries);
    entries.forEach((_, index) => {
      expect(findBeats(entries.slice(0, index + 1))).toEqual(all.filter((beat) => beat.seq <= index + 1));
    });
  });

  it("tell a negotiation with a gap from the demand to the poster", () => {
    expect(planLog("subnet-closes-a-gap", "en").map(({ kind }) => kind)).toEqual([
      "asked", "understood", "invited", "firstAnswer", "plan", "verdict", "outcome", "gap", "subnet", "subnetEnd", "poster",
    ]);
  });

  it("tell later rounds by their verdicts alone, and know where a round starts", () => {
    const beats = planLog("forced-after-five-rounds", "en");
    expect(beats.map(({ kind, round }) => `${kind} ${round}`)).toEqual([
      "asked 0", "understood 0", "invited 0", "firstAnswer 0", "answers 1", "plan 1", "review 1", "verdict 1", "plan 2", "review 2", "verdict 2",
      "verdict 3", "verdict 4", "verdict 5", "outcome 5", "poster 5",
    ]);
    expect(beats[findRoundStart(beats, 6, 1) ?? -1]).toMatchObject({ kind: "plan", round: 2 });
    expect(beats[findRoundStart(beats, 9, -1) ?? -1]).toMatchObject({ kind: "plan", round: 1 });
    expect(findRoundStart(beats, 13, 1)).toBeNull();
  });

  it.each(["subnet-closes-a-gap", "forced-after-five-rounds", "in-english", "conditions-and-wishes", "withdraw-after-the-outcome"])("of %s take about a minute", (name) => {
    for (const language of LOCALES) {
      const seconds = getWholeDuration(planLog(name, language)) / 1000;
      expect(seconds).toBeGreaterThanOrEqual(45);
      expect(seconds).toBeLessThanOrEqual(75);
    }
  });

  it.each(RECORDED_LOGS)("of %s are each told in a whole sentence, held long enough to be read", (name) => {
    for (const language of LOCALES) {
      for (const { sentence, durationMs, kind } of planLog(name, language)) {
        expect(sentence, kind).not.toMatch(RAW_VALUE);
        expect(sentence, kind).not.toBe("");
        expect(measureText(sentence), sentence).toBeLessThanOrEqual(TWO_LINES);
        expect(durationMs, sentence).toBeGreaterThanOrEqual(1900);
        // Nearly as slow as subtitles, which are read at 9 Chinese or 20 other characters a second.
        const wide = Array.from(sentence).filter(isWide).length;
        const seconds = wide / 11 + (Array.from(sentence).length - wide) / 24;
        expect(durationMs / 1000, sentence).toBeGreaterThanOrEqual(seconds);
      }
    }
  });

  it("keep hostile texts inert, on one line and short", () => {
    const hostile = "\u202e<img src=x onerror=alert(1)>\n\n{{constructor}} " + "很长的话".repeat(500);
    const spoil = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(spoil);
      if (typeof value !== "object" || value === null) return value;
      const texts = ["display_name", "reasoning", "decline_reason", "contribution", "adjustment_request", "raw_input", "gap_type", "reason", "content"];
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, texts.includes(key) && typeof item === "string" ? hostile : spoil(item)]));
    };
    for (const language of LOCALES) {
      for (const { sentence } of planLog("conditions-and-wishes", language, (entry) => spoil(entry) as LogEntry)) {
        expect(sentence).not.toMatch(/[\n\u202a-\u202e]/);
        expect(measureText(sentence), sentence).toBeLessThanOrEqual(TWO_LINES);
      }
    }
  });
});
