// Findings of the critic over the rounds, and how they were answered.
import type { Finding, FindingAnswer, FindingItem } from "./discussion";

/** Add the answers of a planner's turn. */
export function addAnswers(findings: readonly Finding[], answers: readonly FindingAnswer[]): readonly Finding[] {
  if (answers.length === 0) return findings;
  return findings.map((finding) => {
    const own = answers.filter((answer) => answer.finding === finding.id);
    return own.length === 0 ? finding : { ...finding, answers: [...finding.answers, ...own] };
  });
}

/** Add the findings of a critic's turn; one that has been raised before is repeated. */
export function addFindings(findings: readonly Finding[], items: readonly FindingItem[], round: number): readonly Finding[] {
  const repeated = new Set(items.map(({ id }) => id));
  const known = new Set(findings.map(({ id }) => id));
  return [
    ...findings.map((finding) => (repeated.has(finding.id) ? { ...finding, repeatedIn: round } : finding)),
    ...items.filter(({ id }) => !known.has(id)).map((item) => ({ ...item, raisedIn: round, repeatedIn: round, answers: [] })),
  ];
}

/** How a finding stands: never answered, answered for good, or raised again after the answer. */
export type FindingState = "unanswered" | "accepted" | "rebutted" | "repeated";

/** Return how a finding stands. The critic speaks after the planner, so a repetition in an answer's round is later. */
export function getFindingState({ answers, repeatedIn, raisedIn }: Finding): FindingState {
  const last = answers.at(-1);
  if (last === undefined) return "unanswered";
  if (repeatedIn > raisedIn && repeatedIn >= last.round) return "repeated";
  return last.accepted ? "accepted" : "rebutted";
}

/** Whether a finding stands: never answered, or raised again after the answer. */
export function isOpen(finding: Finding): boolean {
  const state = getFindingState(finding);
  return state === "unanswered" || state === "repeated";
}

const SEVERITIES: readonly string[] = ["high", "medium", "low"];

/** Return findings with the most severe first; equal ones keep their order. */
export function sortBySeverity<F extends FindingItem>(findings: readonly F[]): readonly F[] {
  const rank = ({ severity }: FindingItem): number => (SEVERITIES.includes(severity) ? SEVERITIES.indexOf(severity) : SEVERITIES.length);
  return [...findings].sort((one, other) => rank(one) - rank(other));
}
