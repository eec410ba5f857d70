// Who can be asked? All agents, searched, added, changed, imported.
import { useCallback, useState } from "react";
import { useSearchParams } from "react-router";
import { useWords } from "../../i18n/locale";
import { requestSignIn, useSession, useSessionState } from "../session/session";
import { AgentDetails } from "./AgentDetails";
import { AgentList } from "./AgentList";
import { ImportPanel } from "./ImportPanel";
import { Panel } from "./SidePanel";
import { ProfileForm } from "./ProfileForm";
import { SearchField } from "./SearchField";
import { LONGEST_SEARCH } from "./agentsApi";
import type { Profile } from "./agentsApi";
import { WORDS } from "./messages";
import "./agents.css";

/** What the panel beside the list is used for, when not for the details of the agent in the address. */
type Task = { readonly kind: "add" | "import" } | { readonly kind: "edit"; readonly profile: Profile };

export function AgentsPage() {
  const words = useWords(WORDS);
  const admin = useSession()?.admin === true;
  const asking = useSessionState((state) => state.asking);
  const [address, setAddress] = useSearchParams();
  const [wanted, setTask] = useState<Task | null>(null);
  const [changes, setChanges] = useState(0);
  // What an administrator was writing stays while they sign in again.
  const task = admin || asking ? wanted : null;
  const q = (address.get("q") ?? "").trim().slice(0, LONGEST_SEARCH);
  const agentId = address.get("agent");

  const go = useCallback((name: "q" | "agent", value: string) => {
    setAddress((before) => {
      const after = new URLSearchParams(before);
      if (value === "") after.delete(name);
      else after.set(name, value);
      return after;
    }, { replace: name === "q" });
  }, [setAddress]);
  const search = useCallback((text: string) => { go("q", text); }, [go]);
  const changed = (shown: string): void => {
    setChanges((before) => before + 1);
    setTask(null);
    go("agent", shown);
  };
  const leave = (): void => { setTask(null); };

  return (
    <div className="agents">
      <div className="row agents-head">
        <h1>{words.title}</h1>
        {admin ? (
          <span className="row">
            <button type="button" className="button button-main" onClick={() => { setTask({ kind: "add" }); }}>{words.add}</button>
            <button type="button" className="button" onClick={() => { setTask({ kind: "import" }); }}>{words.import}</button>
          </span>
        ) : <WhoMayChange />}
      </div>
      <SearchField q={q} onSearch={search} />
      <div className={task || agentId !== null ? "agents-grid agents-grid-open" : "agents-grid"}>
        <AgentList q={q} changes={changes} chosen={agentId} onChosen={leave} />
        {task?.kind === "add" && <ProfileForm key="add" onDone={changed} onClose={leave} />}
        {task?.kind === "edit" && <ProfileForm key={task.profile.agent_id} profile={task.profile} onDone={changed} onClose={leave} />}
        {task?.kind === "import" && <ImportPanel onImported={() => { setChanges((before) => before + 1); }} onClose={leave} />}
        {!task && agentId !== null && (
          <AgentDetails
            key={agentId}
            agentId={agentId}
            changes={changes}
            admin={admin}
            onEdit={(profile) => { setTask({ kind: "edit", profile }); }}
            onChanged={changed}
            onClose={() => { go("agent", ""); }}
          />
        )}
        {!task && agentId === null && <Panel><p className="soft">{words.choose}</p></Panel>}
      </div>
    </div>
  );
}

/** Nothing as long as it is not known who looks. */
function WhoMayChange() {
  const words = useWords(WORDS);
  const session = useSession();
  if (session === null) return null;
  if (session.user_id !== null || !session.sign_in) return <p className="small soft">{words.mayChange}</p>;
  return (
    <p className="row small soft">
      {words.notSignedIn}
      <button type="button" className="button button-quiet" onClick={() => void requestSignIn()}>{words.signIn}</button>
    </p>
  );
}
