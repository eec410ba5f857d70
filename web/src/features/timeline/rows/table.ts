// Which component shows which event? Every type that the gateway knows has one.
import type { ComponentType } from "react";
import type { EventType, Json } from "../../../log/shape";
import { isKnown } from "../groups";
import type { Scene } from "../lines";
import { Answered, Bargained, Offered, Withdrew } from "./answers";
import { Completed, Identified, Triggered } from "./gaps";
import { Broadcast, Created, Filtered, Submitted, Understood } from "./opening";
import { Cancelled, Closed, Failed, Finalized, Forced } from "./outcome";
import type { RowProps } from "./parts";
import { Distributed, RoundStarted } from "./rounds";
import { Strange } from "./Strange";
import { Evaluated } from "./verdict";

export const ROWS: { readonly [T in EventType]: ComponentType<RowProps<T>> } = {
  "towow.demand.submitted": Submitted,
  "towow.demand.understood": Understood,
  "towow.filter.completed": Filtered,
  "towow.channel.created": Created,
  "towow.demand.broadcast": Broadcast,
  "towow.offer.submitted": Offered,
  "towow.negotiation.bargain": Bargained,
  "towow.negotiation.round_started": RoundStarted,
  "towow.proposal.distributed": Distributed,
  "towow.proposal.feedback": Answered,
  "towow.agent.withdrawn": Withdrew,
  "towow.feedback.evaluated": Evaluated,
  "towow.proposal.finalized": Finalized,
  "towow.negotiation.force_finalized": Forced,
  "towow.negotiation.failed": Failed,
  "towow.gap.identified": Identified,
  "towow.subnet.triggered": Triggered,
  "towow.subnet.completed": Completed,
  "towow.demand.cancelled": Cancelled,
  "towow.demand.closed": Closed,
};

type AnyRow = ComponentType<{ readonly payload: Json; readonly scene: Scene }>;

/** The component for a type, which takes what comes: it reads its payload field by field. */
export function rowOf(type: string): AnyRow {
  return isKnown(type) ? (ROWS[type] as unknown as AnyRow) : Strange;
}
