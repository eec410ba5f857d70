// Input components of the profile form, each with label, hint and validation problems.
import { useId, useState, type ReactNode } from "react";
import { lookUp } from "../../eventLog/readJson";
import { PROFILE_FORM_MESSAGES } from "./profileFormMessages";
import { splitLines, type ProfileField, type ProfileFormValues, type MultilineField, type SingleLineField } from "./profileFormValues";

/** Values of the form and access to its validation problems, shared by all fields. */
export interface ProfileFormContext {
  readonly form: ProfileFormValues;
  readonly setValues: (change: Partial<ProfileFormValues>) => void;
  /** Return the problems of a field as messages. */
  readonly getProblems: (field: ProfileField) => readonly string[];
}

interface FieldAria {
  readonly id: string;
  readonly "aria-invalid": boolean;
  readonly "aria-describedby": string;
}

function LabelledField({ name, context, children }: { readonly name: ProfileField; readonly context: ProfileFormContext; readonly children: (aria: FieldAria) => ReactNode }) {
  const messages = PROFILE_FORM_MESSAGES.useCurrent();
  const id = useId();
  const problems = context.getProblems(name);
  const hint = lookUp(messages.hint, name);
  return (
    <div className="field">
      <label htmlFor={id}>{messages.label[name]}</label>
      {children({ id, "aria-invalid": problems.length > 0, "aria-describedby": `${id}-about` })}
      <span id={`${id}-about`} className="stack agents-about">
        {hint !== null && <span className="hint">{hint}</span>}
        {problems.map((problem) => <span key={problem} className="problem">{problem}</span>)}
      </span>
    </div>
  );
}

interface TextInputProps {
  readonly name: SingleLineField;
  readonly context: ProfileFormContext;
  readonly fixed?: boolean;
  readonly numeric?: boolean;
  readonly choices?: readonly string[];
}

/** Single-line text input of a profile field. */
export function TextInput({ name, context, fixed = false, numeric = false, choices }: TextInputProps) {
  return (
    <LabelledField name={name} context={context}>
      {(aria) => (
        <>
          <input
            {...aria}
            className="input"
            dir="auto"
            autoComplete="off"
            readOnly={fixed}
            inputMode={numeric ? "numeric" : undefined}
            list={choices && `${aria.id}-choices`}
            value={context.form[name]}
            onChange={({ target }) => { context.setValues({ [name]: target.value }); }}
          />
          {choices && <datalist id={`${aria.id}-choices`}>{choices.map((choice) => <option key={choice} value={choice} />)}</datalist>}
        </>
      )}
    </LabelledField>
  );
}

/** Multi-line text input of a profile field. */
export function TextArea({ name, context, rows }: { readonly name: MultilineField | "summary"; readonly context: ProfileFormContext; readonly rows: number }) {
  return (
    <LabelledField name={name} context={context}>
      {(aria) => (
        <textarea
          {...aria}
          className="input"
          dir="auto"
          rows={rows}
          value={context.form[name]}
          onChange={({ target }) => { context.setValues({ [name]: target.value }); }}
        />
      )}
    </LabelledField>
  );
}

/** Text area of dates with a date picker that adds to it. */
export function FreeDatesField({ context }: { readonly context: ProfileFormContext }) {
  const messages = PROFILE_FORM_MESSAGES.useCurrent();
  const [date, setDate] = useState("");
  const add = (): void => {
    const dates = new Set([...splitLines(context.form.free_dates), date]);
    context.setValues({ free_dates: [...dates].sort().join("\n") });
    setDate("");
  };
  return (
    <div className="stack agents-dates">
      <TextArea name="free_dates" context={context} rows={2} />
      <span className="row">
        <input type="date" className="input" aria-label={messages.date} value={date} onChange={({ target }) => { setDate(target.value); }} />
        <button type="button" className="button" disabled={date === ""} onClick={add}>{messages.addDate}</button>
      </span>
    </div>
  );
}

/** Checkboxes for busy weekdays. */
export function WeekdaysField({ context }: { readonly context: ProfileFormContext }) {
  const messages = PROFILE_FORM_MESSAGES.useCurrent();
  const { busy_weekdays: busy } = context.form;
  const problems = context.getProblems("busy_weekdays");
  return (
    <fieldset className="field">
      <legend>{messages.label.busy_weekdays}</legend>
      <span className="row">
        {messages.weekdays.map((name, day) => (
          <label key={name} className="agents-check">
            <input
              type="checkbox"
              checked={busy.includes(day)}
              onChange={({ target }) => { context.setValues({ busy_weekdays: target.checked ? [...busy, day] : busy.filter((other) => other !== day) }); }}
            />
            {name}
          </label>
        ))}
      </span>
      {problems.map((problem) => <span key={problem} className="problem">{problem}</span>)}
    </fieldset>
  );
}

/** Checkbox of a boolean profile field. */
export function CheckboxField({ name, context }: { readonly name: "remote" | "active"; readonly context: ProfileFormContext }) {
  const messages = PROFILE_FORM_MESSAGES.useCurrent();
  return (
    <label className="agents-check">
      <input type="checkbox" checked={context.form[name]} onChange={({ target }) => { context.setValues({ [name]: target.checked }); }} />
      {messages.label[name]}
    </label>
  );
}
