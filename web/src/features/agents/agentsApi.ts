// Requests for agents: list, read, create, replace, delete, import. All throw ApiError.
import { fetchJson, type Schemas } from "../../api/client";

/** Public fields of an agent. */
export type Agent = Schemas["PublicAgent"];
/** Agent in a search result, with the matched terms. */
export type AgentHit = Schemas["AgentSearchHit"];
type AgentPage = Schemas["AgentPage"];
/** Complete profile of an agent. */
export type Profile = Schemas["Profile"];
/** Result of an import: counts and rejected lines. */
export type ImportSummary = Schemas["ImportResult"];

/** Maximum length of a search query, in characters. */
export const MAX_SEARCH_CHARS = 500;
/** Maximum number of agents per list request. */
export const MAX_LISTED = 200;
/** Maximum size of an import in bytes; the gateway's MOST_IMPORTED. */
export const MAX_IMPORT_BYTES = 8 * 1024 * 1024;

const getAdminPath = (agentId: string): string => `admin/agents/${encodeURIComponent(agentId)}`;

/** List agents that match `q`, best first; an empty query lists by id. */
export function listAgents(q: string, limit: number, signal: AbortSignal): Promise<AgentPage> {
  return fetchJson(`agents?${new URLSearchParams({ q, limit: String(limit) }).toString()}`, { signal });
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
