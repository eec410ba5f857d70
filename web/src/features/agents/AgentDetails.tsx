// Panel with an agent's profile; administrators also see private fields and actions.
import { useState, type ReactNode } from "react";
import { escapeBidi } from "../../ui/escapeBidi";
import { Badge } from "../../ui/Badge";
import { UserText } from "../../ui/UserText";
import { ErrorNote } from "../../ui/ErrorNote";
import { useAction } from "../../ui/useAction";
import { useFormat } from "../../i18n/format";
import { useLocale, useLocaleStore } from "../../i18n/locale";
import { formatUnits } from "../../i18n/money";
import { AttendanceToggle } from "../humanInTheLoop/AttendanceToggle";
import { useAttendanceStore } from "../humanInTheLoop/attendanceStore";
import { InvitationLinks } from "../invitation/InvitationLinks";
import { withSignIn } from "../session/session";
import { DeleteDialog } from "./DeleteDialog";
import { OpenToEverybody } from "./OpenToEverybody";
import { SidePanel } from "./SidePanel";
import { deleteAgent, getAgent, getProfile, putAgent, type Agent, type Profile } from "./agentsApi";
import { getLanguageName } from "./languageName";
import { useResource } from "./useResource";
import { PROFILE_FORM_MESSAGES as FORM } from "./profileFormMessages";
import { DEFAULT_CURRENCY } from "./profileFormValues";
import { MESSAGES } from "./messages";

interface Props {
  readonly agentId: string;
  /** Incremented after every change; a new value refetches. */
  readonly revision: number;
  readonly admin: boolean;
  readonly onEdit: (profile: Profile) => void;
  /** Called after a change with the id of the agent to show, "" after a deletion. */
  readonly onChanged: (agentId: string) => void;
  readonly onClose: () => void;
}

/** Details of one agent, with attendance toggle and administrator actions. */
export function AgentDetails({ agentId, revision, admin, onEdit, onChanged, onClose }: Props) {
  const messages = MESSAGES.useCurrent();
  const { data: agent, error } = useResource(`${revision} ${agentId}`, (signal) => getAgent(agentId, signal));
  // An inactive agent is never invited, so there is nothing to attend; an existing attendance can still be stopped.
  const answeredByUser = useAttendanceStore((state) => agentId in state.agents);
  const notFound = error?.status === 404;
  return (
    <SidePanel title={<bdi>{escapeBidi(agent?.display_name ?? agentId)}</bdi>} onClose={onClose}>
      {notFound && <p role="alert">{messages.gone}</p>}
      {error && !notFound && <ErrorNote error={error} />}
      {!agent && !error && <p className="soft">{messages.loading}</p>}
      {agent && (
        <>
          <PublicFields agent={agent} />
          {admin && <AdminFields agentId={agent.agent_id} revision={revision} />}
          {(agent.active ?? true) || answeredByUser ? <div className="row"><AttendanceToggle agentId={agent.agent_id} /></div> : null}
          <InvitationLinks agentId={agent.agent_id} />
          {admin && <OpenToEverybody><AdminActions agent={agent} onEdit={onEdit} onChanged={onChanged} /></OpenToEverybody>}
        </>
      )}
    </SidePanel>
  );
}

/** Fields of a profile that everybody may see. */
export function PublicFields({ agent }: { readonly agent: Agent }) {
  const messages = MESSAGES.useCurrent();
  const language = useLocaleStore((state) => state.locale);
  const active = agent.active ?? true;
  return (
    <dl className="agents-fields">
      <Field name={messages.status}>
        <span className="row">
          <Badge tone={active ? "good" : "warn"}>{active ? messages.active : messages.inactive}</Badge>
          {agent.remote && <Badge>{messages.remote}</Badge>}
        </span>
      </Field>
      {agent.summary && <Field name={messages.summary}><UserText text={agent.summary} /></Field>}
      <Field name={messages.capabilities}><TagList items={agent.capabilities} tone="brand" /></Field>
      <Field name={messages.tags}><TagList items={agent.tags} /></Field>
      <Field name={messages.location}>{agent.location ? <UserText text={agent.location} /> : <span className="soft">{messages.unsaid}</span>}</Field>
      <Field name={messages.languages}><TagList items={(agent.languages ?? []).map((code) => getLanguageName(code, language))} /></Field>
      <Field name={messages.id}><code>{agent.agent_id}</code></Field>
    </dl>
  );
}

/** Fields that only an administrator may see: owner, price, capacity. */
function AdminFields({ agentId, revision }: { readonly agentId: string; readonly revision: number }) {
  const messages = MESSAGES.useCurrent();
  const { label } = FORM.useCurrent();
  const language = useLocale();
  const { number } = useFormat();
  const { data: profile, error } = useResource(`${revision} ${agentId}`, (signal) => getProfile(agentId, signal));
  if (error) return <ErrorNote error={error} />;
  if (!profile) return null;
  const formatOptional = (value: number | null | undefined) => (value == null ? <span className="soft">{messages.unsaid}</span> : number(value));
  return (
    <dl className="agents-fields" data-part="OwnFields">
      <Field name={label.user_id}>{profile.user_id ? <UserText text={profile.user_id} /> : <span className="soft">{messages.unsaid}</span>}</Field>
      <Field name={label.price}>{profile.price == null ? formatOptional(null) : formatUnits(profile.price, profile.currency ?? DEFAULT_CURRENCY, language)}</Field>
      <Field name={label.capacity}>{formatOptional(profile.capacity)}</Field>
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

function TagList({ items = [], tone = "plain" }: { readonly items?: readonly string[] | undefined; readonly tone?: "plain" | "brand" }) {
  const messages = MESSAGES.useCurrent();
  if (items.length === 0) return <span className="soft">{messages.unsaid}</span>;
  return (
    <span className="row agents-words">
      {items.map((word, index) => <Badge key={`${index} ${word}`} tone={tone}><bdi>{escapeBidi(word)}</bdi></Badge>)}
    </span>
  );
}

type AdminActionsProps = Pick<Props, "onEdit" | "onChanged"> & { readonly agent: Agent };

function AdminActions({ agent, onEdit, onChanged }: AdminActionsProps) {
  const messages = MESSAGES.useCurrent();
  const { busy, error, run } = useAction();
  const [confirming, setConfirming] = useState(false);
  const agentId = agent.agent_id;
  const active = agent.active ?? true;

  const change = (action: () => Promise<void>): void => void run(() => withSignIn(action));
  const toggle = async (): Promise<void> => {
    await putAgent({ ...(await getProfile(agentId)), active: !active });
    onChanged(agentId);
  };
  const remove = async (): Promise<void> => {
    setConfirming(false);
    await deleteAgent(agentId);
    onChanged("");
  };
  return (
    <div className="stack">
      <div className="row">
        <button type="button" className="button" disabled={busy} onClick={() => { change(async () => { onEdit(await getProfile(agentId)); }); }}>{messages.edit}</button>
        <button type="button" className="button" disabled={busy} onClick={() => { change(toggle); }}>{active ? messages.deactivate : messages.activate}</button>
        <button type="button" className="button button-bad" aria-haspopup="dialog" disabled={busy} onClick={() => { setConfirming(true); }}>{messages.delete}</button>
      </div>
      {error && <ErrorNote error={error} />}
      {confirming && <DeleteDialog name={agent.display_name} onDelete={() => { change(remove); }} onClose={() => { setConfirming(false); }} />}
    </div>
  );
}
