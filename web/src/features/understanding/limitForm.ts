// Values of the form for one limit, and the limits that result from them.
import { getDecimals } from "../../i18n/money";
import { groupDays, listDays, type DayRange } from "./dayRanges";
import type { DemandLimits } from "./demandReading";
import { WEEKDAY_NAMES } from "./limitWords";
import type { LimitKind } from "./limitTexts";
import type { Messages } from "./messages";

/** Why a form cannot be saved. */
export type FormProblem = keyof Messages["problem"];

/** Values as entered; each kind of limit uses some of them. */
export interface LimitValues {
  readonly text: string;
  readonly dates: readonly DayRange[];
  /** Days of the week, 0 (Monday) to 6. */
  readonly weekdays: readonly number[];
  readonly min: string;
  readonly max: string;
  readonly amount: string;
  readonly currency: string;
}

/** Maximum length of a phrase in UTF-8 bytes: the gateway cuts longer ones. */
const MAX_PHRASE_BYTES = 180;
/** Largest whole number that the gateway and this page write alike. */
const MAX_NUMBER = 1_000_000_000;

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Return the values of a form for the current limits; `currency` is proposed when there is no budget. */
export function getLimitValues(limits: DemandLimits, kind: LimitKind, currency: string): LimitValues {
  const days = kind === "not_on" ? limits.not_on : limits.dates;
  const excluded = limits.not_on.map((day) => WEEKDAY_NAMES.findIndex((name) => name === day)).filter((day) => day >= 0);
  const { people, budget } = limits;
  return {
    text: kind === "place" || kind === "hours" || kind === "language" ? limits[kind] : "",
    dates: groupDays(days.filter((day) => DATE.test(day))),
    weekdays: kind === "not_on" ? excluded : limits.weekdays,
    min: people === null ? "" : String(people.min),
    max: people === null ? "" : String(people.max),
    amount: budget === null ? "" : String(budget.amount / 10 ** getDecimals(budget.currency)),
    currency: budget?.currency ?? currency,
  };
}

/** Return the limits with one of them replaced by the form's values, or why that is impossible. */
export function applyLimitValues(limits: DemandLimits, kind: LimitKind, values: LimitValues): DemandLimits | FormProblem {
  const text = values.text.trim();
  const dates = listDays(values.dates);
  const weekdays = values.weekdays.toSorted((one, other) => one - other);
  switch (kind) {
    case "place":
    case "hours":
    case "language":
      return checkPhrase(text) ?? { ...limits, [kind]: text };
    case "days":
      if (dates === null) return "days";
      return dates.length + weekdays.length === 0 ? "day" : { ...limits, dates, weekdays };
    case "not_on":
      if (dates === null) return "days";
      return dates.length + weekdays.length === 0 ? "day" : { ...limits, not_on: [...dates, ...weekdays.map((day) => WEEKDAY_NAMES[day] ?? "")] };
    case "people":
      return applyPeople(limits, values);
    case "budget":
      return applyBudget(limits, values);
  }
}

/** Return the limits without one of them. */
export function removeLimit(limits: DemandLimits, kind: LimitKind): DemandLimits {
  switch (kind) {
    case "place":
    case "hours":
    case "language":
      return { ...limits, [kind]: "" };
    case "days":
      return { ...limits, dates: [], weekdays: [] };
    case "not_on":
      return { ...limits, not_on: [] };
    case "people":
    case "budget":
      return { ...limits, [kind]: null };
  }
}

/** Return why a text is no phrase; null when it is one. */
export function checkPhrase(text: string): FormProblem | null {
  if (text === "") return "empty";
  return new TextEncoder().encode(text).length > MAX_PHRASE_BYTES ? "long" : null;
}

/** Return a whole number that was entered, null for anything else. */
export function parseWhole(entered: string): number | null {
  const text = entered.trim();
  return /^\d+$/.test(text) && Number(text) <= MAX_NUMBER ? Number(text) : null;
}

function applyPeople(limits: DemandLimits, { min: least, max: most }: LimitValues): DemandLimits | FormProblem {
  const min = least.trim() === "" ? parseWhole(most) : parseWhole(least);
  const max = most.trim() === "" ? min : parseWhole(most);
  return min === null || max === null || min > max ? "people" : { ...limits, people: { min, max } };
}

function applyBudget(limits: DemandLimits, { amount: entered, currency }: LimitValues): DemandLimits | FormProblem {
  const text = entered.trim().replaceAll(",", "");
  const amount = Math.round(Number(text) * 10 ** getDecimals(currency));
  return /^\d+(\.\d+)?$/.test(text) && amount <= 100 * MAX_NUMBER ? { ...limits, budget: { amount, currency } } : "amount";
}
