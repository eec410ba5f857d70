// How does the page ask for agents, and change them?
import { ask } from "../../api/client";
import type { Schemas } from "../../api/client";

export type Agent = Schemas["Agent"];
export type AgentHit = Schemas["AgentHit"];
type Agents = Schemas["Agents"];
export type Profile = Schemas["Profile"];
export type Imported = Schemas["Imported"];

/** Characters of a search that the gateway takes. */
export const LONGEST_SEARCH = 500;
/** Agents that the gateway lists at once. */
export const MOST_LISTED = 200;
/** Bytes of an import: MOST_IMPORTED of the gateway. */
export const MOST_IMPORTED = 8 * 1024 * 1024;

const one = (agentId: string): string => `admin/agents/${encodeURIComponent(agentId)}`;

/** Those that fit `q` best; without words the first by id. Throws Refused, as all of these. */
export function listAgents(q: string, limit: number, signal: AbortSignal): Promise<Agents> {
  return ask(`agents?${new URLSearchParams({ q, limit: String(limit) }).toString()}`, { signal });
}

/** What everybody may know of one. */
export function getAgent(agentId: string, signal: AbortSignal): Promise<Agent> {
  return ask(`agents/${encodeURIComponent(agentId)}`, { signal });
}

/** All that is known of one. */
export function getProfile(agentId: string, signal?: AbortSignal): Promise<Profile> {
  return ask(one(agentId), signal ? { signal } : {});
}

/** One that must not be there yet. */
export function addAgent(profile: Profile): Promise<Profile> {
  return ask("admin/agents", { method: "POST", body: profile });
}

/** The whole profile anew. */
export function putAgent(profile: Profile): Promise<Profile> {
  return ask(one(profile.agent_id), { method: "PUT", body: profile });
}

export function deleteAgent(agentId: string): Promise<null> {
  return ask(one(agentId), { method: "DELETE" });
}

/** Profiles, a line of JSON each: a file as it is, or pasted text. */
export function importAgents(lines: string | Blob): Promise<Imported> {
  return ask("admin/agents/import", { method: "POST", text: { content: lines, type: "application/x-ndjson" } });
}
