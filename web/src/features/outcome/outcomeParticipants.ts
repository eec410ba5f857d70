// Who takes part in what came out: as told, and as it is after those who left or joined later.
import { namesIn } from "../../eventLog/agentNames";
import type { DemandView } from "../../eventLog/types";
import { participantsOf } from "../../eventLog/agentStatus";
import type { Standing } from "../../eventLog/agentStatus";

export type Taking = Extract<Standing, "confirmed" | "optional" | "left">;

interface Participant {
  readonly agentId: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly standing: Taking;
  /** Came by a subnet, after the outcome. */
  readonly joined: boolean;
}

/** Those of the outcome and of the plan as it is now; who was in the outcome and withdrew later has `left`. */
export function participants(view: DemandView): readonly Participant[] {
  const told = view.outcome;
  const first = new Set([...(told?.confirmed_participants ?? []), ...(told?.optional_participants ?? [])]);
  const { confirmed, optional } = participantsOf(view);
  const nameOf = namesIn(view);
  return [...new Set([...first, ...confirmed, ...optional])].map((agentId) => ({
    agentId,
    name: nameOf(agentId),
    roles: (view.proposal?.assignments ?? []).filter((one) => one.agent_id === agentId && one.role).map((one) => one.role),
    standing: confirmed.includes(agentId) ? "confirmed" : optional.includes(agentId) ? "optional" : "left",
    joined: !first.has(agentId),
  }));
}
