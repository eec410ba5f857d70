// What does a person say to an invitation, or of a plan?
import { useId, useRef, useState } from "react";
import type { ChangeEvent, SyntheticEvent } from "react";
import { Refused } from "../../api/client";
import { RefusalNote } from "../../ui/ErrorNote";
import { useWords } from "../../i18n/locale";
import { answer, takeBack } from "./submitAnswer";
import { isChangeable } from "./questionState";
import type { Asked } from "./questionState";
import { useLeaving } from "./useFocusFallback";
import { EMPTY, fieldsOf, missing, said } from "./answerForm";
import type { Field, Form } from "./answerForm";
import { WORDS } from "./messages";

/** `onSent`: the answer has been taken, or the form leaves the page with the focus in it. What was typed stays to be read when the question is no longer open. */
export function QuestionForm({ asked, onSent }: { readonly asked: Asked; readonly onSent: () => void }) {
  const { question } = asked;
  const open = isChangeable(asked);
  const words = useWords(WORDS);
  const id = useId();
  const here = useRef<HTMLFormElement>(null);
  useLeaving(here, onSent);
  const [form, setForm] = useState<Form>(EMPTY);
  const [state, setState] = useState<"idle" | "busy">("idle");
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const invitation = question.kind === "invitation";
  const choices: readonly (readonly [string, string])[] = Object.entries(invitation ? words.decisions : words.feedbacks);
  const fixed = !open || state === "busy";
  const blank = tried && open ? missing(question.kind, form) : [];
  const write = (field: Field) => (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    takeBack(question);
    setForm({ ...form, [field]: event.target.value });
  };

  async function send(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (fixed) return;
    setTried(true);
    if (missing(question.kind, form).length > 0) return;
    setState("busy");
    setRefused(null);
    try {
      if (await answer(question, said(question.kind, form))) onSent();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setRefused(error);
    } finally {
      setState("idle");
    }
  }

  return (
    <form ref={here} className="stack" onSubmit={(event) => void send(event)} noValidate>
      <fieldset>
        <legend>{invitation ? words.decision : words.feedback}</legend>
        <div className="row">
          {choices.map(([choice, name]) => (
            <label key={choice} className="person-choice">
              <input type="radio" name={`${id}-choice`} value={choice} checked={form.choice === choice} disabled={fixed && form.choice !== choice} onChange={write("choice")} />
              {name}
            </label>
          ))}
        </div>
        {blank.includes("choice") && <p className="problem">{words.needed}</p>}
      </fieldset>
      {fieldsOf(question.kind, form.choice).asked.map((field) => (
        <div key={field} className="field">
          <label htmlFor={`${id}-${field}`}>
            {words[field as "contribution" | "conditions" | "request" | "reason"]}
            {field === "conditions" && <span className="hint"> ({words.perLine})</span>}
          </label>
          <textarea
            id={`${id}-${field}`}
            className="input"
            rows={field === "conditions" ? 3 : 2}
            value={form[field]}
            readOnly={fixed}
            aria-invalid={blank.includes(field)}
            onChange={write(field)}
          />
          {blank.includes(field) && <p className="problem">{words.needed}</p>}
        </div>
      ))}
      {open && refused && (refused.code === "E014" ? <p className="refusal small" role="alert">{words.gone}</p> : <RefusalNote refused={refused} />)}
      {/* not `disabled`: whoever is on it must not lose their place */}
      <div><button type="submit" className="button button-main" aria-disabled={fixed}>{words.send}</button></div>
    </form>
  );
}
