// What is an agent called? By the name under which it was invited or planned with, anywhere in the demand.
import { items, text } from "./readJson";
import type { ChannelPart, DemandView } from "./types";

/** Gives the id of an agent that nobody has named. The name that was invited to the demand itself comes first. */
export function namesIn(view: DemandView): (agentId: string) => string {
  const parts: readonly ChannelPart[] = [...(view.subnets ?? []).map(({ channel }) => channel), view];
  const named = [...parts.flatMap((part) => items(part?.proposal?.assignments)), ...parts.flatMap((part) => items(part?.candidates))];
  const names = new Map(named.map(({ agent_id, display_name }) => [text(agent_id), text(display_name)] as const).filter(([, name]) => name !== ""));
  return (agentId) => names.get(agentId) ?? agentId;
}
