// Animations of messages between the plan and the agents, derived from events.
import { lookUp } from "../../eventLog/readJson";
import type { LogEntry, JsonObject } from "../../eventLog/types";
import type { Tone } from "../../ui/Badge";
import type { GlyphName } from "./Glyph";

/** Animated glyph between the plan and one agent. */
export interface MessageAnimation {
  readonly key: string;
  readonly agentId: string;
  /** Direction: to the plan, otherwise to the agent. */
  readonly towardsPlan: boolean;
  readonly glyph: GlyphName;
  readonly tone: Tone;
}

type GlyphAndTone = readonly [GlyphName, Tone];

const OFFER_GLYPHS: Readonly<Record<string, GlyphAndTone>> = { participate: ["hand", "good"], conditional: ["swap", "warn"], decline: ["minus", "plain"] };
const FEEDBACK_GLYPHS: Readonly<Record<string, GlyphAndTone>> = {
  accept: ["tick", "good"],
  negotiate: ["swap", "talk"],
  reject: ["cross", "bad"],
  withdraw: ["leave", "plain"],
};
const UNKNOWN_GLYPH: GlyphAndTone = ["dots", "plain"];

/** Return the animations of an event, one per agent concerned; [] for most events. Deterministic. */
export function getMessageAnimations({ seq, event_type, payload }: LogEntry): MessageAnimation[] {
  switch (event_type) {
    case "towow.demand.broadcast":
      return fromPlan(seq, payload.invited_agents, ["letter", "brand"]);
    case "towow.proposal.distributed":
      return fromPlan(seq, payload.participants, ["plan", "brand"]);
    case "towow.agent.withdrawn":
      return fromPlan(seq, [payload.agent_id], ["leave", "plain"]);
    case "towow.offer.submitted":
      return toPlan(seq, payload, lookUp(OFFER_GLYPHS, payload.decision) ?? UNKNOWN_GLYPH);
    case "towow.negotiation.bargain":
      return toPlan(seq, payload, ["swap", "talk"]);
    case "towow.proposal.feedback":
      return toPlan(seq, payload, lookUp(FEEDBACK_GLYPHS, payload.feedback_type) ?? UNKNOWN_GLYPH);
    default:
      return [];
  }
}

function fromPlan(seq: number, agents: unknown, [glyph, tone]: GlyphAndTone): MessageAnimation[] {
  const agentIds = Array.isArray(agents) ? agents.filter((agent) => typeof agent === "string") : [];
  return agentIds.map((agentId) => ({ key: `${seq}-${agentId}`, agentId, towardsPlan: false, glyph, tone }));
}

function toPlan(seq: number, { agent_id }: JsonObject, [glyph, tone]: GlyphAndTone): MessageAnimation[] {
  return typeof agent_id === "string" ? [{ key: `${seq}-${agent_id}`, agentId: agent_id, towardsPlan: true, glyph, tone }] : [];
}
