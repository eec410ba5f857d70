// Texts of terms, and which of them a sentence says already.
import { cleanup, render } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { readTerms, type Terms } from "../../eventLog/terms";
import { useLocaleStore } from "../../i18n/locale";
import { TermFacts } from "./TermFacts";
import { describeTerms, formatFee, formatPeriod } from "./termTexts";

afterEach(cleanup);

function terms(fields: object): Terms {
  const read = readTerms(fields);
  if (read === null) throw new Error("no terms");
  return read;
}

const FULL = terms({
  fee: { amount: 38_000, currency: "GBP" }, people: 60, notice_days: 7, deposit_share: 0.3, start: "2026-12-05T19:30:00+08:00", end: "2026-12-05T22:00:00+08:00",
  dates: ["2026-12-05", "saturday"], not_on: ["sunday"], conditions: [{ kind: "food", text: "no outside food" }],
});

const texts = (of: Terms | null, said: readonly string[] = []): readonly string[] => describeTerms(of, "en", said).map(({ name, text }) => `${name}: ${text}`);

describe("terms", () => {
  it("are small facts", () => {
    expect(texts(FULL)).toEqual([
      "fee: £380", "when: 5 December 2026, 19:30–22:00", "people: at most 60", "notice: 7 days", "deposit: 30%",
      "dates: 5 December 2026 and Saturday", "notOn: Sunday", "condition: no outside food",
    ]);
    expect(describeTerms(FULL, "zh").map(({ text }) => text).slice(0, 4)).toEqual(["£380", "2026年12月5日, 19:30–22:00", "至多 60 人", "7 天"]);
  });

  it("leave out what the text says", () => {
    const said = ["The barn for £380, for 60 guests at most; 7 days ahead, 30 % in advance, no outside food"];
    expect(texts(FULL, said).map((text) => text.split(":")[0])).toEqual(["when", "dates", "notOn"]);
    const yuan = terms({ fee: { amount: 240_000, currency: "CNY" }, notice_days: 10 });
    expect(texts(yuan, ["费用2400元，提前10天"])).toEqual([]);
    expect(texts(yuan, ["费用 2,400 元"])).toEqual(["notice: 10 days"]);
  });

  it("are not said by parts of longer numbers", () => {
    expect(texts(terms({ fee: { amount: 38_000, currency: "GBP" }, people: 60 }), ["£3800 for 160 people"])).toEqual(["fee: £380", "people: at most 60"]);
  });

  it("name what the fee is for", () => {
    const fee = { amount: 4500, currency: "GBP" };
    expect((["event", "hour", "day", "person"] as const).map((per) => formatFee({ fee, per }, "en"))).toEqual(["£45", "£45 per hour", "£45 per day", "£45 per person"]);
    expect(formatFee({ fee, per: "hour" }, "zh")).toBe("每小时 £45");
  });

  it("tolerate anything", () => {
    for (const strange of [null, 7, "x", []]) expect(readTerms(strange)).toBeNull();
    expect(texts(readTerms({ fee: { amount: "many" }, per: "moon", people: "a few", start: "soon", dates: 3, conditions: [null, {}] }))).toEqual([]);
    expect(formatPeriod("soon", "", "en")).toBe("");
    expect(formatPeriod("2026-12-05", "2026-12-06", "en")).toBe("5 December 2026 – 6 December 2026");
  });

  it("are shown as a list, as plain text", () => {
    useLocaleStore.setState({ locale: "en" });
    const { container } = render(<TermFacts terms={terms({ people: 60, conditions: [{ kind: "other", text: "<img src=x>" }] })} />);
    expect(container.querySelector("[data-term=people]")?.textContent).toBe("People at most 60");
    expect(container.querySelector("img")).toBeNull();
    expect(render(<TermFacts terms={null} />).container.textContent).toBe("");
  });
});
