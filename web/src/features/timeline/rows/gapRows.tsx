// Rows of gaps and subnets (TW-215, TW-216).
import { readNumber, readObjects, readTrue, readString, readStrings, getLabel } from "../../../eventLog/readJson";
import { Badge } from "../../../ui/Badge";
import { UserText } from "../../../ui/UserText";
import { MESSAGES as NEGOTIATION } from "../../negotiation/messages";
import { COMMON_MESSAGES } from "../messages/common";
import { GAP_MESSAGES } from "../messages/gaps";
import { GapList } from "./GapList";
import { AgreementFacts } from "./AgreementFacts";
import { getStatusTone, useContextLabel } from "./outcomeRows";
import { FactAgents, Facts, Quote, FallbackBadge, EventRow, type RowProps } from "./rowParts";
import { PlanDetails } from "./PlanDetails";

/** Row of `gap.identified`. */
export function GapIdentifiedRow({ payload, context }: RowProps<"towow.gap.identified">) {
  const messages = GAP_MESSAGES.useCurrent();
  const gaps = readObjects(payload.gaps);
  const complete = readTrue(payload.is_complete) && context.plans.get(context.rootChannelId)?.complete !== false;
  const none = complete ? messages.nothing : messages.incomplete;
  return (
    <EventRow
      icon="gap"
      tone={gaps.length > 0 ? "warn" : "plain"}
      head={<><strong>{gaps.length > 0 ? messages.found(gaps.length) : none}</strong><FallbackBadge fallback={payload.fallback} /></>}
    >
      {gaps.length > 0 && <GapList gaps={gaps} />}
    </EventRow>
  );
}

/** Row of `subnet.triggered`. */
export function SubnetTriggeredRow({ payload }: RowProps<"towow.subnet.triggered">) {
  const [messages, { odd }] = [GAP_MESSAGES.useCurrent(), COMMON_MESSAGES.useCurrent()];
  const depth = readNumber(payload.depth);
  return (
    <EventRow
      icon="branch"
      tone="brand"
      head={
        <>
          <span>{messages.opens}</span>
          <strong><UserText text={readString(payload.gap_type) || odd("")} /></strong>
          {depth !== null && <span className="soft small">{messages.depth(depth)}</span>}
          <FallbackBadge fallback={payload.fallback} />
        </>
      }
    >
      <Quote text={readString(payload.sub_demand)} />
    </EventRow>
  );
}

/** Row of `subnet.completed`. */
export function SubnetCompletedRow({ payload, context }: RowProps<"towow.subnet.completed">) {
  const [messages, { odd }] = [GAP_MESSAGES.useCurrent(), COMMON_MESSAGES.useCurrent()];
  const statuses: Readonly<Record<string, string>> = NEGOTIATION.useCurrent().status;
  const joined = readStrings(payload.participants);
  const partly = useContextLabel(payload.status, context.plans.get(readString(payload.sub_channel_id)));
  const tone = partly === "" ? getStatusTone(payload.status) : "warn";
  return (
    <EventRow
      icon="merge"
      tone={tone}
      head={
        <>
          <span>{messages.subnet}</span>
          <strong><UserText text={readString(payload.gap_type) || odd("")} /></strong>
          <span>{messages.ended}</span>
          <Badge tone={tone}>{partly || getLabel(statuses, payload.status, odd)}</Badge>
        </>
      }
    >
      {joined.length === 0 && <p className="soft">{messages.nobodyJoined}</p>}
      <Facts>
        <FactAgents label={messages.joined} agents={joined} context={context} />
        <AgreementFacts payload={payload} context={context} />
      </Facts>
      {joined.length > 0 && payload.proposal && <p>{messages.becomes(readNumber(payload.proposal.version))}</p>}
      <PlanDetails plan={payload.proposal} context={context} />
    </EventRow>
  );
}
