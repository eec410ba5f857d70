// What an agreed plan is for: title, day and hours, place, number of people.
import type { DemandView } from "../../eventLog/types";
import { getFormat } from "../../i18n/format";
import type { Locale } from "../../i18n/locale";
import { normalizePlan } from "../proposal/normalizedPlan";
import { getPlanDay, readDay } from "../proposal/planDay";
import { formatPeriod } from "../terms/termTexts";
import { readUnderstanding, type DemandReading } from "../understanding/demandReading";
import { formatWeekday } from "../understanding/limitWords";
import { describeLimits } from "../understanding/limitTexts";

/** Facts of a plan; "" for what is not known. */
export interface EventFacts {
  readonly title: string;
  /** Date (YYYY-MM-DD) or instant with offset. */
  readonly start: string;
  readonly end: string;
  /** Hours in the words of the demand, when the start has none. */
  readonly hours: string;
  readonly place: string;
  /** Number of people that it is for, in words. */
  readonly people: string;
}

interface Period {
  readonly start: string;
  readonly end: string;
}

/** Return the facts of the shown plan; without one, those of the demand. */
export function getEventFacts(view: DemandView, language: Locale): EventFacts {
  const reading = readUnderstanding(view.understanding);
  const { start, end } = getEventPeriod(view, reading);
  return {
    title: reading.title || (view.proposal?.summary ?? "").trim() || view.raw_input,
    start,
    end,
    hours: start.includes("T") ? "" : reading.limits.hours,
    place: reading.limits.place,
    people: describeLimits(reading, language).get("people") ?? "",
  };
}

/** Return the hours that the demand names on the plan's day, else those from the first to the last part, else the day. */
function getEventPeriod({ proposal }: DemandView, { terms, limits }: DemandReading): Period {
  const [onlyDay = ""] = limits.dates;
  if (!proposal) return { start: onlyDay, end: "" };
  const plan = normalizePlan(proposal);
  const day = getPlanDay(plan) || onlyDay;
  if (terms !== null && isInstantOn(terms.start, day)) return terms;
  const held = plan.assignments.filter(({ reserve }) => !reserve).flatMap((part) => part.terms ?? []);
  const [first] = held.map(({ start }) => start).filter((start) => isInstantOn(start, day)).toSorted(compareInstants);
  if (first === undefined) return { start: day, end: "" };
  const last = held.map(({ end }) => end).filter((end) => isInstantOn(end, day)).toSorted(compareInstants).at(-1) ?? "";
  return { start: first, end: last };
}

function isInstantOn(instant: string, day: string): boolean {
  return day !== "" && instant.startsWith(`${day}T`);
}

function compareInstants(one: string, other: string): number {
  return Date.parse(one) - Date.parse(other);
}

/** Return when it is, with the weekday: Saturday, 5 December 2026, 18:00–22:30. */
export function describeWhen({ start, end, hours }: Pick<EventFacts, "start" | "end" | "hours">, language: Locale): string {
  const day = readDay(start.slice(0, 10));
  const period = [formatPeriod(start, end, language), hours].filter((part) => part !== "").join(", ");
  if (day === null) return period;
  const weekday = formatWeekday((day.getUTCDay() + 6) % 7, language);
  const date = getFormat(language).day(start.slice(0, 10));
  return language === "zh" ? period.replace(date, `${date}（${weekday}）`).replace("）, ", "）") : `${weekday}, ${period}`;
}
