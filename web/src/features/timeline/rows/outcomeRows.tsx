// Rows of the outcome: agreed, forced, failed, cancelled, closed (TW-210…212).
import { isAgreed, readPlanOutcome, type PlanOutcome } from "../../../eventLog/planOutcome";
import { readNumber, lookUp, readString, readStrings, getLabel } from "../../../eventLog/readJson";
import { escapeBidi } from "../../../ui/escapeBidi";
import { Badge, type Tone } from "../../../ui/Badge";
import { DEMAND_STATUS_TONES } from "../../../ui/demandStatusTones";
import { useFormat } from "../../../i18n/format";
import { useLocale } from "../../../i18n/locale";
import { REASON_MESSAGES } from "../../../i18n/reasonMessages";
import { describePartly } from "../../negotiation/agreement";
import { MESSAGES as NEGOTIATION } from "../../negotiation/messages";
import { COMMON_MESSAGES } from "../messages/common";
import { OUTCOME_MESSAGES } from "../messages/outcome";
import { AgreementFacts } from "./AgreementFacts";
import { CompromiseFacts } from "./CompromiseFacts";
import { Fact, FactAgents, FactText, Facts, Quote, FallbackBadge, EventRow, type RowProps } from "./rowParts";
import { PlanDetails } from "./PlanDetails";

/** Row of `proposal.finalized`. */
export function FinalizedRow({ payload, context }: RowProps<"towow.proposal.finalized">) {
  const messages = OUTCOME_MESSAGES.useCurrent();
  const partly = usePartlyLabel(payload);
  return (
    <EventRow
      icon="star"
      tone={partly === "" ? "good" : "warn"}
      head={<><strong>{partly || messages.finalized}</strong><span className="soft">{messages.taken(readNumber(payload.rounds_taken))}</span></>}
    >
      <Quote text={readString(payload.summary)} />
      <Facts>
        <AgreementFacts payload={payload} context={context} />
        <FactAgents label={messages.confirmed} agents={readStrings(payload.confirmed_participants)} context={context} />
        <FactAgents label={messages.optional} agents={readStrings(payload.optional_participants)} context={context} />
      </Facts>
      <PlanDetails plan={payload.final_proposal} context={context} />
    </EventRow>
  );
}

/** Row of `negotiation.force_finalized`. */
export function ForceFinalizedRow({ payload, context }: RowProps<"towow.negotiation.force_finalized">) {
  const messages = OUTCOME_MESSAGES.useCurrent();
  const partly = usePartlyLabel(payload);
  return (
    <EventRow
      icon="star"
      tone="warn"
      head={<><strong>{partly || messages.forced}</strong><span className="soft">{messages.taken(readNumber(payload.rounds_taken))}</span><FallbackBadge fallback={payload.fallback} /></>}
    >
      <Quote text={readString(payload.final_proposal?.summary)} />
      <Facts>
        <AgreementFacts payload={payload} context={context} />
        <FactAgents label={messages.confirmed} agents={readStrings(payload.confirmed_participants)} context={context} />
        <FactAgents label={messages.optional} agents={readStrings(payload.optional_participants)} context={context} />
        <FactText label={messages.compromise} text={readString(payload.compromise_suggestion)} />
      </Facts>
      <PlanDetails plan={payload.final_proposal} context={context} />
    </EventRow>
  );
}

/** Return the label of an agreement that is not complete, "" for any other. */
function usePartlyLabel(payload: object): string {
  const language = useLocale();
  const plan = readPlanOutcome(payload);
  return plan === null || plan.complete ? "" : describePartly(plan, language);
}

