// Which needs each agent is tied to, as far as the events of a channel tell.
import { readObject, readObjects, readString } from "../../eventLog/readJson";
import type { LogEntry } from "../../eventLog/types";
import { readParts } from "./holderRule";

/** Ids of the needs by agent id; an agent of which nothing is known has none. */
export type NeedTies = ReadonlyMap<string, readonly string[]>;

const PLAN_FIELDS = ["proposal", "final_proposal", "last_proposal"] as const;

/** Nobody is tied to anything. */
export const NO_TIES: NeedTies = new Map();

/**
 * Return the ties after `entries`: the needs of the newest plan in which an agent holds any, in reserve or not; without
 * one those that the search found the agent able to meet (`fits`). Offers do not say which need they are for.
 */
export function readNeedTies(entries: readonly LogEntry[], channelId: string): NeedTies {
  const ties = new Map<string, readonly string[]>();
  for (const { event_type, payload } of entries) {
    if (payload.channel_id !== channelId) continue;
    if (event_type === "towow.filter.completed") {
      for (const { agent_id, fits } of readObjects(payload.candidates)) ties.set(readString(agent_id), readObjects(fits).map(({ need }) => readString(need)));
    }
    const plan = PLAN_FIELDS.map((field) => payload[field]).find(Boolean);
    if (plan) for (const [agentId, needs] of groupParts(plan)) ties.set(agentId, needs);
  }
  return ties;
}

function groupParts(plan: unknown): ReadonlyMap<string, readonly string[]> {
  const held = readParts(readObject(plan)).filter(({ need }) => need !== "");
  return new Map(held.map(({ agentId }) => [agentId, held.filter((part) => part.agentId === agentId).map(({ need }) => need)]));
}
