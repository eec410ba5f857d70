// What are the inputs of a profile made of? Each has its label, its hint, and what is wrong with it.
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { useWords } from "../../i18n/locale";
import { WORDS } from "./profileFormMessages";
import { linesOf } from "./profileFormValues";
import type { Field, Form, LineField, TextField } from "./profileFormValues";

/** What the fields of one form share. */
export interface Writing {
  readonly form: Form;
  readonly set: (change: Partial<Form>) => void;
  /** What is wrong with a field, in words. */
  readonly problems: (field: Field) => readonly string[];
}

interface Described {
  readonly id: string;
  readonly "aria-invalid": boolean;
  readonly "aria-describedby": string;
}

function Labelled({ name, writing, children }: { readonly name: Field; readonly writing: Writing; readonly children: (about: Described) => ReactNode }) {
  const words = useWords(WORDS);
  const id = useId();
  const problems = writing.problems(name);
  const hint = words.hint[name];
  return (
    <div className="field">
      <label htmlFor={id}>{words.label[name]}</label>
      {children({ id, "aria-invalid": problems.length > 0, "aria-describedby": `${id}-about` })}
      <span id={`${id}-about`} className="stack agents-about">
        {hint !== undefined && <span className="hint">{hint}</span>}
        {problems.map((problem) => <span key={problem} className="problem">{problem}</span>)}
      </span>
    </div>
  );
}

interface TextProps {
  readonly name: TextField;
  readonly writing: Writing;
  readonly fixed?: boolean;
  readonly numeric?: boolean;
  readonly choices?: readonly string[];
}

export function TextInput({ name, writing, fixed = false, numeric = false, choices }: TextProps) {
  return (
    <Labelled name={name} writing={writing}>
      {(about) => (
        <>
          <input
            {...about}
            className="input"
            dir="auto"
            autoComplete="off"
            readOnly={fixed}
            inputMode={numeric ? "numeric" : undefined}
            list={choices && `${about.id}-choices`}
            value={writing.form[name]}
            onChange={({ target }) => { writing.set({ [name]: target.value }); }}
          />
          {choices && <datalist id={`${about.id}-choices`}>{choices.map((choice) => <option key={choice} value={choice} />)}</datalist>}
        </>
      )}
    </Labelled>
  );
}

export function TextArea({ name, writing, rows }: { readonly name: LineField | "summary"; readonly writing: Writing; readonly rows: number }) {
  return (
    <Labelled name={name} writing={writing}>
      {(about) => (
        <textarea
          {...about}
          className="input"
          dir="auto"
          rows={rows}
          value={writing.form[name]}
          onChange={({ target }) => { writing.set({ [name]: target.value }); }}
        />
      )}
    </Labelled>
  );
}

export function Dates({ writing }: { readonly writing: Writing }) {
  const words = useWords(WORDS);
  const [date, setDate] = useState("");
  const add = (): void => {
    const dates = new Set([...linesOf(writing.form.free_dates), date]);
    writing.set({ free_dates: [...dates].sort().join("\n") });
    setDate("");
  };
  return (
    <div className="stack agents-dates">
      <TextArea name="free_dates" writing={writing} rows={2} />
      <span className="row">
        <input type="date" className="input" aria-label={words.date} value={date} onChange={({ target }) => { setDate(target.value); }} />
        <button type="button" className="button" disabled={date === ""} onClick={add}>{words.addDate}</button>
      </span>
    </div>
  );
}

export function Weekdays({ writing }: { readonly writing: Writing }) {
  const words = useWords(WORDS);
  const { busy_weekdays: busy } = writing.form;
  const problems = writing.problems("busy_weekdays");
  return (
    <fieldset className="field">
      <legend>{words.label.busy_weekdays}</legend>
      <span className="row">
        {words.weekdays.map((name, day) => (
          <label key={name} className="agents-check">
            <input
              type="checkbox"
              checked={busy.includes(day)}
              onChange={({ target }) => { writing.set({ busy_weekdays: target.checked ? [...busy, day] : busy.filter((other) => other !== day) }); }}
            />
            {name}
          </label>
        ))}
      </span>
      {problems.map((problem) => <span key={problem} className="problem">{problem}</span>)}
    </fieldset>
  );
}

export function Check({ name, writing }: { readonly name: "remote" | "active"; readonly writing: Writing }) {
  const words = useWords(WORDS);
  return (
    <label className="agents-check">
      <input type="checkbox" checked={writing.form[name]} onChange={({ target }) => { writing.set({ [name]: target.checked }); }} />
      {words.label[name]}
    </label>
  );
}
