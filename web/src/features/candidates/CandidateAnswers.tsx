// What did a candidate say in full: to the invitation, and of each plan?
import type { ReactNode } from "react";
import { amount, items, text, texts } from "../../eventLog/readJson";
import type { Feedback, Offer } from "../../eventLog/types";
import { answeredBy, standingOfFeedback, standingOfOffer } from "../../eventLog/agentStatus";
import type { Standing } from "../../eventLog/agentStatus";
import { Badge } from "../../ui/Badge";
import { OwnWords } from "../../ui/UserText";
import { STANDING_TONES } from "../../ui/agentStatusTones";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/locale";
import { SIGNS, WORDS } from "./messages";

export function OfferMade({ offer }: { readonly offer: Offer }) {
  const words = useWords(WORDS);
  const declines = offer.decision === "decline";
  const why = text(offer.decline_reason);
  const wishes = items(offer.negotiation_points);
  return (
    <Answer title={words.answer} standing={standingOfOffer(offer)} answer={offer}>
      <Part label={words.contribution} texts={declines ? [] : texts([offer.contribution])} />
      <Part label={words.conditions} texts={texts(offer.conditions)} />
      {(wishes.length > 0 || text(offer.negotiation_summary) !== "") && (
        <div>
          <dt>{words.wishes}</dt>
          {text(offer.negotiation_summary) !== "" && <dd><OwnWords text={text(offer.negotiation_summary)} /></dd>}
          {wishes.map((wish, index) => <dd key={index}><Wish {...wish} /></dd>)}
        </div>
      )}
      <Part label={words.declined} texts={declines ? texts([why]) : []} />
      <Part label={words.because} texts={texts([offer.reasoning]).filter((said) => said !== why)} />
    </Answer>
  );
}

export function FeedbackGiven({ feedback }: { readonly feedback: Feedback }) {
  const words = useWords(WORDS);
  const { number } = useFormat();
  const version = amount(feedback.proposal_version);
  return (
    <Answer title={words.ofPlan(version === null ? "" : number(version))} standing={standingOfFeedback(feedback)} answer={feedback}>
      <Part label={words.because} texts={texts([feedback.reasoning])} />
      <Part label={words.request} texts={texts([feedback.adjustment_request])} />
      <Part label={words.concerns} texts={texts(feedback.concerns)} />
    </Answer>
  );
}

interface AnswerProps {
  readonly title: string;
  readonly standing: Standing;
  readonly answer: Offer | Feedback;
  readonly children: ReactNode;
}

function Answer({ title, standing, answer, children }: AnswerProps) {
  const words = useWords(WORDS);
  const { number } = useFormat();
  const by = answeredBy(answer);
  const confidence = amount(answer.confidence);
  return (
    <section className="candidate-answer">
      <h4 className="row small">
        <span>{title}</span>
        <Badge tone={STANDING_TONES[standing]}><span aria-hidden="true">{SIGNS[standing]}</span>{words.standing[standing]}</Badge>
      </h4>
      <dl className="small">{children}</dl>
      <p className="small soft candidate-marks">
        {by !== null && <span>{words.answeredBy[by]}</span>}
        {answer.fallback && <span>{words.fallback}</span>}
        {confidence !== null && <span>{words.confidence(number(confidence))}</span>}
      </p>
    </section>
  );
}

function Part({ label, texts: said }: { readonly label: string; readonly texts: readonly string[] }) {
  if (said.length === 0) return null;
  return (
    <div>
      <dt>{label}</dt>
      {said.map((one, index) => <dd key={index}><OwnWords text={one} /></dd>)}
    </div>
  );
}

/** One thing somebody wants otherwise: what, from what to what, and why. */
function Wish(wish: Readonly<Record<string, unknown>>) {
  const [aspect, from, to, why] = [text(wish.aspect), text(wish.current_value), text(wish.desired_value), text(wish.reason)];
  return (
    <>
      {aspect !== "" && <strong><OwnWords text={aspect} /> </strong>}
      {from !== "" && <OwnWords text={from} />}
      {to !== "" && <span> → <OwnWords text={to} /></span>}
      {why !== "" && <span className="soft"> · <OwnWords text={why} /></span>}
    </>
  );
}
