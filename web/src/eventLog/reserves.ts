// Agents that a plan holds in reserve only: they step in when another cannot, and do not vote (DESIGN § 7).
import { readObject, readObjects, readString, readTrue } from "./readJson";

/** Return the ids of the agents all of whose assignments in a plan are reserve ones. */
export function getReserveAgents(plan: unknown): ReadonlySet<string> {
  const assignments = readObjects(readObject(plan).assignments);
  const holders = assignments.filter(({ reserve }) => !readTrue(reserve)).map(({ agent_id }) => readString(agent_id));
  const reserves = assignments.filter(({ reserve }) => readTrue(reserve)).map(({ agent_id }) => readString(agent_id));
  return new Set(reserves.filter((agent) => !holders.includes(agent)));
}