/** Row of `negotiation.failed`. */
export function FailedRow({ payload, context }: RowProps<"towow.negotiation.failed">) {
  const [messages, reasons, { odd }, format] = [OUTCOME_MESSAGES.useCurrent(), REASON_MESSAGES.useCurrent(), COMMON_MESSAGES.useCurrent(), useFormat()];
  const detail = readString(payload.detail);
  const rate = readNumber(payload.accept_rate);
  const reasonTexts = [getLabel(reasons.reason, payload.reason, odd), detail && getLabel(reasons.detail, detail, odd)];
  return (
    <EventRow
      icon="no"
      tone="bad"
      head={<><strong>{messages.failed}</strong><span className="soft">{messages.taken(readNumber(payload.rounds_taken))}</span><FallbackBadge fallback={payload.fallback} /></>}
    >
      <Facts>
        <Fact label={messages.why}>{reasonTexts.filter(Boolean).join(" · ")}</Fact>
        <Fact label={messages.rate}>{rate === null ? "" : format.percent(rate)}</Fact>
        <Fact label={messages.code}>{readString(payload.error_code)}</Fact>
        <FactText label={messages.compromise} text={readString(payload.compromise_suggestion)} />
        <CompromiseFacts compromise={payload.compromise_proposal} context={context} />
      </Facts>
      <PlanDetails plan={payload.last_proposal} context={context} />
    </EventRow>
  );
}

/** Row of `demand.cancelled`. */
export function CancelledRow({ payload }: RowProps<"towow.demand.cancelled">) {
  const [messages, { somebody }] = [OUTCOME_MESSAGES.useCurrent(), COMMON_MESSAGES.useCurrent()];
  return (
    <EventRow icon="stop" head={<><bdi className="event-name">{escapeBidi(readString(payload.cancelled_by)) || somebody}</bdi><strong>{messages.cancelled}</strong></>}>
      <Quote text={readString(payload.reason)} />
    </EventRow>
  );
}

/** Return the tone of a demand status; "plain" when it is unknown. */
export function getStatusTone(status: unknown): Tone {
  return lookUp<Tone>(DEMAND_STATUS_TONES, status) ?? "plain";
}

/** Return the label of a plan that an agreement of this status left incomplete, "" for any other. */
export function useContextLabel(status: unknown, plan: PlanOutcome | undefined): string {
  const language = useLocale();
  return plan === undefined || plan.complete || !isAgreed(status) ? "" : describePartly(plan, language);
}

/** Row of `demand.closed`. */
export function ClosedRow({ payload, context }: RowProps<"towow.demand.closed">) {
  const partly = useContextLabel(payload.status, context.plans.get(context.rootChannelId));
  const [messages, { odd }, format] = [OUTCOME_MESSAGES.useCurrent(), COMMON_MESSAGES.useCurrent(), useFormat()];
  const statuses: Readonly<Record<string, string>> = NEGOTIATION.useCurrent().status;
  const { totals } = payload;
  const [inputTokens, outputTokens] = [readNumber(totals?.input_tokens), readNumber(totals?.output_tokens)];
  const [price, durationMs] = [readNumber(totals?.cost_usd), readNumber(totals?.duration_ms)];
  return (
    <EventRow
      icon="end"
      tone={partly === "" ? getStatusTone(payload.status) : "warn"}
      head={
        <>
          <strong>{messages.closed}</strong>
          <Badge tone={partly === "" ? getStatusTone(payload.status) : "warn"}>{partly || getLabel(statuses, payload.status, odd)}</Badge>
          <span className="soft">{messages.taken(readNumber(payload.rounds))}</span>
        </>
      }
    >
      <Facts>
        <Fact label={messages.model}>{totals && messages.calls(readNumber(totals.model_calls), readNumber(totals.fallback_calls))}</Fact>
        <Fact label={messages.tokens}>{totals && messages.read(inputTokens === null ? "—" : format.number(inputTokens), outputTokens === null ? "—" : format.number(outputTokens))}</Fact>
        <Fact label={messages.price}>{price === null ? "" : format.usd(price)}</Fact>
        <Fact label={messages.took}>{durationMs === null ? "" : format.duration(durationMs)}</Fact>
      </Facts>
    </EventRow>
  );
}
