// Form for creating or editing an agent profile.
import { useEffect, useState, type ReactNode } from "react";
import { escapeBidi } from "../../ui/escapeBidi";
import { ErrorNote, getFieldProblems } from "../../ui/ErrorNote";
import { useAction } from "../../ui/useAction";
import { withSignIn } from "../session/session";
import { SidePanel } from "./SidePanel";
import { addAgent, putAgent, type Profile } from "./agentsApi";
import { CheckboxField, FreeDatesField, TextArea, TextInput, WeekdaysField, type ProfileFormContext } from "./profileFields";
import { PROFILE_FORM_MESSAGES } from "./profileFormMessages";
import { EMPTY_FORM, validateProfile, toFormValues, toProfile, type ProfileField } from "./profileFormValues";

/** Temperaments that the simulated model distinguishes. */
const TEMPERAMENTS = ["even", "generous", "eager", "cautious", "busy", "proud", "stubborn"];
/** Currencies that the form proposes. */
const CURRENCIES = ["CNY", "HKD", "GBP", "EUR", "USD", "CAD", "AUD", "JPY", "KRW", "INR", "SGD", "KES", "NGN", "ZAR"];
const FIELDS = Object.keys(EMPTY_FORM) as readonly ProfileField[];

interface Props {
  /** Profile to edit; a new one is created when omitted. */
  readonly profile?: Profile;
  /** Called with the agent id after saving. */
  readonly onDone: (agentId: string) => void;
  readonly onClose: () => void;
}

/** Profile form with validation before saving. */
export function ProfileForm({ profile, onDone, onClose }: Props) {
  const messages = PROFILE_FORM_MESSAGES.useCurrent();
  const [initial] = useState(profile ? toFormValues(profile) : EMPTY_FORM);
  const [form, setForm] = useState(initial);
  useUnsavedChangesPrompt(JSON.stringify(form) !== JSON.stringify(initial));
  const [submitted, setSubmitted] = useState(false);
  const { busy, error, run } = useAction();
  const problemByField = validateProfile(form);
  const invalid = Object.keys(problemByField).length > 0;
  const idTaken = error?.code === "E014";

  const getProblems = (field: ProfileField): readonly string[] => {
    const problem = problemByField[field];
    if (submitted && problem) return [messages.fault[problem]];
    if (idTaken && field === "agent_id") return [messages.taken];
    return getFieldProblems(error, field);
  };
  const save = async (): Promise<void> => {
    const saved = await withSignIn(() => (profile ? putAgent : addAgent)(toProfile(form)));
    onDone(saved.agent_id);
  };
  const context: ProfileFormContext = { form, setValues: (change) => { setForm((before) => ({ ...before, ...change })); }, getProblems };

  return (
    <SidePanel title={profile ? messages.edit(escapeBidi(profile.display_name)) : messages.add} onClose={onClose}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setSubmitted(true);
          if (invalid) focusFirstInvalid(event.currentTarget);
          else void run(save);
        }}
      >
        <ProfileFields context={context} fixedId={profile !== undefined} />
        {submitted && invalid && <p className="refusal small" role="alert">{messages.check}</p>}
        {error && !idTaken && <ErrorNote error={error} omitFields={FIELDS} />}
        <div className="row agents-actions">
          <button type="submit" className="button button-main" disabled={busy}>{busy ? messages.busy : messages.save}</button>
          <button type="button" className="button" onClick={onClose}>{messages.cancel}</button>
        </div>
      </form>
    </SidePanel>
  );
}

/** Ask for confirmation before the page is unloaded with unsaved changes. */
function useUnsavedChangesPrompt(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const prevent = (event: BeforeUnloadEvent): void => { event.preventDefault(); };
    addEventListener("beforeunload", prevent);
    return () => { removeEventListener("beforeunload", prevent); };
  }, [unsaved]);
}

/** Focus the first invalid field after the next render. */
function focusFirstInvalid(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    const invalid = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    invalid?.focus({ preventScroll: true });
    invalid?.scrollIntoView({ block: "nearest" });
  });
}

function ProfileFields({ context, fixedId }: { readonly context: ProfileFormContext; readonly fixedId: boolean }) {
  const messages = PROFILE_FORM_MESSAGES.useCurrent();
  return (
    <>
      <FieldGroup name={messages.groups.who}>
        <TextInput name="agent_id" context={context} fixed={fixedId} />
        <TextInput name="display_name" context={context} />
        <TextInput name="user_id" context={context} />
        <TextInput name="location" context={context} />
        <TextArea name="summary" context={context} rows={3} />
        <TextArea name="languages" context={context} rows={2} />
        <CheckboxField name="active" context={context} />
      </FieldGroup>
      <FieldGroup name={messages.groups.can}>
        <TextArea name="capabilities" context={context} rows={3} />
        <TextArea name="tags" context={context} rows={3} />
        <TextInput name="capacity" context={context} numeric />
        <CheckboxField name="remote" context={context} />
      </FieldGroup>
      <FieldGroup name={messages.groups.when}>
        <TextInput name="price" context={context} numeric />
        <TextInput name="currency" context={context} choices={CURRENCIES} />
        <FreeDatesField context={context} />
        <WeekdaysField context={context} />
        <TextArea name="constraints" context={context} rows={3} />
      </FieldGroup>
      <FieldGroup name={messages.groups.character}>
        <TextArea name="interests" context={context} rows={2} />
        <TextInput name="temperament" context={context} choices={TEMPERAMENTS} />
      </FieldGroup>
    </>
  );
}

function FieldGroup({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <fieldset className="stack agents-group">
      <legend>{name}</legend>
      {children}
    </fieldset>
  );
}
