// Rows of rounds and distributed plans (TW-206, 209).
import type { Payloads } from "../../../generated/events";
import { readNumber, readObjects, readTrue, readString, readStrings, getLabel } from "../../../eventLog/readJson";
import { readFindings } from "../../../eventLog/findings";
import { readTermsOf } from "../../../eventLog/terms";
import { Badge } from "../../../ui/Badge";
import { UserText } from "../../../ui/UserText";
import { useFormat } from "../../../i18n/format";
import { TermFacts } from "../../terms/TermFacts";
import type { EventContext } from "../timelineRows";
import { COMMON_MESSAGES } from "../messages/common";
import { PLAN_MESSAGES } from "../messages/plan";
import { GapList } from "./GapList";
import { ValueChange, Fact, FactAgents, FactTexts, Facts, AgentLabels, Quote, FallbackBadge, EventRow, type RowProps } from "./rowParts";
import { PlanDetails } from "./PlanDetails";

/** Row of `negotiation.round_started`. */
export function RoundStartedRow({ payload }: RowProps<"towow.negotiation.round_started">) {
  const [messages, { odd }] = [PLAN_MESSAGES.useCurrent(), COMMON_MESSAGES.useCurrent()];
  const [round, maxRounds] = [readNumber(payload.round), readNumber(payload.max_rounds)];
  return (
    <EventRow
      icon="round"
      tone="brand"
      head={
        <>
          <strong>{messages.round(round, maxRounds)}</strong>
          {round !== null && round === maxRounds && <Badge tone="warn">{messages.last}</Badge>}
          <span className="soft">{getLabel(messages.why, payload.reason, odd)}</span>
        </>
      }
    />
  );
}

/** Row of `proposal.distributed`. */
export function ProposalDistributedRow({ payload, context }: RowProps<"towow.proposal.distributed">) {
  const [messages, format] = [PLAN_MESSAGES.useCurrent(), useFormat()];
  const { proposal: plan } = payload;
  const resent = readTrue(payload.resent);
  const deadline = readString(payload.deadline);
  const gaps = readObjects(plan?.gaps);
  return (
    <EventRow
      icon="plan"
      tone="brand"
      head={
        <>
          <strong>{messages.goesOut(readNumber(payload.version))}</strong>
          {resent && <Badge tone="warn">{messages.again}</Badge>}
          {readTrue(plan?.adjusted) && !resent && <Badge tone="brand">{messages.adjusted}</Badge>}
          {readTrue(plan?.adjustment_failed) && <Badge tone="warn">{messages.notAdjusted}</Badge>}
          <span className="soft small">{messages.inRound(readNumber(payload.round))}</span>
          <FallbackBadge fallback={payload.fallback} />
        </>
      }
    >
      <Quote text={readString(plan?.summary)} />
      <Facts>
        {!resent && <AdjustmentFacts plan={plan} context={context} />}
        {!resent && <FactTexts label={messages.findings} texts={readFindings(plan).map(({ text }) => text)} />}
        <Fact label={messages.gaps}>{gaps.length > 0 && <GapList gaps={gaps} />}</Fact>
        <FactAgents label={messages.sentTo} agents={readStrings(payload.participants)} context={context} />
        <Fact label={messages.until}>{deadline && format.time(deadline)}</Fact>
      </Facts>
      <PlanDetails plan={plan} context={context} />
    </EventRow>
  );
}

/** Changes of an adjustment with their requesters, addressed and declined requests. */
function AdjustmentFacts({ plan, context }: { readonly plan: Payloads["towow.proposal.distributed"]["proposal"]; readonly context: EventContext }) {
  const messages = PLAN_MESSAGES.useCurrent();
  const summary = plan?.adjustment_summary;
  const changes = readObjects(summary?.changes_made);
  const declined = readObjects(summary?.requests_declined);
  const shownTexts = changes.flatMap(({ before, after }) => [readString(before), readString(after)]);
  return (
    <>
      {changes.length > 0 && (
        <Fact label={messages.changed}>
          <ul className="event-list">
            {changes.map((change, index) => (
              <li key={index}>
                <strong><UserText text={readString(change.aspect)} /></strong> <ValueChange from={readString(change.before)} to={readString(change.after)} />
                <Quote text={readString(change.reason)} />
                <TermFacts terms={readTermsOf(change)} said={[readString(change.after), readString(change.reason)]} />
                {readStrings(change.requested_by).length > 0 && (
                  <span className="event-head soft">{messages.asked} <AgentLabels agents={readStrings(change.requested_by)} context={context} /></span>
                )}
              </li>
            ))}
          </ul>
        </Fact>
      )}
      <FactTexts label={messages.met} texts={readStrings(summary?.requests_addressed).filter((request) => !shownTexts.includes(request))} />
      {declined.length > 0 && (
        <Fact label={messages.notMet}>
          <ul className="event-list">
            {declined.map((one, index) => <li key={index}><UserText text={readString(one.request)} /><Quote text={readString(one.reason)} /></li>)}
          </ul>
        </Fact>
      )}
    </>
  );
}
