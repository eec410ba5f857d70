// Which agents are there, or fit what is searched for, and by which words?
import { useState } from "react";
import { Link, useLocation } from "react-router";
import { asText } from "../../ui/escapeBidi";
import { Avatar } from "../../ui/Avatar";
import { Badge } from "../../ui/Badge";
import { RefusalNote, isAway } from "../../ui/ErrorNote";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/locale";
import { MOST_LISTED, listAgents } from "./agentsApi";
import type { AgentHit } from "./agentsApi";
import { againAfter, useAsked } from "./useResource";
import { WORDS } from "./messages";

const FIRST = 50;
/** Capabilities that a line shows. */
const SOME = 6;

interface Props {
  readonly q: string;
  /** How often something was changed: another number asks anew. */
  readonly changes: number;
  readonly chosen: string | null;
  readonly onChosen: () => void;
}

export function AgentList({ q, changes, chosen, onChosen }: Props) {
  const words = useWords(WORDS);
  const format = useFormat();
  const [whole, showWhole] = useState<string | null>(null);
  const limit = whole === q ? MOST_LISTED : FIRST;
  const { answer, refused, busy } = useAsked(`${changes} ${limit} ${q}`, (signal) => listAgents(q, limit, signal));
  const items = answer?.items ?? [];
  const total = answer?.total ?? 0;
  const count = format.number(items.length);
  const said = (asked: string, shown: number, most: number) => {
    if (asked === "") return words.total;
    return shown < most ? words.found : words.best;
  };
  return (
    <section className="stack agents-list" aria-label={words.list} aria-busy={busy}>
      <p className="small soft" role="status">
        {busy || !answer ? (refused ? "" : words.searching) : said(q, items.length, limit)(count, format.number(total))}
      </p>
      {refused && againAfter(refused) !== null && !isAway(refused) && <p>{words.later}</p>}
      {refused && <RefusalNote refused={refused} />}
      {refused && answer && <p className="small soft">{words.stale}</p>}
      {answer && items.length === 0 && <p>{q === "" ? words.nobody : words.none}</p>}
      <ul className="agents-rows">
        {items.map((agent) => (
          <li key={agent.agent_id}><AgentRow agent={agent} chosen={agent.agent_id === chosen} onChosen={onChosen} /></li>
        ))}
      </ul>
      {items.length === FIRST && limit === FIRST && (
        <div><button type="button" className="button" onClick={() => { showWhole(q); }}>{words.more}</button></div>
      )}
      {items.length >= MOST_LISTED && <p className="small soft">{words.narrow(count)}</p>}
    </section>
  );
}

interface RowProps {
  readonly agent: AgentHit;
  readonly chosen: boolean;
  readonly onChosen: () => void;
}

export function AgentRow({ agent, chosen, onChosen }: RowProps) {
  const words = useWords(WORDS);
  const address = new URLSearchParams(useLocation().search);
  address.set("agent", agent.agent_id);
  const capabilities = agent.capabilities ?? [];
  const matched = agent.matched ?? [];
  return (
    <Link className="agents-row" to={`/agents?${address.toString()}`} aria-current={chosen ? "true" : undefined} onClick={onChosen}>
      <Avatar agentId={agent.agent_id} name={agent.display_name} />
      <span className="agents-row-text">
        <span className="row">
          <bdi className="agents-name">{asText(agent.display_name)}</bdi>
          {agent.location && <bdi className="small soft">{asText(agent.location)}</bdi>}
          {agent.remote && <Badge>{words.remote}</Badge>}
          {!(agent.active ?? true) && <Badge tone="warn">{words.inactive}</Badge>}
        </span>
        <bdi className="small soft">{asText(capabilities.slice(0, SOME).join(" · "))}</bdi>
        {matched.length > 0 && (
          <span className="row small">
            <span className="soft">{words.matched}</span>
            {matched.map((word) => <Badge key={word} tone="brand"><bdi>{asText(word)}</bdi></Badge>)}
          </span>
        )}
      </span>
    </Link>
  );
}
