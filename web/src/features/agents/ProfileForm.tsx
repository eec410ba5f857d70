// How does an administrator write a profile, anew or of an agent that is there?
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Refused } from "../../api/client";
import { asText } from "../../ui/escapeBidi";
import { RefusalNote, problemsOf } from "../../ui/ErrorNote";
import { useWords } from "../../i18n/locale";
import { signedIn } from "../session/session";
import { Panel } from "./SidePanel";
import { addAgent, putAgent } from "./agentsApi";
import type { Profile } from "./agentsApi";
import { Check, Dates, TextArea, TextInput, Weekdays } from "./profileFields";
import type { Writing } from "./profileFields";
import { WORDS } from "./profileFormMessages";
import { EMPTY, faultsOf, formOf, profileOf } from "./profileFormValues";
import type { Field } from "./profileFormValues";

/** Those that the simulated model tells apart. */
const TEMPERAMENTS = ["even", "generous", "eager", "cautious", "busy", "proud", "stubborn"];
const FIELDS = Object.keys(EMPTY) as readonly Field[];

interface Props {
  /** As it is now; none = a new one. */
  readonly profile?: Profile;
  /** It was saved under this id. */
  readonly onDone: (agentId: string) => void;
  readonly onClose: () => void;
}

export function ProfileForm({ profile, onDone, onClose }: Props) {
  const words = useWords(WORDS);
  const [first] = useState(profile ? formOf(profile) : EMPTY);
  const [form, setForm] = useState(first);
  useAskedToStay(JSON.stringify(form) !== JSON.stringify(first));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const faults = faultsOf(form);
  const wrong = Object.keys(faults).length > 0;
  const taken = refused?.code === "E014";

  const problems = (field: Field): readonly string[] => {
    const fault = faults[field];
    if (tried && fault) return [words.fault[fault]];
    if (taken && field === "agent_id") return [words.taken];
    return problemsOf(refused, field);
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    setRefused(null);
    try {
      const saved = await signedIn(() => (profile ? putAgent : addAgent)(profileOf(form)));
      onDone(saved.agent_id);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setRefused(error);
    } finally {
      setBusy(false);
    }
  };
  const writing: Writing = { form, set: (change) => { setForm((before) => ({ ...before, ...change })); }, problems };

  return (
    <Panel title={profile ? words.edit(asText(profile.display_name)) : words.add} onClose={onClose}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (wrong) showFirst(event.currentTarget);
          else if (!busy) void save();
        }}
      >
        <Fields writing={writing} fixedId={profile !== undefined} />
        {tried && wrong && <p className="refusal small" role="alert">{words.check}</p>}
        {refused && !taken && <RefusalNote refused={refused} without={FIELDS} />}
        <div className="row agents-actions">
          <button type="submit" className="button button-main" disabled={busy}>{busy ? words.busy : words.save}</button>
          <button type="button" className="button" onClick={onClose}>{words.cancel}</button>
        </div>
      </form>
    </Panel>
  );
}

/** The browser asks before the page is left or loaded anew while something is not saved. */
function useAskedToStay(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent): void => { event.preventDefault(); };
    addEventListener("beforeunload", ask);
    return () => { removeEventListener("beforeunload", ask); };
  }, [unsaved]);
}

/** Go to the first field that is wrong, once it is marked. */
function showFirst(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    wrong?.focus({ preventScroll: true });
    wrong?.scrollIntoView({ block: "nearest" });
  });
}

function Fields({ writing, fixedId }: { readonly writing: Writing; readonly fixedId: boolean }) {
  const words = useWords(WORDS);
  return (
    <>
      <Group name={words.groups.who}>
        <TextInput name="agent_id" writing={writing} fixed={fixedId} />
        <TextInput name="display_name" writing={writing} />
        <TextInput name="user_id" writing={writing} />
        <TextInput name="location" writing={writing} />
        <TextArea name="summary" writing={writing} rows={3} />
        <TextArea name="languages" writing={writing} rows={2} />
        <Check name="active" writing={writing} />
      </Group>
      <Group name={words.groups.can}>
        <TextArea name="capabilities" writing={writing} rows={3} />
        <TextArea name="tags" writing={writing} rows={3} />
        <TextInput name="capacity" writing={writing} numeric />
        <Check name="remote" writing={writing} />
      </Group>
      <Group name={words.groups.when}>
        <TextInput name="price" writing={writing} numeric />
        <Dates writing={writing} />
        <Weekdays writing={writing} />
        <TextArea name="constraints" writing={writing} rows={3} />
      </Group>
      <Group name={words.groups.character}>
        <TextArea name="interests" writing={writing} rows={2} />
        <TextInput name="temperament" writing={writing} choices={TEMPERAMENTS} />
      </Group>
    </>
  );
}

function Group({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <fieldset className="stack agents-group">
      <legend>{name}</legend>
      {children}
    </fieldset>
  );
}
