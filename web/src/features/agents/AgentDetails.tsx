// What may everybody know of one agent, and what may an administrator do with it?
import { useState } from "react";
import type { ReactNode } from "react";
import { Refused } from "../../api/client";
import { asText } from "../../ui/escapeBidi";
import { Badge } from "../../ui/Badge";
import { OwnWords } from "../../ui/UserText";
import { RefusalNote } from "../../ui/ErrorNote";
import { useFormat } from "../../i18n/format";
import { useLanguage, useWords } from "../../i18n/locale";
import type { Language } from "../../i18n/locale";
import { AttendToggle } from "../humanInTheLoop/AttendanceToggle";
import { useAttending } from "../humanInTheLoop/attendanceStore";
import { signedIn } from "../session/session";
import { DeleteDialog } from "./DeleteDialog";
import { Panel } from "./SidePanel";
import { deleteAgent, getAgent, getProfile, putAgent } from "./agentsApi";
import type { Agent, Profile } from "./agentsApi";
import { useAsked } from "./useResource";
import { WORDS as FORM } from "./profileFormMessages";
import { WORDS } from "./messages";

interface Props {
  readonly agentId: string;
  /** How often something was changed: another number asks anew. */
  readonly changes: number;
  readonly admin: boolean;
  readonly onEdit: (profile: Profile) => void;
  /** It was changed; the id of the agent to show now, none when it was deleted. */
  readonly onChanged: (agentId: string) => void;
  readonly onClose: () => void;
}

export function AgentDetails({ agentId, changes, admin, onEdit, onChanged, onClose }: Props) {
  const words = useWords(WORDS);
  const { answer: agent, refused } = useAsked(`${changes} ${agentId}`, (signal) => getAgent(agentId, signal));
  // Nobody is asked for an agent that is not invited; who answers for it already may stop.
  const attended = useAttending((state) => agentId in state.agents);
  const gone = refused?.status === 404;
  return (
    <Panel title={<bdi>{asText(agent?.display_name ?? agentId)}</bdi>} onClose={onClose}>
      {gone && <p role="alert">{words.gone}</p>}
      {refused && !gone && <RefusalNote refused={refused} />}
      {!agent && !refused && <p className="soft">{words.loading}</p>}
      {agent && (
        <>
          <PublicFields agent={agent} />
          {admin && <OwnFields agentId={agent.agent_id} changes={changes} />}
          {(agent.active ?? true) || attended ? <div className="row"><AttendToggle agentId={agent.agent_id} /></div> : null}
          {admin && <Tools agent={agent} onEdit={onEdit} onChanged={onChanged} />}
        </>
      )}
    </Panel>
  );
}

export function PublicFields({ agent }: { readonly agent: Agent }) {
  const words = useWords(WORDS);
  const language = useLanguage((state) => state.language);
  const active = agent.active ?? true;
  return (
    <dl className="agents-fields">
      <Field name={words.status}>
        <span className="row">
          <Badge tone={active ? "good" : "warn"}>{active ? words.active : words.inactive}</Badge>
          {agent.remote && <Badge>{words.remote}</Badge>}
        </span>
      </Field>
      {agent.summary && <Field name={words.summary}><OwnWords text={agent.summary} /></Field>}
      <Field name={words.capabilities}><Words of={agent.capabilities} tone="brand" /></Field>
      <Field name={words.tags}><Words of={agent.tags} /></Field>
      <Field name={words.location}>{agent.location ? <OwnWords text={agent.location} /> : <span className="soft">{words.unsaid}</span>}</Field>
      <Field name={words.languages}><Words of={(agent.languages ?? []).map((code) => languageName(code, language))} /></Field>
      <Field name={words.id}><code>{agent.agent_id}</code></Field>
    </dl>
  );
}

/** What only an administrator may know besides: whose it is, what it costs, how many it serves. */
function OwnFields({ agentId, changes }: { readonly agentId: string; readonly changes: number }) {
  const words = useWords(WORDS);
  const { label } = useWords(FORM);
  const { number } = useFormat();
  const { answer: profile, refused } = useAsked(`${changes} ${agentId}`, (signal) => getProfile(agentId, signal));
  if (refused) return <RefusalNote refused={refused} />;
  if (!profile) return null;
  const said = (value: number | null | undefined) => (value == null ? <span className="soft">{words.unsaid}</span> : number(value));
  return (
    <dl className="agents-fields" data-part="OwnFields">
      <Field name={label.user_id}>{profile.user_id ? <OwnWords text={profile.user_id} /> : <span className="soft">{words.unsaid}</span>}</Field>
      <Field name={label.price}>{said(profile.price)}</Field>
      <Field name={label.capacity}>{said(profile.capacity)}</Field>
    </dl>
  );
}

function Field({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="small soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Words({ of = [], tone = "plain" }: { readonly of?: readonly string[] | undefined; readonly tone?: "plain" | "brand" }) {
  const words = useWords(WORDS);
  if (of.length === 0) return <span className="soft">{words.unsaid}</span>;
  return (
    <span className="row agents-words">
      {of.map((word, place) => <Badge key={`${place} ${word}`} tone={tone}><bdi>{asText(word)}</bdi></Badge>)}
    </span>
  );
}

/** zh → Chinese; what is no code of a language stays as it is. */
function languageName(code: string, language: Language): string {
  try {
    return new Intl.DisplayNames([language], { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}

type ToolsProps = Pick<Props, "onEdit" | "onChanged"> & { readonly agent: Agent };

function Tools({ agent, onEdit, onChanged }: ToolsProps) {
  const words = useWords(WORDS);
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const agentId = agent.agent_id;
  const active = agent.active ?? true;

  const act = async (change: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setRefused(null);
    try {
      await signedIn(change);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setRefused(error);
    } finally {
      setBusy(false);
    }
  };
  const toggle = async (): Promise<void> => {
    await putAgent({ ...(await getProfile(agentId)), active: !active });
    onChanged(agentId);
  };
  const remove = async (): Promise<void> => {
    setAsking(false);
    await deleteAgent(agentId);
    onChanged("");
  };
  return (
    <div className="stack">
      <div className="row">
        <button type="button" className="button" disabled={busy} onClick={() => void act(async () => { onEdit(await getProfile(agentId)); })}>{words.edit}</button>
        <button type="button" className="button" disabled={busy} onClick={() => void act(toggle)}>{active ? words.deactivate : words.activate}</button>
        <button type="button" className="button button-bad" aria-haspopup="dialog" disabled={busy} onClick={() => { setAsking(true); }}>{words.delete}</button>
      </div>
      {refused && <RefusalNote refused={refused} />}
      {asking && <DeleteDialog name={agent.display_name} onDelete={() => void act(remove)} onClose={() => { setAsking(false); }} />}
    </div>
  );
}
