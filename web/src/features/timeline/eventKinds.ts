// Kinds of events for the timeline filter.
import type { EventType } from "../../eventLog/types";

/** Kind of event. */
export type EventKind = "people" | "offers" | "rounds" | "feedback" | "outcome" | "gaps" | "other";

/** Event kinds in order of occurrence; `other` is for unknown event types. */
export const EVENT_KINDS: readonly EventKind[] = ["people", "offers", "rounds", "feedback", "outcome", "gaps", "other"];

const KIND_BY_TYPE: Readonly<Record<EventType, EventKind>> = {
  "towow.demand.submitted": "people",
  "towow.demand.understood": "people",
  "towow.question.asked": "people",
  "towow.question.answered": "people",
  "towow.demand.revised": "people",
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

/** Whether this build knows the event type. */
export function isKnownType(type: string): type is EventType {
  return Object.hasOwn(KIND_BY_TYPE, type);
}

/** Return the kind of an event type. */
export function getEventKind(type: string): EventKind {
  return isKnownType(type) ? KIND_BY_TYPE[type] : "other";
}
