// Amounts of money in their currencies.
import { describe, expect, it } from "vitest";
import { formatMoney, formatUnits, getDecimals } from "./money";

describe("an amount of money", () => {
  it.each([
    [40_000, "GBP", "£400", "£400"],
    [12_550, "EUR", "€125.50", "€125.50"],
    [12_505, "GBP", "£125.05", "£125.05"],
    [800_000, "CNY", "CN¥8,000", "¥8,000"],
    [9000, "JPY", "JP¥9,000", "JP¥9,000"],
    [150_000, "UGX", "UGX 150,000", "UGX 150,000"],
  ])("of %d %s is %s in English and %s in Chinese", (amount, currency, en, zh) => {
    const read = (text: string): string => text.replaceAll(/\s/g, " ");
    expect(read(formatMoney({ amount, currency }, "en"))).toBe(en);
    expect(read(formatMoney({ amount, currency }, "zh"))).toBe(zh);
  });

  it.each(["JPY", "KRW", "VND", "UGX"])("has no minor units in %s", (currency) => {
    expect(getDecimals(currency)).toBe(0);
    expect(formatMoney({ amount: 50_000, currency }, "en")).toContain("50,000");
  });

  it("shows an unknown currency by its letters", () => {
    expect(formatMoney({ amount: 1200, currency: "no code" }, "en")).toBe("12 no code");
    expect(formatUnits(350, "GBP", "en")).toBe("£350");
  });
});
