// Amounts of money as text: minor units, ISO 4217 currencies.
import { getFormat } from "./format";
import type { Locale } from "./locale";

/** Amount of money in minor units, with its ISO 4217 currency. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** Currencies without minor units; all others have 100 in a unit, as for the gateway. */
const WITHOUT_MINOR_UNITS: readonly string[] = ["JPY", "KRW", "VND", "UGX"];

/** Return the number of decimals of an amount in a currency. */
export function getDecimals(currency: string): number {
  return WITHOUT_MINOR_UNITS.includes(currency) ? 0 : 2;
}

/** Return an amount with its currency, without decimals when they are zero: £400, CN¥8,000. */
export function formatMoney({ amount, currency }: Money, language: Locale): string {
  return formatUnits(amount / 10 ** getDecimals(currency), currency, language);
}

/** Return an amount in whole units (pounds, yuan) with its currency. */
export function formatUnits(units: number, currency: string, language: Locale): string {
  const decimals = Number.isInteger(units) ? 0 : getDecimals(currency);
  try {
    const options = { style: "currency", currency, minimumFractionDigits: decimals, maximumFractionDigits: decimals } as const;
    return new Intl.NumberFormat(language === "zh" ? "zh-CN" : "en-GB", options).format(units);
  } catch {
    return `${getFormat(language).number(units)} ${currency}`.trim();
  }
}

/** Return the sums of amounts, one for each currency in the order of their first amount. */
export function addMoney(amounts: readonly Money[]): readonly Money[] {
  const sums = new Map<string, number>();
  for (const { amount, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums].map(([currency, amount]) => ({ amount, currency }));
}
