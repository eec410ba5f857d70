// Readers of untyped JSON: return a value of the expected type or an empty default, and never throw.
import type { JsonObject } from "./types";

/** Return a string unchanged, a number as digits, anything else (and blank strings) as "". */
export function readString(value: unknown): string {
  if (typeof value === "string") return value.trim() === "" ? "" : value;
  return typeof value === "number" && Number.isFinite(value) ? String(value) : "";
}

/** Return the non-empty strings of an array; [] for anything else. */
export function readStrings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(readString).filter((item) => item !== "") : [];
}

/** Return a finite number, null for anything else. */
export function readNumber(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** Whether the value is exactly true. */
export function readTrue(value: unknown): boolean {
  return value === true;
}

/** Return the objects of an array; [] for anything else. */
export function readObjects<T extends object>(value: readonly T[] | null | undefined): readonly T[];
export function readObjects(value: unknown): readonly JsonObject[];
export function readObjects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** Return an object unchanged, {} for anything else. */
export function readObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Whether the value is an object and not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Return the table's value for a key; null when the key is unknown or not a string or number. */
export function lookUp<T>(table: Readonly<Record<string, T>>, key: unknown): T | null {
  return (typeof key === "string" || typeof key === "number") && Object.hasOwn(table, key) ? (table[key] ?? null) : null;
}

/** Return the table's label for a key, otherwise `formatUnknown(key)`, where "" means no key. */
export function getLabel(table: Readonly<Record<string, string>>, key: unknown, formatUnknown: (key: string) => string): string {
  return lookUp(table, key) ?? formatUnknown(readString(key));
}
