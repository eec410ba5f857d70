// Display names of the agents in a demand.
import { readObjects, readString } from "./readJson";
import type { ChannelPart, DemandView } from "./types";

/**
 * Create a function from agent id to display name; unknown ids are returned unchanged. Names from the demand's own
 * channel take precedence over those from subnets.
 */
export function createNameLookup(view: DemandView): (agentId: string) => string {
  const parts: readonly ChannelPart[] = [...(view.subnets ?? []).map(({ channel }) => channel), view];
  const holders = [...parts.flatMap((part) => readObjects(part?.proposal?.assignments)), ...parts.flatMap((part) => readObjects(part?.candidates))];
  const names = new Map(holders.map(({ agent_id, display_name }) => [readString(agent_id), readString(display_name)] as const).filter(([, name]) => name !== ""));
  return (agentId) => names.get(agentId) ?? agentId;
}
