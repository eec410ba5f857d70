// What the directory says of agents: by name, and for each need of a demand.
import { fetchJson, type Schemas } from "../../api/client";
import type { Agent, NeedSearch } from "./whyNotGrounds";

/** Number of agents that are asked for by name. */
const MAX_NAMED = 8;
/** Number of agents that are asked for by need; the gateway's maximum. */
const MAX_FOUND = 200;
/** Number of needs that are asked for. */
const MAX_NEEDS = 8;

function searchAgents(q: string, limit: number, signal: AbortSignal): Promise<Schemas["AgentPage"]> {
  return fetchJson(`agents?${new URLSearchParams({ q, limit: String(limit) }).toString()}`, { signal });
}

/** Return the agents that a text names or describes, best first. */
export async function findAgents(text: string, signal: AbortSignal): Promise<readonly Agent[]> {
  return (await searchAgents(text, MAX_NAMED, signal)).items;
}

/** Return at which place the directory finds an agent for each need. */
export function searchNeeds(agentId: string, needs: readonly string[], signal: AbortSignal): Promise<readonly NeedSearch[]> {
  return Promise.all(
    needs.slice(0, MAX_NEEDS).map(async (need) => {
      const { items } = await searchAgents(need, MAX_FOUND, signal);
      const index = items.findIndex(({ agent_id }) => agent_id === agentId);
      return { need, place: index < 0 ? null : index + 1, found: items.length, more: items.length >= MAX_FOUND };
    }),
  );
}
