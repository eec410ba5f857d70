// Similarities as text.

/** Return a similarity with two decimals, or three if the third tells more: 0.90, 0.823. */
export function formatSimilarity(value: number): string {
  return value.toFixed(3).replace(/0$/, "");
}
