// Ranges of consecutive days, in which long lists of dates are shown and edited.

/** Consecutive days from `first` to `last`, YYYY-MM-DD, both included; one day has both alike. An input may be empty. */
export interface DayRange {
  readonly first: string;
  readonly last: string;
}

/** Maximum number of dates of a limit: the gateway accepts no more. */
export const MAX_DATES = 100;
/** Number of consecutive days from which on they are a range. */
const MIN_RANGE_DAYS = 4;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/** Group dates, each once and in order, into ranges; runs of fewer than four days stay single days. */
export function groupDays(dates: readonly string[]): readonly DayRange[] {
  const runs: string[][] = [];
  for (const date of dates) {
    const run = runs.at(-1);
    if (run !== undefined && toNumber(date) === toNumber(run.at(-1) ?? "") + 1) run.push(date);
    else runs.push([date]);
  }
  return runs.flatMap((run) =>
    run.length < MIN_RANGE_DAYS ? run.map((date) => ({ first: date, last: date })) : [{ first: run[0] ?? "", last: run.at(-1) ?? "" }],
  );
}

/** List the dates of ranges, each once and in order; null when they are over MAX_DATES. What is no date is left out. */
export function listDays(ranges: readonly DayRange[]): readonly string[] | null {
  const dates = new Set<string>();
  for (const { first, last } of ranges) {
    if (!DATE.test(first)) continue;
    const end = DATE.test(last) ? toNumber(last) : toNumber(first);
    if (end - toNumber(first) >= MAX_DATES) return null;
    for (let day = toNumber(first); day <= end; day += 1) dates.add(new Date(day * DAY_MS).toISOString().slice(0, 10));
  }
  return dates.size > MAX_DATES ? null : [...dates].sort();
}

/** Return a date as a number of days, NaN for anything else. */
function toNumber(date: string): number {
  return DATE.test(date) ? Date.parse(`${date}T00:00:00Z`) / DAY_MS : Number.NaN;
}
