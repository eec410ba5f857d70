// Rows of offers, bargains, feedback and withdrawals (TW-205, 207, 213, 214).
import type { Payloads } from "../../../generated/events";
import { readNumber, readObjects, lookUp, readTrue, readString, readStrings, getLabel } from "../../../eventLog/readJson";
import { readTermsOf, type Terms } from "../../../eventLog/terms";
import { Badge, type Tone } from "../../../ui/Badge";
import { UserText } from "../../../ui/UserText";
import { useFormat } from "../../../i18n/format";
import { useLocale } from "../../../i18n/locale";
import { TermFacts } from "../../terms/TermFacts";
import { TERM_MESSAGES } from "../../terms/messages";
import { describeTerms } from "../../terms/termTexts";
import { COMMON_MESSAGES } from "../messages/common";
import { ANSWER_MESSAGES } from "../messages/answers";
import { AnswerSourceBadge, ValueChange, Fact, FactText, FactTexts, Facts, AgentLabel, Quote, FallbackBadge, EventRow, type RowProps } from "./rowParts";
import { AgreementFacts } from "./AgreementFacts";
import type { EventIconName } from "./EventIcon";
import { PlanDetails } from "./PlanDetails";

type IconAndTone = Readonly<{ icon: EventIconName; tone: Tone }>;

const UNKNOWN_LOOK: IconAndTone = { icon: "odd", tone: "plain" };
const LOOK_BY_DECISION: Readonly<Record<string, IconAndTone>> = {
  participate: { icon: "yes", tone: "good" },
  conditional: { icon: "partly", tone: "warn" },
  decline: { icon: "no", tone: "bad" },
};
const NEGOTIATE_LOOK: IconAndTone = { icon: "talk", tone: "talk" };
const LOOK_BY_FEEDBACK: Readonly<Record<string, IconAndTone>> = {
  accept: { icon: "yes", tone: "good" },
  negotiate: NEGOTIATE_LOOK,
  reject: { icon: "no", tone: "bad" },
  withdraw: { icon: "leave", tone: "warn" },
};

function getLook(table: Readonly<Record<string, IconAndTone>>, value: unknown): IconAndTone {
  return lookUp(table, value) ?? UNKNOWN_LOOK;
}

/** Row of `offer.submitted`. */
export function OfferRow({ payload, context }: RowProps<"towow.offer.submitted">) {
  const [messages, { odd }] = [ANSWER_MESSAGES.useCurrent(), COMMON_MESSAGES.useCurrent()];
  const decision = getLook(LOOK_BY_DECISION, payload.decision);
  const declines = payload.decision === "decline";
  const negotiates = payload.response_type === "negotiate" && !declines;
  return (
    <EventRow
      {...(negotiates ? NEGOTIATE_LOOK : decision)}
      head={
        <>
          <AgentLabel agent={readString(payload.agent_id)} name={readString(payload.display_name)} context={context} />
          <Badge tone={decision.tone}>{getLabel(messages.decision, payload.decision, odd)}</Badge>
          {!declines && <Badge tone={negotiates ? "talk" : "plain"}>{getLabel(messages.response, payload.response_type, odd)}</Badge>}
          {readTrue(payload.late) && <Badge tone="warn" title={messages.lateHint}>{messages.late}</Badge>}
          <AnswerSourceBadge payload={payload} />
          <FallbackBadge fallback={payload.fallback} />
        </>
      }
    >
      <Quote text={readString(payload.contribution)} />
      <Facts>
        <FactText label={messages.whyNot} text={readString(payload.decline_reason)} />
        <FactTexts label={messages.conditions} texts={readStrings(payload.conditions)} />
        <TermsFact terms={readTermsOf(payload)} said={[readString(payload.contribution), readString(payload.negotiation_summary), ...readStrings(payload.conditions)]} />
        <NegotiationPoints points={readObjects(payload.negotiation_points)} />
        <FactText label={messages.about} text={readString(payload.negotiation_summary)} />
        <FactText label={messages.reasoning} text={readString(payload.reasoning)} />
        <ConfidenceFact value={payload.confidence} />
      </Facts>
    </EventRow>
  );
}

type Point = Payloads["towow.offer.submitted"]["negotiation_points"][number];

