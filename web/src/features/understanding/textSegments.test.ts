// Segments of a demand's text: spans in code points, words without spans, limits in both languages.
import { describe, expect, it } from "vitest";
import { REVIEW_TEXT, UNDERSTANDING } from "../../testUtils/reviewLog";
import { readUnderstanding } from "./demandReading";
import { splitText, type SegmentKind } from "./textSegments";

function readMarks(text: string, understanding: unknown, language: "zh" | "en"): Record<string, SegmentKind | null> {
  const segments = splitText(text, readUnderstanding(understanding), language);
  expect(segments.map((segment) => segment.text).join("")).toBe(text);
  return Object.fromEntries(segments.filter(({ kind }) => kind !== null).map((segment) => [segment.text, segment.kind]));
}

describe("splitText", () => {
  it("counts offsets in code points, after emoji, and finds limits by their words", () => {
    expect(readMarks(REVIEW_TEXT, UNDERSTANDING, "en")).toEqual({
      "Two speakers": "need", cosy: "preference", barn: "need", Leeds: "limit", Saturday: "limit", "30": "limit", "£400": "limit",
      clowns: "not_wanted", frobnicate: "not_used",
    });
  });

  it("finds dates, days of the week and numbers in Chinese", () => {
    const text = "🎂12月5日在上海办生日会，周日不行，20人，预算8千元，要场地";
    const from = Array.from(text.slice(0, text.indexOf("场地"))).length;
    const marks = readMarks(text, {
      needs: [{ id: "n1", need: "场地", span: [from, from + 2] }],
      limits: { place: "上海", dates: ["2026-12-05"], not_on: ["sunday"] },
    }, "zh");
    expect(marks).toEqual({ "12月5日": "limit", 上海: "limit", 周日: "limit", "20人": "limit", "8千元": "limit", 场地: "need" });
  });

  it("marks limits where the log says that they stand, and the background, each without what others claim", () => {
    const text = "🎂 A trio in Hull tomorrow, 3 hours, for our club";
    const span = (words: string): [number, number] => {
      const from = Array.from(text.slice(0, text.indexOf(words))).length;
      return [from, from + Array.from(words).length];
    };
    const part = (words: string) => ({ text: words, span: span(words) });
    const marks = readMarks(text, {
      needs: [{ need: "trio", span: span("trio") }],
      limits: { place: "Hull" },
      limit_words: [part("in Hull"), part("tomorrow")],
      background: [part("tomorrow, 3 hours, for our club")],
    }, "en");
    expect(marks).toEqual({ trio: "need", "in Hull": "limit", tomorrow: "limit", "3 hours, for our club": "background" });
  });

  it("does not mark words inside of other words", () => {
    const understanding = { needs: [], preferences: ["art"], limits: { place: "Ross" } };
    expect(readMarks("a party of Rossini, and art in Ross", understanding, "en")).toEqual({ art: "preference", Ross: "limit" });
  });

  it("leaves what a need claims to the need", () => {
    expect(readMarks("a trio of 3 players", { needs: [{ need: "3 players", span: [10, 19] }], preferences: ["players"] }, "en")).toEqual({ "3 players": "need" });
  });

  it.each([[5, 3], [0, 99], [-1, 2], [1], "x", null, [1.5, "2"]])("ignores the invalid span %j", (span) => {
    expect(readMarks("plain words", { needs: [{ need: "simple", span }] }, "en")).toEqual({});
  });

  it("finds a need without a span by its words", () => {
    expect(readMarks("a venue, a revenue", { needs: [{ need: "Venue" }] }, "en")).toEqual({ venue: "need" });
  });

  it("drops words from the unused ones once they are a need", () => {
    const reading = readUnderstanding({ needs: [{ need: "fire eater", span: [0, 10] }], not_understood: [{ text: "fire eater", span: [0, 10] }, { text: "qux", span: [11, 14] }] });
    expect(reading.notUnderstood.map(({ text }) => text)).toEqual(["qux"]);
  });
});
