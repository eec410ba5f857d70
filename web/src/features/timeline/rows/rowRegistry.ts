// Which component shows which event? Every type that the gateway knows has one.
import type { ComponentType } from "react";
import type { EventType, Json } from "../../../eventLog/types";
import { isKnown } from "../eventKinds";
import type { Scene } from "../timelineRows";
import { Answered, Bargained, Offered, Withdrew } from "./answerRows";
import { Completed, Identified, Triggered } from "./gapRows";
import { Broadcast, Created, Filtered, Submitted, Understood } from "./openingRows";
import { Cancelled, Closed, Failed, Finalized, Forced } from "./outcomeRows";
import type { RowProps } from "./rowParts";
import { Distributed, RoundStarted } from "./roundRows";
import { Strange } from "./UnknownEvent";
import { Evaluated } from "./evaluationRow";

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
