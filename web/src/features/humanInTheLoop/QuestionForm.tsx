// Form for answering an invitation or reviewing a plan.
import { useId, useRef, useState, type ChangeEvent, type SyntheticEvent } from "react";
import { ErrorNote } from "../../ui/ErrorNote";
import { useAction } from "../../ui/useAction";
import { submitAnswer, withdrawAnswer } from "./submitAnswer";
import { isChangeable, type PendingQuestion } from "./questionState";
import { useFocusFallback } from "./useFocusFallback";
import { EMPTY_ANSWER, getFormFields, getMissingFields, toAnswer, toAnswerFormValues, type AnswerField, type AnswerFormValues } from "./answerForm";
import { MESSAGES } from "./messages";

/**
 * Answer form. `onSent` is called when the answer was accepted, or when the form is unmounted while it contains the
 * focus. Typed text stays visible when the question is no longer open.
 */
export function QuestionForm({ pending, onSent }: { readonly pending: PendingQuestion; readonly onSent: () => void }) {
  const { question } = pending;
  const changeable = isChangeable(pending);
  const messages = MESSAGES.useCurrent();
  const id = useId();
  const formRef = useRef<HTMLFormElement>(null);
  useFocusFallback(formRef, onSent);
  const [form, setForm] = useState<AnswerFormValues>(() => (pending.answer === null ? EMPTY_ANSWER : toAnswerFormValues(pending.answer)));
  const { busy, error, run } = useAction();
  const [submitted, setSubmitted] = useState(false);
  const invitation = question.kind === "invitation";
  const choices: readonly (readonly [string, string])[] = Object.entries(invitation ? messages.decisions : messages.feedbacks);
  const readOnly = !changeable || busy;
  const missingFields = submitted && changeable ? getMissingFields(question.kind, form) : [];
  const onFieldChange = (field: AnswerField) => (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    withdrawAnswer(question);
    setForm({ ...form, [field]: event.target.value });
  };

  function send(event: SyntheticEvent): void {
    event.preventDefault();
    if (readOnly) return;
    setSubmitted(true);
    if (getMissingFields(question.kind, form).length > 0) return;
    void run(async () => {
      if (await submitAnswer(question, toAnswer(question.kind, form))) onSent();
    });
  }

  return (
    <form ref={formRef} className="stack" onSubmit={send} noValidate>
      <fieldset>
        <legend>{invitation ? messages.decision : messages.feedback}</legend>
        <div className="row">
          {choices.map(([choice, name]) => (
            <label key={choice} className="person-choice">
              <input type="radio" name={`${id}-choice`} value={choice} checked={form.choice === choice} disabled={readOnly && form.choice !== choice} onChange={onFieldChange("choice")} />
              {name}
            </label>
          ))}
        </div>
        {missingFields.includes("choice") && <p className="problem">{messages.needed}</p>}
      </fieldset>
      {getFormFields(question.kind, form.choice).shown.map((field) => (
        <div key={field} className="field">
          <label htmlFor={`${id}-${field}`}>
            {messages[field as "contribution" | "conditions" | "request" | "reason"]}
            {field === "conditions" && <span className="hint"> ({messages.perLine})</span>}
          </label>
          <textarea
            id={`${id}-${field}`}
            className="input"
            rows={field === "conditions" ? 3 : 2}
            value={form[field]}
            readOnly={readOnly}
            aria-invalid={missingFields.includes(field)}
            onChange={onFieldChange(field)}
          />
          {missingFields.includes(field) && <p className="problem">{messages.needed}</p>}
        </div>
      ))}
      {changeable && error && (error.code === "E014" ? <p className="refusal small" role="alert">{pending.answer === null ? messages.gone : messages.kept}</p> : <ErrorNote error={error} />)}
      {/* aria-disabled instead of disabled, so that the focused button keeps the focus */}
      <div><button type="submit" className="button button-main" aria-disabled={readOnly}>{messages.send}</button></div>
    </form>
  );
}
