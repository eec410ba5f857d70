// Participants of the outcome, including agents that withdrew or joined later.
import { createNameLookup } from "../../eventLog/agentNames";
import type { DemandView } from "../../eventLog/types";
import { getParticipants, type AgentStatus } from "../../eventLog/agentStatus";

/** Status of a participant. */
export type ParticipantStatus = Extract<AgentStatus, "confirmed" | "optional" | "left">;

/** Participant of the outcome. */
export interface Participant {
  readonly agentId: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly status: ParticipantStatus;
  /** Whether the agent joined through a subnet after the outcome. */
  readonly joinedLater: boolean;
}

/** List the participants of the outcome and the newest plan; those that withdrew since have status `left`. */
export function listParticipants(view: DemandView): readonly Participant[] {
  const outcome = view.outcome;
  const original = new Set([...(outcome?.confirmed_participants ?? []), ...(outcome?.optional_participants ?? [])]);
  const { confirmed, optional } = getParticipants(view);
  const nameOf = createNameLookup(view);
  return [...new Set([...original, ...confirmed, ...optional])].map((agentId) => ({
    agentId,
    name: nameOf(agentId),
    roles: (view.proposal?.assignments ?? []).filter((one) => one.agent_id === agentId && one.role && one.reserve !== true).map((one) => one.role),
    status: confirmed.includes(agentId) ? "confirmed" : optional.includes(agentId) ? "optional" : "left",
    joinedLater: !original.has(agentId),
  }));
}
