// How does a count stand in a sentence, also one that was not told?

/** A number, or that there is none. */
export type Count = number | null;

export function written(count: Count): string {
  return count === null ? "—" : String(count);
}

/** A count and its noun: 1 round, 2 rounds. */
export function some(count: Count, one: string, many: string): string {
  return `${written(count)} ${count === 1 ? one : many}`;
}
