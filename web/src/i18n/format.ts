// Locale-aware formats for numbers, times, money and lists.
import { useLocale, type Locale } from "./locale";

const LANGUAGE_TAGS: Readonly<Record<Locale, string>> = { zh: "zh-CN", en: "en-GB" };

/** Formatting functions of one locale. */
export interface Format {
  /** Number: 1,234. */
  readonly number: (value: number) => string;
  /** Share: 0.8 → 80%. */
  readonly percent: (share: number) => string;
  /** US dollars: $0.0123, $12.34. */
  readonly usd: (value: number) => string;
  /** ISO 8601 instant: 18:03:21. */
  readonly time: (instant: string) => string;
  /** ISO 8601 instant: 18:03. */
  readonly clock: (instant: string) => string;
  /** ISO 8601 instant: 22 Jan 2026, 18:03. */
  readonly moment: (instant: string) => string;
  /** Date YYYY-MM-DD: 22 January 2026; an invalid date is returned unchanged. */
  readonly day: (date: string) => string;
  /** Date YYYY-MM-DD without its year: 22 Jan; an invalid date is returned unchanged. */
  readonly shortDay: (date: string) => string;
  /** Milliseconds: 1 min 20 s. */
  readonly duration: (ms: number) => string;
  /** List: a, b and c. */
  readonly list: (items: readonly string[]) => string;
}

function createFormat(language: Locale): Format {
  const tag = LANGUAGE_TAGS[language];
  const number = new Intl.NumberFormat(tag);
  const percent = new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 0 });
  const usd = new Intl.NumberFormat(tag, { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol", maximumSignificantDigits: 3 });
  const dollars = new Intl.NumberFormat(tag, { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" });
  const time = new Intl.DateTimeFormat(tag, { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
  const clock = new Intl.DateTimeFormat(tag, { hour: "2-digit", minute: "2-digit", hour12: false });
  const moment = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short", hour12: false });
  const day = new Intl.DateTimeFormat(tag, { dateStyle: "long", timeZone: "UTC" });
  const shortDay = new Intl.DateTimeFormat(tag, { day: "numeric", month: "short", timeZone: "UTC" });
  const list = new Intl.ListFormat(tag, { type: "conjunction" });
  const [min, s] = language === "zh" ? [" 分 ", " 秒"] : [" min ", " s"];
  return {
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    usd: (value) => (Math.abs(value) < 1 ? usd : dollars).format(value),
    time: (instant) => formatDate(instant, (date) => time.format(date)),
    clock: (instant) => formatDate(instant, (date) => clock.format(date)),
    moment: (instant) => formatDate(instant, (date) => moment.format(date)),
    day: (date) => formatCalendarDate(date, day),
    shortDay: (date) => formatCalendarDate(date, shortDay),
    duration: (ms) => {
      const seconds = Math.max(0, Math.round(ms / 1000));
      return seconds < 60 ? `${seconds}${s}` : `${Math.floor(seconds / 60)}${min}${seconds % 60}${s}`;
    },
    list: (items) => list.format(items),
  };
}

function formatCalendarDate(date: string, format: Intl.DateTimeFormat): string {
  return formatDate(`${date}T00:00:00Z`, (at) => (at.toISOString().startsWith(date) ? format.format(at) : date), date);
}

function formatDate(instant: string, written: (date: Date) => string, otherwise = instant): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? otherwise : written(date);
}

const FORMATS: Readonly<Record<Locale, Format>> = { zh: createFormat("zh"), en: createFormat("en") };

/** Return the formats of the current locale. */
export function useFormat(): Format {
  return FORMATS[useLocale()];
}

/** Return the formats of a locale. */
export function getFormat(language: Locale): Format {
  return FORMATS[language];
}
