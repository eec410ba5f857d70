// Questions that the page shows: those the gateway lists, and those that have left its list while the page was open.
import type { LinkQuestion } from "./invitedPersonApi";

/** Whether a question can be answered, has an answer that counts, or ended without one. */
export type QuestionStanding = "open" | "answered" | "over";

/** A question and how it stands. */
export interface ShownQuestion {
  readonly question: LinkQuestion;
  readonly standing: QuestionStanding;
}

/**
 * Return the questions to show, the newest first within open and then settled ones: the listed ones, and those shown
 * before that are no longer listed, since their time or demand is over.
 */
export function mergeQuestions(shown: readonly ShownQuestion[], listed: readonly LinkQuestion[]): readonly ShownQuestion[] {
  const ids = new Set(listed.map(({ question_id }) => question_id));
  const gone = shown.filter(({ question }) => !ids.has(question.question_id)).map(({ question, standing }) => ({ question, standing: standing === "open" ? "over" : standing }) as const);
  const all = [...listed.map((question) => ({ question, standing: getStanding(question) })), ...gone];
  return all.sort((one, other) => Number(one.standing !== "open") - Number(other.standing !== "open") || other.question.asked_at.localeCompare(one.question.asked_at));
}

function getStanding({ answer }: LinkQuestion): QuestionStanding {
  if (!answer) return "open";
  return answer.answered_by === "person" ? "answered" : "over";
}
