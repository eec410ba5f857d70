// How are numbers, times and money written, in the language of the page?
import { useSpoken } from "./locale";
import type { Language } from "./locale";

const TAG: Readonly<Record<Language, string>> = { zh: "zh-CN", en: "en-GB" };

export interface Format {
  /** 1,234 */
  readonly number: (value: number) => string;
  /** 0.8 → 80% */
  readonly percent: (share: number) => string;
  /** dollars: $0.0123, $12.34 */
  readonly usd: (value: number) => string;
  /** an instant: 18:03:21 */
  readonly time: (instant: string) => string;
  /** an instant: 22 Jan 2026, 18:03 */
  readonly moment: (instant: string) => string;
  /** a day YYYY-MM-DD: 22 January 2026; one that there is not, 31 February, as it is said */
  readonly day: (date: string) => string;
  /** milliseconds: 1 min 20 s */
  readonly duration: (ms: number) => string;
  /** a, b and c */
  readonly list: (items: readonly string[]) => string;
}

function make(language: Language): Format {
  const tag = TAG[language];
  const number = new Intl.NumberFormat(tag);
  const percent = new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 0 });
  const usd = new Intl.NumberFormat(tag, { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol", maximumSignificantDigits: 3 });
  const dollars = new Intl.NumberFormat(tag, { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" });
  const time = new Intl.DateTimeFormat(tag, { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
  const moment = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short", hour12: false });
  const day = new Intl.DateTimeFormat(tag, { dateStyle: "long", timeZone: "UTC" });
  const list = new Intl.ListFormat(tag, { type: "conjunction" });
  const [min, s] = language === "zh" ? [" 分 ", " 秒"] : [" min ", " s"];
  return {
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    usd: (value) => (Math.abs(value) < 1 ? usd : dollars).format(value),
    time: (instant) => valid(instant, (date) => time.format(date)),
    moment: (instant) => valid(instant, (date) => moment.format(date)),
    day: (date) => valid(`${date}T00:00:00Z`, (at) => (at.toISOString().startsWith(date) ? day.format(at) : date), date),
    duration: (ms) => {
      const seconds = Math.max(0, Math.round(ms / 1000));
      return seconds < 60 ? `${seconds}${s}` : `${Math.floor(seconds / 60)}${min}${seconds % 60}${s}`;
    },
    list: (items) => list.format(items),
  };
}

function valid(instant: string, written: (date: Date) => string, otherwise = instant): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? otherwise : written(date);
}

const FORMATS: Readonly<Record<Language, Format>> = { zh: make("zh"), en: make("en") };

export function useFormat(): Format {
  return FORMATS[useSpoken()];
}

export function formatIn(language: Language): Format {
  return FORMATS[language];
}
