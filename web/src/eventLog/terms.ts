// Terms of offers, points, assignments and changes, from a log of any release (INTERFACES § 6, *Terms*).
import type { Money } from "../i18n/money";
import { isJsonObject, lookUp, readNumber, readObject, readObjects, readString, readStrings } from "./readJson";

/** What a fee is for: taking part once, or each hour, day or person. */
export type FeeBasis = "event" | "hour" | "day" | "person";

const BASES: Readonly<Record<FeeBasis, FeeBasis>> = { event: "event", hour: "hour", day: "day", person: "person" };

/** Terms under which somebody takes part; what nothing is said about is null, "" or empty. */
export interface Terms {
  readonly fee: Money | null;
  readonly per: FeeBasis;
  /** Date (YYYY-MM-DD) or instant with offset. */
  readonly start: string;
  readonly end: string;
  /** Most people that can be served. */
  readonly people: number | null;
  readonly noticeDays: number | null;
  /** Share of the fee, 0 to 1, that is paid in advance. */
  readonly depositShare: number | null;
  /** The only days that are possible: dates, or `monday` to `sunday`. */
  readonly dates: readonly string[];
  /** Days that are not possible. */
  readonly notOn: readonly string[];
  readonly conditions: readonly string[];
}

/** Read terms; null when there are none. */
export function readTerms(value: unknown): Terms | null {
  if (!isJsonObject(value)) return null;
  return {
    fee: readMoney(value.fee),
    per: lookUp(BASES, value.per) ?? "event",
    start: readString(value.start),
    end: readString(value.end),
    people: readNumber(value.people),
    noticeDays: readNumber(value.notice_days),
    depositShare: readNumber(value.deposit_share),
    dates: readStrings(value.dates),
    notOn: readStrings(value.not_on),
    conditions: readObjects(value.conditions).map(({ text }) => readString(text)).filter((text) => text !== ""),
  };
}

/** Read the terms of an object, such as an offer or an assignment. */
export function readTermsOf(holder: unknown): Terms | null {
  return readTerms(readObject(holder).terms);
}

/** Read the sums of a plan's fees, one for each currency. */
export function readTotals(plan: unknown): readonly Money[] {
  return readObjects(readObject(plan).totals).flatMap((total) => readMoney(total) ?? []);
}

/** Read an amount of money; null for anything else. */
export function readMoney(value: unknown): Money | null {
  if (!isJsonObject(value)) return null;
  const [amount, currency] = [readNumber(value.amount), readString(value.currency)];
  return amount === null || currency === "" ? null : { amount, currency };
}
