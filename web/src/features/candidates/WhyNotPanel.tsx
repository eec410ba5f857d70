// Search for somebody, and what is known about why they were not invited.
import { useEffect, useId, useState } from "react";
import { getVisibleCount, useLogStore } from "../../eventLog/logStore";
import type { DemandView } from "../../eventLog/types";
import { Avatar } from "../../ui/Avatar";
import { ErrorNote } from "../../ui/ErrorNote";
import { escapeBidi } from "../../ui/escapeBidi";
import { useResource } from "../agents/useResource";
import { useOwnAgents } from "../humanInTheLoop/ownAgents";
import { useSession } from "../session/session";
import { WhyNotGrounds } from "./WhyNotGrounds";
import { findAgents, searchNeeds } from "./whyNotApi";
import { findGrounds, listNeeds, listOmissions, type Agent } from "./whyNotGrounds";
import { WHY_NOT_MESSAGES } from "./whyNotMessages";

/** Time (ms) without typing after which the directory is asked. */
const TYPING_MS = 300;
/** Maximum length of the search text; the gateway's own is longer. */
const MAX_CHARS = 200;

/** Field, agents found, and the explanation for the chosen one. */
export function WhyNotPanel({ view }: { readonly view: DemandView }) {
  const messages = WHY_NOT_MESSAGES.useCurrent();
  const [text, setText] = useState("");
  const wanted = useSettled(text.trim());
  const { data: agents, error } = useResource(wanted, (signal) => (wanted === "" ? Promise.resolve([]) : findAgents(wanted, signal)));
  const [chosenId, setChosenId] = useState<string | null>(null);
  const chosen = agents?.find(({ agent_id }) => agent_id === chosenId);
  const id = useId();
  return (
    <div className="stack why-not-panel" role="search" aria-label={messages.open}>
      <div className="field">
        <label htmlFor={id}>{messages.label}</label>
        <input id={id} className="input" type="search" dir="auto" maxLength={MAX_CHARS} value={text} onChange={({ target }) => { setText(target.value); }} />
      </div>
      {error && <ErrorNote error={error} />}
      <p className="soft small" role="status">{wanted !== "" && agents?.length === 0 && messages.nobody}</p>
      {agents && agents.length > 0 && (
        <ul className="row" aria-label={messages.results}>
          {agents.map((agent) => <li key={agent.agent_id}><AgentChoice agent={agent} chosen={agent === chosen} onChoose={() => { setChosenId(agent.agent_id); }} /></li>)}
        </ul>
      )}
      {chosen && <Explanation key={chosen.agent_id} agent={chosen} view={view} />}
      <p className="soft small">{messages.hint}</p>
    </div>
  );
}

/** Return a text once it has stayed the same for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => { setSettled(text); }, TYPING_MS);
    return () => { clearTimeout(timer); };
  }, [text]);
  return settled;
}

function AgentChoice({ agent, chosen, onChoose }: { readonly agent: Agent; readonly chosen: boolean; readonly onChoose: () => void }) {
  return (
    <button type="button" className="button" aria-pressed={chosen} onClick={onChoose}>
      <Avatar agentId={agent.agent_id} name={agent.display_name} />
      <bdi>{escapeBidi(agent.display_name)}</bdi>
    </button>
  );
}

function Explanation({ agent, view }: { readonly agent: Agent; readonly view: DemandView }) {
  const entries = useLogStore((log) => log.entries);
  const count = useLogStore(getVisibleCount);
  const user = useSession()?.user_id ?? null;
  const ownAgents = useOwnAgents();
  const needs = listNeeds(view);
  const { data: searches, error } = useResource(JSON.stringify([agent.agent_id, needs]), (signal) => searchNeeds(agent.agent_id, needs, signal));
  if (error) return <ErrorNote error={error} />;
  if (searches === null) return null;
  const own = user !== null && user === view.user_id ? ownAgents.map(({ agent_id }) => agent_id) : [];
  const grounds = findGrounds(agent, { view, omissions: listOmissions(entries.slice(0, count)), searches, own });
  return <WhyNotGrounds agent={agent} grounds={grounds} />;
}
