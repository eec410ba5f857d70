// Full answers of a candidate: the offer and the feedback on each plan.
import type { ReactNode } from "react";
import { readNumber, readObjects, readString, readStrings } from "../../eventLog/readJson";
import { readTermsOf, type Terms as AnswerTerms } from "../../eventLog/terms";
import type { Feedback, Offer } from "../../eventLog/types";
import { getAnswerSource, getFeedbackStatus, getOfferStatus, type AgentStatus } from "../../eventLog/agentStatus";
import { Badge } from "../../ui/Badge";
import { UserText } from "../../ui/UserText";
import { AGENT_STATUS_LOOKS } from "../../ui/agentStatusLooks";
import { useFormat } from "../../i18n/format";
import { useLocale } from "../../i18n/locale";
import { TermFacts } from "../terms/TermFacts";
import { TERM_MESSAGES } from "../terms/messages";
import { describeTerms } from "../terms/termTexts";
import { MESSAGES } from "./messages";

/** Details of an offer. */
export function OfferDetails({ offer }: { readonly offer: Offer }) {
  const messages = MESSAGES.useCurrent();
  const declines = offer.decision === "decline";
  const declineReason = readString(offer.decline_reason);
  const points = readObjects(offer.negotiation_points);
  return (
    <AnswerSection title={messages.answer} standing={getOfferStatus(offer)} answer={offer}>
      <LabelledTexts label={messages.contribution} texts={declines ? [] : readStrings([offer.contribution])} />
      <LabelledTexts label={messages.conditions} texts={readStrings(offer.conditions)} />
      {(points.length > 0 || readString(offer.negotiation_summary) !== "") && (
        <div>
          <dt>{messages.wishes}</dt>
          {readString(offer.negotiation_summary) !== "" && <dd><UserText text={readString(offer.negotiation_summary)} /></dd>}
          {points.map((point, index) => <dd key={index}><NegotiationPoint {...point} /></dd>)}
        </div>
      )}
      <Terms terms={readTermsOf(offer)} said={readStrings([offer.contribution, offer.negotiation_summary, ...readStrings(offer.conditions)])} />
      <LabelledTexts label={messages.declined} texts={declines ? readStrings([declineReason]) : []} />
      <LabelledTexts label={messages.because} texts={readStrings([offer.reasoning]).filter((texts) => texts !== declineReason)} />
    </AnswerSection>
  );
}

/** Details of the feedback on one plan version. */
export function FeedbackDetails({ feedback }: { readonly feedback: Feedback }) {
  const messages = MESSAGES.useCurrent();
  const { number } = useFormat();
  const version = readNumber(feedback.proposal_version);
  return (
    <AnswerSection title={messages.ofPlan(version === null ? "" : number(version))} standing={getFeedbackStatus(feedback)} answer={feedback}>
      <LabelledTexts label={messages.because} texts={readStrings([feedback.reasoning])} />
      <LabelledTexts label={messages.request} texts={readStrings([feedback.adjustment_request])} />
      <Terms terms={readTermsOf(feedback)} said={readStrings([feedback.adjustment_request, feedback.reasoning])} />
      <LabelledTexts label={messages.concerns} texts={readStrings(feedback.concerns)} />
    </AnswerSection>
  );
}

interface AnswerProps {
  readonly title: string;
  readonly standing: AgentStatus;
  readonly answer: Offer | Feedback;
  readonly children: ReactNode;
}

function AnswerSection({ title, standing, answer, children }: AnswerProps) {
  const messages = MESSAGES.useCurrent();
  const { number } = useFormat();
  const source = getAnswerSource(answer);
  const confidence = readNumber(answer.confidence);
  return (
    <section className="candidate-answer">
      <h4 className="row small">
        <span>{title}</span>
        <Badge tone={AGENT_STATUS_LOOKS[standing].tone}><span aria-hidden="true">{AGENT_STATUS_LOOKS[standing].symbol}</span>{messages.standing[standing]}</Badge>
      </h4>
      <dl className="small">{children}</dl>
      <p className="small soft candidate-marks">
        {source !== null && <span>{messages.answeredBy[source]}</span>}
        {answer.fallback && <span>{messages.fallback}</span>}
        {confidence !== null && <span>{messages.confidence(number(confidence))}</span>}
      </p>
    </section>
  );
}

/** Terms that the texts beside them do not say. */
function Terms({ terms, said }: { readonly terms: AnswerTerms | null; readonly said: readonly string[] }) {
  const language = useLocale();
  if (describeTerms(terms, language, said).length === 0) return null;
  return <div><dt>{TERM_MESSAGES[language].list}</dt><dd><TermFacts terms={terms} said={said} /></dd></div>;
}

function LabelledTexts({ label, texts }: { readonly label: string; readonly texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <div>
      <dt>{label}</dt>
      {texts.map((text, index) => <dd key={index}><UserText text={text} /></dd>)}
    </div>
  );
}

/** Change that a candidate asks for: aspect, current and desired value, reason. */
function NegotiationPoint(point: Readonly<Record<string, unknown>>) {
  const [aspect, from, to, declineReason] = [readString(point.aspect), readString(point.current_value), readString(point.desired_value), readString(point.reason)];
  return (
    <>
      {aspect !== "" && <strong><UserText text={aspect} /> </strong>}
      {from !== "" && <UserText text={from} />}
      {to !== "" && <span> → <UserText text={to} /></span>}
      {declineReason !== "" && <span className="soft"> · <UserText text={declineReason} /></span>}
      <TermFacts terms={readTermsOf(point)} said={[aspect, to, declineReason]} />
    </>
  );
}
