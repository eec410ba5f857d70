// Registry of row components by event type.
import type { ComponentType } from "react";
import type { EventType, JsonObject } from "../../../eventLog/types";
import { isKnownType } from "../eventKinds";
import type { EventContext } from "../timelineRows";
import { FeedbackRow, BargainRow, OfferRow, WithdrawalRow } from "./answerRows";
import { SubnetCompletedRow, GapIdentifiedRow, SubnetTriggeredRow } from "./gapRows";
import { BroadcastRow, ChannelCreatedRow, FilterCompletedRow, DemandSubmittedRow } from "./openingRows";
import { CancelledRow, ClosedRow, FailedRow, FinalizedRow, ForceFinalizedRow } from "./outcomeRows";
import type { RowProps } from "./rowParts";
import { ProposalDistributedRow, RoundStartedRow } from "./roundRows";
import { UnknownEvent } from "./UnknownEvent";
import { DemandRevisedRow, DemandUnderstoodRow, QuestionAnsweredRow, QuestionAskedRow } from "./understandingRows";
import { FeedbackEvaluatedRow } from "./evaluationRow";

/** Row component of every known event type. */
export const ROW_BY_TYPE: { readonly [T in EventType]: ComponentType<RowProps<T>> } = {
  "towow.demand.submitted": DemandSubmittedRow,
  "towow.demand.understood": DemandUnderstoodRow,
  "towow.question.asked": QuestionAskedRow,
  "towow.question.answered": QuestionAnsweredRow,
  "towow.demand.revised": DemandRevisedRow,
  "towow.filter.completed": FilterCompletedRow,
  "towow.channel.created": ChannelCreatedRow,
  "towow.demand.broadcast": BroadcastRow,
  "towow.offer.submitted": OfferRow,
  "towow.negotiation.bargain": BargainRow,
  "towow.negotiation.round_started": RoundStartedRow,
  "towow.proposal.distributed": ProposalDistributedRow,
  "towow.proposal.feedback": FeedbackRow,
  "towow.agent.withdrawn": WithdrawalRow,
  "towow.feedback.evaluated": FeedbackEvaluatedRow,
  "towow.proposal.finalized": FinalizedRow,
  "towow.negotiation.force_finalized": ForceFinalizedRow,
  "towow.negotiation.failed": FailedRow,
  "towow.gap.identified": GapIdentifiedRow,
  "towow.subnet.triggered": SubnetTriggeredRow,
  "towow.subnet.completed": SubnetCompletedRow,
  "towow.demand.cancelled": CancelledRow,
  "towow.demand.closed": ClosedRow,
};

type UntypedRow = ComponentType<{ readonly payload: JsonObject; readonly context: EventContext }>;

/** Return the row component of an event type; it tolerates malformed payloads. */
export function getRow(type: string): UntypedRow {
  return isKnownType(type) ? (ROW_BY_TYPE[type] as unknown as UntypedRow) : UnknownEvent;
}
