// Which kinds of events are there to choose from?
import type { EventType } from "../../eventLog/types";

export type Kind = "people" | "offers" | "rounds" | "feedback" | "outcome" | "gaps" | "other";

/** In the order in which they come up; `other` is for types that the page does not know. */
export const KINDS: readonly Kind[] = ["people", "offers", "rounds", "feedback", "outcome", "gaps", "other"];

const KIND: Readonly<Record<EventType, Kind>> = {
  "towow.demand.submitted": "people",
  "towow.demand.understood": "people",
  "towow.filter.completed": "people",
  "towow.channel.created": "people",
  "towow.demand.broadcast": "people",
  "towow.offer.submitted": "offers",
  "towow.negotiation.bargain": "feedback",
  "towow.negotiation.round_started": "rounds",
  "towow.proposal.distributed": "rounds",
  "towow.proposal.feedback": "feedback",
  "towow.agent.withdrawn": "feedback",
  "towow.feedback.evaluated": "outcome",
  "towow.proposal.finalized": "outcome",
  "towow.negotiation.force_finalized": "outcome",
  "towow.negotiation.failed": "outcome",
  "towow.gap.identified": "gaps",
  "towow.subnet.triggered": "gaps",
  "towow.subnet.completed": "gaps",
  "towow.demand.cancelled": "outcome",
  "towow.demand.closed": "outcome",
};

export function isKnown(type: string): type is EventType {
  return Object.hasOwn(KIND, type);
}

export function kindOf(type: string): Kind {
  return isKnown(type) ? KIND[type] : "other";
}
