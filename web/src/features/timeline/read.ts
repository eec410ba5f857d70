// How is read what an event says, when it may say less than its type promises, or something else? Never by failing.

/** A number, or that there is none. */
export type Count = number | null;

export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" && Number.isFinite(value) ? String(value) : "";
}

export function numberOf(value: unknown): Count {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** Whether it was said that it is so. */
export function saidSo(value: unknown): boolean {
  return value === true;
}

/** The things in a list; none when it is no list. */
export function listOf<T>(value: readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? (value as readonly T[]).filter((item) => item !== null && item !== undefined) : [];
}

/** The texts in a list, without the empty ones. */
export function textsOf(value: readonly string[] | undefined): readonly string[] {
  return listOf(value).map(textOf).filter((text) => text !== "");
}

/** The word for a value of a fixed set; `odd` says one that is not in the set, or "" when none was told. */
export function wordOf(table: Readonly<Record<string, string>>, value: unknown, odd: (value: string) => string): string {
  const key = textOf(value);
  return Object.hasOwn(table, key) ? (table[key] ?? odd(key)) : odd(key);
}

/** A count as it stands in a sentence. */
export function written(count: Count): string {
  return count === null ? "—" : String(count);
}

/** A count and its noun: 1 round, 2 rounds. */
export function some(count: Count, one: string, many: string): string {
  return `${written(count)} ${count === 1 ? one : many}`;
}
