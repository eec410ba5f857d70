// Removal of duplicate texts from a compromise suggestion.
import { readStrings } from "../../eventLog/readJson";
import type { Outcome } from "../../eventLog/types";

type CompromiseLists = Readonly<Record<"missing" | "alternatives", readonly string[]>>;

/**
 * Return the missing items and alternatives without those that the advice or an earlier list contains. Missing items
 * are single words, so only exact matches with the advice are removed.
 */
export function dedupeCompromise(outcome: Outcome | null | undefined): CompromiseLists {
  const advice = (outcome?.compromise_suggestion ?? "").trim();
  const proposed = outcome?.compromise_proposal;
  const missing = getUniqueTexts(proposed?.missing).filter((text) => text !== advice);
  const alternatives = getUniqueTexts(proposed?.alternatives).filter((text) => !advice.includes(text) && !missing.includes(text));
  return { missing, alternatives };
}

function getUniqueTexts(list: unknown): readonly string[] {
  return [...new Set(readStrings(list).map((text) => text.trim()))].filter((text) => text !== "");
}
