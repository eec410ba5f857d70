// Values and validation of the answer form, and conversion to a request body.
import type { Answer, Question } from "./questionState";

/** Values of the form as typed. */
export interface AnswerFormValues {
  readonly choice: string;
  readonly contribution: string;
  readonly conditions: string;
  readonly request: string;
  readonly reason: string;
}

/** Values of an empty form. */
export const EMPTY_ANSWER: AnswerFormValues = { choice: "", contribution: "", conditions: "", request: "", reason: "" };

/** Name of a form field. */
export type AnswerField = keyof AnswerFormValues;

/** Return the fields to show for a choice, in order, and which of the fields are required. */
export function getFormFields(kind: Question["kind"], choice: string): { readonly shown: readonly AnswerField[]; readonly required: readonly AnswerField[] } {
  if (kind === "invitation") {
    if (choice === "participate") return { shown: ["contribution", "reason"], required: [] };
    if (choice === "conditional") return { shown: ["contribution", "conditions", "reason"], required: ["conditions"] };
    return choice === "decline" ? { shown: ["reason"], required: [] } : { shown: [], required: ["choice"] };
  }
  if (choice === "negotiate") return { shown: ["request", "reason"], required: ["request"] };
  return choice === "" ? { shown: [], required: ["choice"] } : { shown: ["reason"], required: [] };
}

/** Return the required fields that are blank. */
export function getMissingFields(kind: Question["kind"], form: AnswerFormValues): readonly AnswerField[] {
  return getFormFields(kind, form.choice).required.filter((name) => form[name].trim() === "");
}

/** Convert an answer to the form values that give it. */
export function toAnswerFormValues(answer: Answer): AnswerFormValues {
  if ("feedback_type" in answer) return { ...EMPTY_ANSWER, choice: answer.feedback_type, request: answer.adjustment_request ?? "", reason: answer.reasoning ?? "" };
  const reason = answer.decision === "decline" ? answer.decline_reason : answer.reasoning;
  return { ...EMPTY_ANSWER, choice: answer.decision, contribution: answer.contribution ?? "", conditions: (answer.conditions ?? []).join("\n"), reason: reason ?? "" };
}

/** Convert the form values to the request body. */
export function toAnswer(kind: Question["kind"], form: AnswerFormValues): Answer {
  const reason = form.reason.trim();
  if (kind === "review") {
    const request = form.request.trim();
    return {
      feedback_type: form.choice as "accept" | "negotiate" | "reject" | "withdraw",
      concerns: [],
      reasoning: reason,
      ...(form.choice === "negotiate" ? { adjustment_request: request } : {}),
    };
  }
  const decision = form.choice as "participate" | "conditional" | "decline";
  if (decision === "decline") {
    return { decision, conditions: [], negotiation_points: [], reasoning: "", ...(reason ? { decline_reason: reason } : {}) };
  }
  const contribution = form.contribution.trim();
  return {
    decision,
    conditions: decision === "conditional" ? splitLines(form.conditions) : [],
    negotiation_points: [],
    reasoning: reason,
    ...(contribution ? { contribution } : {}),
  };
}

function splitLines(text: string): string[] {
  return text.split("\n").map((line) => line.trim()).filter(Boolean);
}
