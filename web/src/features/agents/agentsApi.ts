// Requests for agents: list, read, create, replace, delete, import. All throw ApiError.
import { fetchJson, type Schemas } from "../../api/client";

/** Public fields of an agent. */
export type Agent = Schemas["PublicAgent"];
/** Agent in a search result, with the matched terms. */
export type AgentHit = Schemas["AgentSearchHit"];
type AgentPage = Schemas["AgentPage"];
/** Choices of the filters, with the number of agents that each would leave. */
export type Facets = Schemas["AgentFacets"];
/** Complete profile of an agent. */
export type Profile = Schemas["Profile"];
/** What an import would do. */
export type ImportPreview = Schemas["ImportPreview"];
/** Agent that an import adds or changes. */
export type ProfileChange = Schemas["ProfileChange"];
/** What the undoing of an import did. */
export type UndoResult = Schemas["UndoResult"];
/** Result of an import: counts and rejected lines. */
export type ImportSummary = Schemas["ImportResult"];

/** Maximum length of a search query, in characters. */
export const MAX_SEARCH_CHARS = 500;
/** Maximum number of agents per list request. */
export const MAX_LISTED = 200;
/** Maximum size of an import in bytes; the gateway's MOST_IMPORTED. */
export const MAX_IMPORT_BYTES = 8 * 1024 * 1024;

const getAdminPath = (agentId: string): string => `admin/agents/${encodeURIComponent(agentId)}`;

/** Filters of the list, as in the page's address; "" excludes nobody. */
export interface AgentFilters {
  readonly location: string;
  readonly capability: string;
  readonly language: string;
  /** Highest price and its currency, as "500 GBP". */
  readonly price: string;
}

/** List agents that match `q` and the filters, best first, with the choices of the filters; without `q` by id. */
export function listAgents(q: string, filters: AgentFilters, limit: number, signal: AbortSignal): Promise<AgentPage> {
  const { price, ...rest } = filters;
  const [max_price = "", currency = ""] = price.split(" ");
  const all = { q, limit: String(limit), facets: "true", ...rest, max_price, currency };
  const query = Object.entries(all).filter(([, value]) => value !== "");
  return fetchJson(`agents?${new URLSearchParams(query).toString()}`, { signal });
}

/** Get the public fields of an agent. */
export function getAgent(agentId: string, signal: AbortSignal): Promise<Agent> {
  return fetchJson(`agents/${encodeURIComponent(agentId)}`, { signal });
}

/** Get the complete profile of an agent (administrators only). */
export function getProfile(agentId: string, signal?: AbortSignal): Promise<Profile> {
  return fetchJson(getAdminPath(agentId), signal ? { signal } : {});
}

/** Create an agent; code E014 when the id is taken. */
export function addAgent(profile: Profile): Promise<Profile> {
  return fetchJson("admin/agents", { method: "POST", body: profile });
}

/** Replace an agent's profile. */
export function putAgent(profile: Profile): Promise<Profile> {
  return fetchJson(getAdminPath(profile.agent_id), { method: "PUT", body: profile });
}

/** Delete an agent. */
export function deleteAgent(agentId: string): Promise<null> {
  return fetchJson(getAdminPath(agentId), { method: "DELETE" });
}

/** Import profiles from JSON Lines, as text or as a file sent unchanged. */
export function importAgents(lines: string | Blob): Promise<ImportSummary> {
  return fetchJson("admin/agents/import", { method: "POST", rawBody: { content: lines, type: "application/x-ndjson" } });
}

/** Show what an import of the same lines would do. */
export function previewImport(lines: string | Blob): Promise<ImportPreview> {
  return fetchJson("admin/agents/import/preview", { method: "POST", rawBody: { content: lines, type: "application/x-ndjson" } });
}

/** Undo the changes of an import, except for agents that were changed since. */
export function undoImport(changes: readonly ProfileChange[]): Promise<UndoResult> {
  return fetchJson("admin/agents/import/undo", { method: "POST", body: { changes } });
}
