// The day of a plan.
import type { NormalizedPlan } from "./normalizedPlan";

/** Return the day of a plan, YYYY-MM-DD: that of its last milestone with a date that exists, else its start; "" when neither has one. */
export function getPlanDay({ milestones, startDate }: Pick<NormalizedPlan, "milestones" | "startDate">): string {
  return milestones.map(({ date }) => date).findLast((date) => readDay(date) !== null) ?? (readDay(startDate) === null ? "" : startDate);
}

/** Read a date (YYYY-MM-DD) as the start of that day in UTC; null for one that does not exist. */
export function readDay(date: string): Date | null {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(date) ? new Date(`${date}T00:00:00Z`) : null;
  // The Date constructor accepts or rolls over invalid days such as 31 February.
  return day === null || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== date ? null : day;
}
