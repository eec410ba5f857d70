// Words that limits are written in: places, hours, dates and days of the week, in both languages.
import type { Locale } from "../../i18n/locale";
import type { DemandReading } from "./demandReading";

const LANGUAGE_TAGS = { zh: "zh-CN", en: "en-GB" } as const;

/** Days of the week as `not_on` names them, from Monday. */
export const WEEKDAY_NAMES = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

/** A Monday; days of the week are counted from it. */
const MONDAY = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;

/** Return the name of a day of the week, 0 (Monday) to 6. */
export function formatWeekday(day: number, language: Locale, style: "long" | "short" = "long"): string {
  return new Intl.DateTimeFormat(LANGUAGE_TAGS[language], { weekday: style, timeZone: "UTC" }).format(MONDAY + day * DAY_MS);
}

/** List the words in which the limits of a demand may stand in its text, longest first. */
export function listLimitWords({ limits, dateText, budgetText }: DemandReading, language: Locale): readonly string[] {
  const days = limits.not_on.map((day) => WEEKDAY_NAMES.findIndex((name) => name === day));
  const dates = [...limits.dates, ...limits.not_on].map((date) => new Date(`${date}T00:00:00Z`)).filter((date) => !Number.isNaN(date.getTime()));
  const words = [
    limits.place,
    limits.hours,
    dateText,
    budgetText,
    ...[...limits.weekdays, ...days.filter((day) => day >= 0)].flatMap((day) => listWeekdayWords(day, language)),
    ...dates.flatMap((date) => listDateWords(date, language)),
  ];
  return [...new Set(words.filter((word) => word !== ""))].sort((one, other) => other.length - one.length);
}

function listWeekdayWords(day: number, language: Locale): readonly string[] {
  const names = [formatWeekday(day, language), formatWeekday(day, language, "short")];
  return language === "zh" ? [...names, ...names.map((name) => name.replace(/^星期|^周/, "礼拜"))] : [...names, `${names[0] ?? ""}s`];
}

function listDateWords(date: Date, language: Locale): readonly string[] {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  const weekday = listWeekdayWords((date.getUTCDay() + 6) % 7, language);
  if (language === "zh") return [`${month}月${day}日`, `${month}月${day}号`, `${day}号`, `${year}年`, `${month}月`, ...weekday];
  const months = (["long", "short"] as const).map((style) => new Intl.DateTimeFormat(LANGUAGE_TAGS.en, { month: style, timeZone: "UTC" }).format(date));
  return [...months.flatMap((name) => [`${day} ${name}`, `${name} ${day}`, name]), ...weekday];
}
