// List of agents, filtered by the search query.
import { useState } from "react";
import { Link, useLocation } from "react-router";
import { escapeBidi } from "../../ui/escapeBidi";
import { Avatar } from "../../ui/Avatar";
import { Badge } from "../../ui/Badge";
import { ErrorNote, isUnreachable } from "../../ui/ErrorNote";
import { useFormat } from "../../i18n/format";
import { AgentFilters } from "./AgentFilters";
import { MAX_LISTED, listAgents, type AgentFilters as Filters, type AgentHit } from "./agentsApi";
import { getRetryDelay, useResource } from "./useResource";
import { MESSAGES } from "./messages";

const FIRST_PAGE_SIZE = 50;
/** Maximum number of capabilities shown per agent. */
const MAX_CAPABILITIES = 6;

interface Props {
  readonly q: string;
  readonly filters: Filters;
  readonly onFilter: (changes: Partial<Filters>) => void;
  /** Incremented after every change; a new value refetches. */
  readonly revision: number;
  readonly selected: string | null;
  readonly onSelect: () => void;
}

/** List of the agents that match `q`, best match first. */
export function AgentList({ q, filters, onFilter, revision, selected, onSelect }: Props) {
  const messages = MESSAGES.useCurrent();
  const format = useFormat();
  const [expandedQuery, setExpandedQuery] = useState<string | null>(null);
  const query = JSON.stringify([q, filters]);
  const limit = expandedQuery === query ? MAX_LISTED : FIRST_PAGE_SIZE;
  const { data: page, error, loading } = useResource(`${revision} ${limit} ${query}`, (signal) => listAgents(q, filters, limit, signal));
  const facets = useLast(page?.facets ?? null);
  const items = page?.items ?? [];
  const total = page?.total ?? 0;
  const count = format.number(items.length);
  const isFiltered = Object.values(filters).some((value) => value !== "");
  const getCountMessage = (shown: number, max: number) => {
    if (q === "" && !isFiltered) return messages.total;
    return shown < max ? messages.found : messages.best;
  };
  const full = q === "" ? items.length : (page?.matching_all ?? items.length);
  return (
    <section className="stack agents-list" aria-label={messages.list} aria-busy={loading}>
      <AgentFilters filters={filters} facets={facets} onFilter={onFilter} />
      <p className="small soft" role="status">
        {loading || !page ? (error ? "" : messages.searching) : getCountMessage(items.length, limit)(count, format.number(total))}
      </p>
      {error && getRetryDelay(error) !== null && !isUnreachable(error) && <p>{messages.later}</p>}
      {error && <ErrorNote error={error} />}
      {error && page && <p className="small soft">{messages.stale}</p>}
      {page && items.length === 0 && <p>{q === "" && !isFiltered ? messages.nobody : messages.none}</p>}
      <AgentRows items={items.slice(0, full)} selected={selected} onSelect={onSelect} />
      {full < items.length && <p className="small soft agents-partly">{full === 0 ? messages.noneMatchesAll : messages.partly}</p>}
      {full < items.length && <AgentRows items={items.slice(full)} selected={selected} onSelect={onSelect} />}
      {items.length === FIRST_PAGE_SIZE && limit === FIRST_PAGE_SIZE && (
        <div><button type="button" className="button" onClick={() => { setExpandedQuery(query); }}>{messages.more}</button></div>
      )}
      {items.length >= MAX_LISTED && <p className="small soft">{messages.narrow(count)}</p>}
    </section>
  );
}

/** Return the last value that was not null, so that what it fills does not empty itself while another loads. */
function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}

function AgentRows({ items, selected, onSelect }: { readonly items: readonly AgentHit[] } & Pick<Props, "selected" | "onSelect">) {
  if (items.length === 0) return null;
  return (
    <ul className="agents-rows">
      {items.map((agent) => (
        <li key={agent.agent_id}><AgentRow agent={agent} selected={agent.agent_id === selected} onSelect={onSelect} /></li>
      ))}
    </ul>
  );
}

interface RowProps {
  readonly agent: AgentHit;
  readonly selected: boolean;
  readonly onSelect: () => void;
}

/** Link to one agent, with the terms that matched. */
export function AgentRow({ agent, selected, onSelect }: RowProps) {
  const messages = MESSAGES.useCurrent();
  const address = new URLSearchParams(useLocation().search);
  address.set("agent", agent.agent_id);
  const capabilities = agent.capabilities ?? [];
  const matched = agent.matched ?? [];
  return (
    <Link className="agents-row" to={`/agents?${address.toString()}`} aria-current={selected ? "true" : undefined} onClick={onSelect}>
      <Avatar agentId={agent.agent_id} name={agent.display_name} />
      <span className="agents-row-text">
        <span className="row">
          <bdi className="agents-name">{escapeBidi(agent.display_name)}</bdi>
          {agent.location && <bdi className="small soft">{escapeBidi(agent.location)}</bdi>}
          {agent.remote && <Badge>{messages.remote}</Badge>}
          {!(agent.active ?? true) && <Badge tone="warn">{messages.inactive}</Badge>}
        </span>
        <bdi className="small soft">{escapeBidi(capabilities.slice(0, MAX_CAPABILITIES).join(" · "))}</bdi>
        {matched.length > 0 && (
          <span className="row small">
            <span className="soft">{messages.matched}</span>
            {matched.map((word) => <Badge key={word} tone="brand"><bdi>{escapeBidi(word)}</bdi></Badge>)}
          </span>
        )}
      </span>
    </Link>
  );
}
