// What does a filled-in form say, and what is still missing in it?
import type { Answer, Question } from "./questionState";

/** What stands in the form, as it was typed. */
export interface Form {
  readonly choice: string;
  readonly contribution: string;
  readonly conditions: string;
  readonly request: string;
  readonly reason: string;
}

export const EMPTY: Form = { choice: "", contribution: "", conditions: "", request: "", reason: "" };

export type Field = keyof Form;

/** The fields that a choice asks for, in order; and those among them that cannot stay empty. */
export function fieldsOf(kind: Question["kind"], choice: string): { readonly asked: readonly Field[]; readonly needed: readonly Field[] } {
  if (kind === "invitation") {
    if (choice === "participate") return { asked: ["contribution", "reason"], needed: [] };
    if (choice === "conditional") return { asked: ["contribution", "conditions", "reason"], needed: ["conditions"] };
    return choice === "decline" ? { asked: ["reason"], needed: [] } : { asked: [], needed: ["choice"] };
  }
  if (choice === "negotiate") return { asked: ["request", "reason"], needed: ["request"] };
  return choice === "" ? { asked: [], needed: ["choice"] } : { asked: ["reason"], needed: [] };
}

/** What is needed and still blank. */
export function missing(kind: Question["kind"], form: Form): readonly Field[] {
  return fieldsOf(kind, form.choice).needed.filter((name) => form[name].trim() === "");
}

/** The form as the gateway takes it. */
export function said(kind: Question["kind"], form: Form): Answer {
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
    conditions: decision === "conditional" ? lines(form.conditions) : [],
    negotiation_points: [],
    reasoning: reason,
    ...(contribution ? { contribution } : {}),
  };
}

function lines(text: string): string[] {
  return text.split("\n").map((line) => line.trim()).filter(Boolean);
}
