// What does a compromise say beyond its advice? Its lists, without what the advice, or a list before, has said already.
import { texts } from "../../eventLog/readJson";
import type { Outcome } from "../../eventLog/types";

type Lists = Readonly<Record<"missing" | "alternatives", readonly string[]>>;

/** What is missing is mostly a word, which the advice may use otherwise; other ways are sentences, told or not told. */
export function saidOnce(outcome: Outcome | null | undefined): Lists {
  const advice = (outcome?.compromise_suggestion ?? "").trim();
  const proposed = outcome?.compromise_proposal;
  const missing = once(proposed?.missing).filter((one) => one !== advice);
  const alternatives = once(proposed?.alternatives).filter((one) => !advice.includes(one) && !missing.includes(one));
  return { missing, alternatives };
}

function once(list: unknown): readonly string[] {
  return [...new Set(texts(list).map((one) => one.trim()))].filter((one) => one !== "");
}
