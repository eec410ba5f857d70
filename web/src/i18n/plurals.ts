// Counts with plural forms.

/** A number, or null when it is unknown. */
export type Count = number | null;

/** Return the number as text, "—" when it is unknown. */
export function formatCount(count: Count): string {
  return count === null ? "—" : String(count);
}

/** Return a count with its noun: 1 round, 2 rounds. */
export function pluralize(count: Count, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
