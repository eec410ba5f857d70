// Days of a plan: where each phase and each task lies between the first and the last day.
import type { Plan, PlanPhase } from "./plan";

const DAY_MS = 86_400_000;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Return a day as a number of days since 1970; null for anything but an existing YYYY-MM-DD. */
export function parseDay(date: string): number | null {
  const ms = ISO_DATE.test(date) ? Date.parse(`${date}T00:00:00Z`) : NaN;
  return Number.isNaN(ms) || formatDay(ms / DAY_MS) !== date ? null : ms / DAY_MS;
}

/** Return a number of days since 1970 as YYYY-MM-DD. */
export function formatDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Where a phase lies. */
export interface PhaseSpan {
  readonly phase: PlanPhase;
  readonly first: number;
  readonly last: number;
}

/** Days of a plan, as numbers of days since 1970. */
export interface PlanSpan {
  readonly first: number;
  readonly last: number;
  /** A phase without a date has no span. */
  readonly phases: readonly (PhaseSpan | null)[];
}

/**
 * Return where the phases of a plan lie: each from the day after the one before it, the first from `today`, to its last
 * task's day. Null without any date.
 */
export function getPlanSpan({ phases }: Plan, today: string): PlanSpan | null {
  const days = phases.map(({ tasks }) => tasks.map(({ due }) => parseDay(due)).filter((day) => day !== null));
  const all = days.flat();
  if (all.length === 0) return null;
  const start = Math.min(parseDay(today) ?? Infinity, ...all);
  let next = start;
  const spans = phases.map((phase, index): PhaseSpan | null => {
    const own = days[index] ?? [];
    if (own.length === 0) return null;
    const last = Math.max(...own);
    const first = Math.min(next, ...own);
    next = Math.max(next, last + 1);
    return { phase, first, last };
  });
  return { first: start, last: Math.max(...all), phases: spans };
}

/** Return the share of the span, from 0 to 1, at which a day begins. */
export function getShare(day: number, { first, last }: PlanSpan): number {
  return Math.min(1, Math.max(0, (day - first) / (last - first + 1)));
}

/** Return at most `count` days from the first to the last day, evenly apart. */
export function getTicks({ first, last }: PlanSpan, count: number): readonly number[] {
  const steps = Math.max(1, Math.min(count - 1, last - first));
  return Array.from({ length: last === first ? 1 : steps + 1 }, (_, index) => first + Math.round(((last - first) * index) / steps));
}
