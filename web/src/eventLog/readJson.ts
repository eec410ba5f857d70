// How is read what came over the wire, when it may be missing or strange? As a plain value, never by failing.
import type { Json } from "./types";

/** A text as it is, a number as its digits, anything else as nothing. */
export function text(value: unknown): string {
  if (typeof value === "string") return value.trim() === "" ? "" : value;
  return typeof value === "number" && Number.isFinite(value) ? String(value) : "";
}

/** The texts of a list that say something. */
export function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(text).filter((said) => said !== "") : [];
}

/** A number, or null for anything else. */
export function amount(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** Whether it was said that it is so. */
export function saidSo(value: unknown): boolean {
  return value === true;
}

/** The objects of a list. */
export function items<T extends object>(value: readonly T[] | null | undefined): readonly T[];
export function items(value: unknown): readonly Json[];
export function items(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** An object as it is, anything else as an empty one. */
export function fields(value: unknown): Json {
  return isObject(value) ? value : {};
}

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a table has for a word of a fixed set; null for a word that it does not know, or for none. */
export function known<T>(table: Readonly<Record<string, T>>, word: unknown): T | null {
  return (typeof word === "string" || typeof word === "number") && Object.hasOwn(table, word) ? (table[word] ?? null) : null;
}

/** The same as a word of its own; what a table does not know is `odd`, which is given "" for none. */
export function wordOf(table: Readonly<Record<string, string>>, word: unknown, odd: (word: string) => string): string {
  return known(table, word) ?? odd(text(word));
}
