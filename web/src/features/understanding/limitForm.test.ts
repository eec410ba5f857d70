// Forms of needs and limits: what is sent, and what cannot be saved.
import { describe, expect, it } from "vitest";
import { UNDERSTANDING } from "../../testUtils/reviewLog";
import { groupDays, type DayRange } from "./dayRanges";
import { readUnderstanding, toLimitsBody } from "./demandReading";
import { applyLimitValues, getLimitValues, removeLimit, type LimitValues } from "./limitForm";
import { LIMIT_KINDS, describeLimits, type LimitKind } from "./limitTexts";
import { createNeed, createNeedsRequest, createWordsRequest, replaceNeed } from "./needForm";

const READING = readUnderstanding(UNDERSTANDING);
const { limits: LIMITS, needs: NEEDS } = READING;

function change(kind: LimitKind, values: Partial<LimitValues>): unknown {
  const changed = applyLimitValues(LIMITS, kind, { ...getLimitValues(LIMITS, kind, "EUR"), ...values });
  return typeof changed === "string" ? changed : toLimitsBody(changed);
}

function single(date: string): DayRange {
  return { first: date, last: date };
}

describe("limits", () => {
  it.each(LIMIT_KINDS.filter((kind) => describeLimits(READING, "en").has(kind)))("are unchanged when %s is saved as it is", (kind) => {
    expect(change(kind, {})).toEqual(UNDERSTANDING.limits);
  });

  it("change one at a time and keep the others", () => {
    expect(change("place", { text: " York " })).toEqual({ ...(UNDERSTANDING.limits as object), place: "York" });
    expect(change("people", { min: "10", max: "20" })).toMatchObject({ place: "Leeds", people: { min: 10, max: 20 } });
    expect(change("people", { min: "", max: "20" })).toMatchObject({ people: { min: 20, max: 20 } });
    expect(change("budget", { amount: "1,250.50", currency: "EUR" })).toMatchObject({ budget: { amount: 125_050, currency: "EUR" } });
    expect(change("budget", { amount: "9000", currency: "JPY" })).toMatchObject({ budget: { amount: 9000, currency: "JPY" } });
    expect(change("days", { dates: [single("2026-02-01"), single(""), single("2026-01-31")], weekdays: [5, 0] })).toMatchObject({ dates: ["2026-01-31", "2026-02-01"], weekdays: [0, 5] });
    expect(change("not_on", { dates: [single("2026-02-01")], weekdays: [6, 4] })).toMatchObject({ not_on: ["2026-02-01", "friday", "sunday"] });
  });

  it("keep a stretch of days as one range, in the form and in its text", () => {
    const december = [...Array(31).keys()].map((day) => `2026-12-${String(day + 1).padStart(2, "0")}`);
    const limits = { ...LIMITS, dates: [...december, "2027-01-04"] };
    const values = getLimitValues(limits, "days", "EUR");
    expect(values.dates).toEqual([{ first: "2026-12-01", last: "2026-12-31" }, single("2027-01-04")]);
    expect(applyLimitValues(limits, "days", values)).toEqual(limits);
    expect(groupDays(december.slice(0, 3))).toHaveLength(3);
    expect(describeLimits({ ...READING, limits }, "en").get("days")).toBe("1 December 2026 to 31 December 2026 and Mon 4 January 2027");
  });

  it("are not sent when they are removed", () => {
    for (const kind of LIMIT_KINDS) expect(describeLimits({ ...READING, limits: removeLimit(LIMITS, kind), dateText: "", budgetText: "" }, "en").has(kind)).toBe(false);
    expect(toLimitsBody(removeLimit(LIMITS, "place"))).not.toHaveProperty("place");
  });

  it.each([
    ["place", { text: "  " }, "empty"],
    ["place", { text: "长".repeat(61) }, "long"],
    ["people", { min: "20", max: "10" }, "people"],
    ["people", { min: "", max: "" }, "people"],
    ["people", { min: "a few" }, "people"],
    ["budget", { amount: "-3" }, "amount"],
    ["budget", { amount: "" }, "amount"],
    ["days", { dates: [], weekdays: [] }, "day"],
    ["not_on", { dates: [single("soon")], weekdays: [] }, "day"],
    ["days", { dates: [{ first: "2026-01-01", last: "2026-12-31" }], weekdays: [] }, "days"],
  ] as const)("reject %s %j", (kind, values, problem) => {
    expect(change(kind, values)).toBe(problem);
  });

  it("are written in the viewer's language", () => {
    expect([...describeLimits(READING, "en").values()]).toEqual(["Leeds", "Sat 24 January 2026", "Sunday", "30 people", "£400"]);
    expect([...describeLimits(READING, "zh").values()]).toEqual(["Leeds", "2026年1月24日（周六）", "星期日", "30 人", "£400"]);
  });
});

describe("needs", () => {
  const [first = null] = NEEDS;

  it("are replaced, removed and added as a whole list, with ids and spans kept", () => {
    const renamed = createNeed(first, undefined, "storytellers", "3");
    if (typeof renamed === "string") throw new Error(renamed);
    expect(createNeedsRequest(replaceNeed(NEEDS, first, renamed))).toEqual({
      needs: [{ id: "n1", need: "storytellers", count: 3, required: true, span: first?.span }, (UNDERSTANDING.needs as unknown[])[1]],
    });
    expect(replaceNeed(NEEDS, first, null).map(({ need }) => need)).toEqual(["barn"]);
    const added = createNeed(null, { text: "frobnicate", span: [1, 2] }, "juggler", "1");
    expect(createNeedsRequest([added as never])).toEqual({ needs: [{ need: "juggler", count: 1, required: true, span: [1, 2] }] });
  });

  it("that were removed meanwhile are added again rather than lost", () => {
    const renamed = createNeed(first, undefined, "storytellers", "3");
    expect(replaceNeed(NEEDS.slice(1), first, renamed as never).map(({ need }) => need)).toEqual(["barn", "storytellers"]);
  });

  it.each([["", "1", "empty"], ["x", "0", "count"], ["x", "1001", "count"], ["x", "two", "count"]])("reject %j × %j", (text, count, problem) => {
    expect(createNeed(null, undefined, text, count)).toBe(problem);
  });

  it("leave preferences and words not wanted in their lists", () => {
    expect(createWordsRequest(READING, "preferences", "cosy", "warm")).toEqual({ preferences: ["warm"] });
    expect(createWordsRequest(READING, "not_wanted", "clowns", null)).toEqual({ not_wanted: [] });
  });
});
