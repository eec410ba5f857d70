// Changes of the lists of an understanding: needs, preferences, things not wanted.
import type { JsonObject } from "../../eventLog/types";
import { toNeedsBody, toTextPartsBody, type DemandReading, type Need, type TextPart } from "./demandReading";
import { checkPhrase, parseWhole, type FormProblem } from "./limitForm";

/** Maximum number of needs: the gateway drops further ones. */
export const MAX_NEEDS = 12;
const MAX_COUNT = 1000;

/** Return the need from the form's values, or why there is none; `original` is the need that it replaces. */
export function createNeed(original: Need | null, from: TextPart | undefined, text: string, count: string): Need | FormProblem {
  const problem = checkPhrase(text.trim());
  if (problem !== null) return problem;
  const number = parseWhole(count);
  if (number === null || number < 1 || number > MAX_COUNT) return "count";
  const base = original ?? { id: "", required: true, span: from?.span ?? null };
  return { ...base, need: text.trim(), count: number };
}

/** Return the needs with `original` replaced, or removed when `changed` is null, or with `changed` added. */
export function replaceNeed(needs: readonly Need[], original: Need | null, changed: Need | null): readonly Need[] {
  const index = original === null ? -1 : needs.findIndex((need) => (original.id === "" ? need.need === original.need : need.id === original.id));
  if (index < 0) return changed === null ? needs : [...needs, changed];
  return changed === null ? needs.toSpliced(index, 1) : needs.with(index, changed);
}

/** Return the request for changed needs. */
export function createNeedsRequest(needs: readonly Need[]): JsonObject {
  return { needs: toNeedsBody(needs) };
}

/** Return the request for a list of words in which `original` is replaced, or removed when `changed` is null. */
export function createWordsRequest(reading: DemandReading, field: "preferences" | "not_wanted", original: string, changed: string | null): JsonObject {
  if (field === "preferences") {
    return { preferences: reading.preferences.flatMap((text) => (text === original ? (changed ?? []) : text)) };
  }
  const parts = reading.notWanted.flatMap((part) => (part.text === original ? (changed === null ? [] : { ...part, text: changed }) : part));
  return { not_wanted: toTextPartsBody(parts) };
}
