// Texts of the limits of a demand, as chips show them.
import { getFormat } from "../../i18n/format";
import type { Locale } from "../../i18n/locale";
import { formatMoney } from "../../i18n/money";
import { groupDays } from "./dayRanges";
import { MESSAGES } from "./messages";
import type { DemandReading } from "./demandReading";
import { WEEKDAY_NAMES, formatWeekday } from "./limitWords";

/** Kind of limit, as the person edits it; `days` are dates and days of the week. */
export type LimitKind = "place" | "days" | "not_on" | "hours" | "people" | "budget" | "language";

/** Limit kinds in the order of the chips. */
export const LIMIT_KINDS: readonly LimitKind[] = ["place", "days", "not_on", "hours", "people", "budget", "language"];

/** Return the text of each limit that the demand states. */
export function describeLimits(reading: DemandReading, language: Locale): ReadonlyMap<LimitKind, string> {
  const { limits } = reading;
  const format = getFormat(language);
  const texts: Readonly<Record<LimitKind, string>> = {
    place: limits.place,
    days: describeDays(reading, language),
    not_on: format.list(describeDates(limits.not_on, language)),
    hours: limits.hours,
    people: limits.people === null ? "" : MESSAGES[language].people(formatRange(limits.people.min, limits.people.max, format.number)),
    budget: limits.budget === null ? reading.budgetText : formatMoney(limits.budget, language),
    language: describeLanguage(limits.language, language),
  };
  return new Map(LIMIT_KINDS.filter((kind) => texts[kind] !== "").map((kind) => [kind, texts[kind]]));
}

function describeDays({ limits, dateText }: DemandReading, language: Locale): string {
  const days = [...describeDates(limits.dates, language), ...limits.weekdays.map((day) => formatWeekday(day, language))];
  if (days.length > 0) return getFormat(language).list(days);
  return dateText === "" ? "" : getFormat(language).day(dateText);
}

/** Return the texts of days, a range of them as one. */
function describeDates(days: readonly string[], language: Locale): readonly string[] {
  return groupDays(days).map(({ first, last }) =>
    first === last ? describeDay(first, language) : MESSAGES[language].dateRange(getFormat(language).day(first), getFormat(language).day(last)),
  );
}

/** Return a date with its day of the week, or the name of a day of the week; anything else unchanged. */
export function describeDay(day: string, language: Locale): string {
  const weekday = WEEKDAY_NAMES.findIndex((name) => name === day);
  if (weekday >= 0) return formatWeekday(weekday, language);
  const written = getFormat(language).day(day);
  if (written === day) return day;
  const number = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return MESSAGES[language].weekdayAndDate(formatWeekday(number, language, "short"), written);
}

function formatRange(min: number, max: number, number: (value: number) => string): string {
  return min === max ? number(min) : `${number(min)}–${number(max)}`;
}

function describeLanguage(code: string, language: Locale): string {
  if (code === "") return "";
  try {
    return new Intl.DisplayNames([language], { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}
