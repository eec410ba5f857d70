// What happens now, in words.
import type { Messages } from "./messages";
import type { Activity } from "./model/activity";

/** Describe what happens now. */
export function describeActivity({ kind, round, agents, devilsAdvocate }: Activity, messages: Messages): string {
  const [first] = agents;
  switch (kind) {
    case "speaking":
      if (agents.length > 1) return messages.both;
      if (first !== undefined && first === devilsAdvocate) return messages.opposing(messages.role[first]);
      if (first === "critic") return round === 1 ? messages.firstCritique : messages.critic;
      return round === 1 ? messages.firstPlan : messages.planner;
    case "deciding":
      return messages.deciding;
    case "closing":
      return messages.closing(agents.map((agent) => messages.role[agent]).join(messages.and));
    case "reporting":
      return messages.reporting;
    case "ending":
    case "over":
      return messages.ending;
  }
}
