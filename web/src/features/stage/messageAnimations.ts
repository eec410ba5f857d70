// What moves on the stage with an event? One mark for each agent it concerns, to the plan or from it.
import { known } from "../../eventLog/readJson";
import type { Entry, Json } from "../../eventLog/types";
import type { Tone } from "../../ui/Badge";
import type { SignName } from "./Glyph";

export interface Flight {
  readonly key: string;
  readonly agentId: string;
  /** To the plan; else from the plan to the agent. */
  readonly inward: boolean;
  readonly sign: SignName;
  readonly tone: Tone;
}

type Mark = readonly [SignName, Tone];

const OFFERS: Readonly<Record<string, Mark>> = { participate: ["hand", "good"], conditional: ["swap", "warn"], decline: ["minus", "plain"] };
const FEEDBACKS: Readonly<Record<string, Mark>> = {
  accept: ["tick", "good"],
  negotiate: ["swap", "talk"],
  reject: ["cross", "bad"],
  withdraw: ["leave", "plain"],
};
const UNCLEAR: Mark = ["dots", "plain"];

/** The same entry always gives the same marks; of most events there are none. */
export function flightsOf({ seq, event_type, payload }: Entry): Flight[] {
  switch (event_type) {
    case "towow.demand.broadcast":
      return outward(seq, payload.invited_agents, ["letter", "brand"]);
    case "towow.proposal.distributed":
      return outward(seq, payload.participants, ["plan", "brand"]);
    case "towow.agent.withdrawn":
      return outward(seq, [payload.agent_id], ["leave", "plain"]);
    case "towow.offer.submitted":
      return inward(seq, payload, known(OFFERS, payload.decision) ?? UNCLEAR);
    case "towow.negotiation.bargain":
      return inward(seq, payload, ["swap", "talk"]);
    case "towow.proposal.feedback":
      return inward(seq, payload, known(FEEDBACKS, payload.feedback_type) ?? UNCLEAR);
    default:
      return [];
  }
}

function outward(seq: number, agents: unknown, [sign, tone]: Mark): Flight[] {
  const to = Array.isArray(agents) ? agents.filter((agent) => typeof agent === "string") : [];
  return to.map((agentId) => ({ key: `${seq}-${agentId}`, agentId, inward: false, sign, tone }));
}

function inward(seq: number, { agent_id }: Json, [sign, tone]: Mark): Flight[] {
  return typeof agent_id === "string" ? [{ key: `${seq}-${agent_id}`, agentId: agent_id, inward: true, sign, tone }] : [];
}