/** Changes that an agent asks for before joining. */
function NegotiationPoints({ points }: { readonly points: readonly Point[] }) {
  const messages = ANSWER_MESSAGES.useCurrent();
  if (points.length === 0) return null;
  return (
    <Fact label={messages.points}>
      <ul className="event-list">
        {points.map((point, index) => (
          <li key={index}>
            <strong><UserText text={readString(point.aspect)} /></strong> <ValueChange from={readString(point.current_value)} to={readString(point.desired_value)} />
            <Quote text={readString(point.reason)} />
            <TermFacts terms={readTermsOf(point)} said={[readString(point.aspect), readString(point.desired_value), readString(point.reason)]} />
          </li>
        ))}
      </ul>
    </Fact>
  );
}

/** Terms of an answer that its texts do not say. */
function TermsFact({ terms, said }: { readonly terms: Terms | null; readonly said: readonly string[] }) {
  const language = useLocale();
  if (describeTerms(terms, language, said).length === 0) return null;
  return <Fact label={TERM_MESSAGES[language].list}><TermFacts terms={terms} said={said} /></Fact>;
}

/** Confidence of an answer, 0–100. */
function ConfidenceFact({ value }: { readonly value: unknown }) {
  const [{ confidence }, format] = [COMMON_MESSAGES.useCurrent(), useFormat()];
  const percent = readNumber(value);
  return percent === null ? null : <Fact label={confidence}>{format.percent(percent / 100)}</Fact>;
}

/** Row of `negotiation.bargain`. */
export function BargainRow({ payload, context }: RowProps<"towow.negotiation.bargain">) {
  const messages = ANSWER_MESSAGES.useCurrent();
  const aspect = readString(payload.bargain_type);
  const [from, to] = [readString(payload.current_value), readString(payload.desired_value)];
  return (
    <EventRow
      {...NEGOTIATE_LOOK}
      head={
        <>
          <AgentLabel agent={readString(payload.agent_id)} name={readString(payload.display_name)} context={context} />
          <span>{messages.wishes}</span>
          <strong>{aspect === "proposal" || aspect === "" ? messages.thePlan : <UserText text={aspect} />}</strong>
          <span className="soft small">{messages.round(readNumber(payload.round))}</span>
        </>
      }
    >
      <Quote text={readString(payload.content)} />
      <Facts>
        <Fact label={messages.change}>{(from !== "" || to !== "") && <ValueChange from={from} to={to} />}</Fact>
        <TermsFact terms={readTermsOf(payload)} said={[readString(payload.content), to]} />
      </Facts>
    </EventRow>
  );
}

/** Row of `proposal.feedback`. */
export function FeedbackRow({ payload, context }: RowProps<"towow.proposal.feedback">) {
  const [messages, { odd }] = [ANSWER_MESSAGES.useCurrent(), COMMON_MESSAGES.useCurrent()];
  const style = getLook(LOOK_BY_FEEDBACK, payload.feedback_type);
  return (
    <EventRow
      {...style}
      head={
        <>
          <AgentLabel agent={readString(payload.agent_id)} name={readString(payload.display_name)} context={context} />
          <Badge tone={style.tone}>{getLabel(messages.feedback, payload.feedback_type, odd)}</Badge>
          <span>{messages.plan(readNumber(payload.proposal_version))}</span>
          <span className="soft small">{messages.round(readNumber(payload.round))}</span>
          <AnswerSourceBadge payload={payload} />
          <FallbackBadge fallback={payload.fallback} />
        </>
      }
    >
      <Quote text={readString(payload.reasoning)} />
      <Facts>
        <FactText label={messages.request} text={readString(payload.adjustment_request)} />
        <TermsFact terms={readTermsOf(payload)} said={[readString(payload.adjustment_request), readString(payload.reasoning)]} />
        <FactTexts label={messages.concerns} texts={readStrings(payload.concerns)} />
        <ConfidenceFact value={payload.confidence} />
      </Facts>
    </EventRow>
  );
}

/** Row of `agent.withdrawn`. */
export function WithdrawalRow({ payload, context }: RowProps<"towow.agent.withdrawn">) {
  const messages = ANSWER_MESSAGES.useCurrent();
  return (
    <EventRow
      {...getLook(LOOK_BY_FEEDBACK, "withdraw")}
      head={
        <>
          <AgentLabel agent={readString(payload.agent_id)} name={readString(payload.display_name)} context={context} />
          <Badge tone="warn">{messages.left}</Badge>
          <span className="soft small">{messages.round(readNumber(payload.round))}</span>
        </>
      }
    >
      <Quote text={readString(payload.reason)} />
      <Facts><AgreementFacts payload={payload} context={context} /></Facts>
      <PlanDetails plan={payload.proposal} context={context} />
    </EventRow>
  );
}
