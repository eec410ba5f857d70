// Page with all agents: search, details, create, edit, import.
import { useCallback, useState } from "react";
import { useSearchParams } from "react-router";
import { useUpdateSearchParams } from "../../ui/useUpdateSearchParams";
import { requestSignIn, useSession, useSessionStore } from "../session/session";
import { AgentDetails } from "./AgentDetails";
import { AgentList } from "./AgentList";
import { useAgentFilters } from "./useAgentFilters";
import { ImportPanel } from "./ImportPanel";
import { OpenToEverybody } from "./OpenToEverybody";
import { SidePanel } from "./SidePanel";
import { ProfileForm } from "./ProfileForm";
import { SearchField } from "./SearchField";
import { MAX_SEARCH_CHARS, type Profile } from "./agentsApi";
import type { ImportRecord } from "./importRecord";
import { MESSAGES } from "./messages";
import "./agents.css";

/** Content of the side panel other than the details of the agent in the URL. */
type PanelContent = { readonly kind: "add" | "import" } | { readonly kind: "edit"; readonly profile: Profile };

/** Page `/agents`; query, filters and selected agent are URL parameters. */
export function AgentsPage() {
  const messages = MESSAGES.useCurrent();
  const admin = useSession()?.admin === true;
  const signInOpen = useSessionStore((state) => state.signInOpen);
  const [params] = useSearchParams();
  const update = useUpdateSearchParams();
  const [requestedContent, setContent] = useState<PanelContent | null>(null);
  const [revision, setRevision] = useState(0);
  const [lastImport, setLastImport] = useState<ImportRecord | null>(null);
  const { filters, setFilters } = useAgentFilters();
  // Keep an administrator's unsaved form while they sign in again.
  const content = admin || signInOpen ? requestedContent : null;
  const q = (params.get("q") ?? "").trim().slice(0, MAX_SEARCH_CHARS);
  const agentId = params.get("agent");

  const setParam = useCallback((name: "q" | "agent", value: string) => {
    update((changed) => {
      if (value === "") changed.delete(name);
      else changed.set(name, value);
    }, { replace: name === "q" });
  }, [update]);
  const search = useCallback((text: string) => { setParam("q", text); }, [setParam]);
  const showChanged = (shown: string): void => {
    setRevision((before) => before + 1);
    setContent(null);
    setParam("agent", shown);
  };
  const closePanel = (): void => { setContent(null); };

  return (
    <div className="agents">
      <div className="row agents-head">
        <h1>{messages.title}</h1>
        {admin ? (
          <OpenToEverybody>
            <span className="row">
              <button type="button" className="button button-main" onClick={() => { setContent({ kind: "add" }); }}>{messages.add}</button>
              <button type="button" className="button" onClick={() => { setContent({ kind: "import" }); }}>{messages.import}</button>
            </span>
          </OpenToEverybody>
        ) : <SignInHint />}
      </div>
      <SearchField q={q} onSearch={search} />
      <div className={content || agentId !== null ? "agents-grid agents-grid-open" : "agents-grid"}>
        <AgentList q={q} filters={filters} onFilter={setFilters} revision={revision} selected={agentId} onSelect={closePanel} />
        {content?.kind === "add" && <ProfileForm key="add" onDone={showChanged} onClose={closePanel} />}
        {content?.kind === "edit" && <ProfileForm key={content.profile.agent_id} profile={content.profile} onDone={showChanged} onClose={closePanel} />}
        {content?.kind === "import" && <ImportPanel last={lastImport} onImported={(record) => { setLastImport(record); setRevision((before) => before + 1); }} onClose={closePanel} />}
        {!content && agentId !== null && (
          <AgentDetails
            key={agentId}
            agentId={agentId}
            revision={revision}
            admin={admin}
            onEdit={(profile) => { setContent({ kind: "edit", profile }); }}
            onChanged={showChanged}
            onClose={() => { setParam("agent", ""); }}
          />
        )}
        {!content && agentId === null && <SidePanel><p className="soft">{messages.choose}</p></SidePanel>}
      </div>
    </div>
  );
}

/** Hint that changes need an administrator; renders nothing until the session is known. */
function SignInHint() {
  const messages = MESSAGES.useCurrent();
  const session = useSession();
  if (session === null) return null;
  if (session.user_id !== null || !session.sign_in) return <p className="small soft">{messages.mayChange}</p>;
  return (
    <p className="row small soft">
      {messages.notSignedIn}
      <button type="button" className="button button-quiet" onClick={() => void requestSignIn()}>{messages.signIn}</button>
    </p>
  );
}
