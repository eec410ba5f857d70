// Row of an evaluation: acceptance rate, counts and deciding rule (TW-208).
import { readNumber, lookUp, readString, getLabel } from "../../../eventLog/readJson";
import { Badge, type Tone } from "../../../ui/Badge";
import { useFormat } from "../../../i18n/format";
import { REASON_MESSAGES } from "../../../i18n/reasonMessages";
import { COMMON_MESSAGES } from "../messages/common";
import { OUTCOME_MESSAGES } from "../messages/outcome";
import { Fact, Facts, EventRow, type RowProps } from "./rowParts";

const TONES: Readonly<Record<string, Tone>> = { finalize: "good", renegotiate: "talk", force_finalize: "warn", fail: "bad" };

/** Row of `feedback.evaluated`. */
export function FeedbackEvaluatedRow({ payload }: RowProps<"towow.feedback.evaluated">) {
  const [messages, { odd }, { rule }] = [OUTCOME_MESSAGES.useCurrent(), COMMON_MESSAGES.useCurrent(), REASON_MESSAGES.useCurrent()];
  const decision = readString(payload.decision);
  const tone = lookUp(TONES, decision) ?? "plain";
  const { sent, answered, accepts, negotiates, rejects, withdraws, silent } = payload;
  return (
    <EventRow
      icon="verdict"
      tone={tone}
      head={<><strong>{messages.verdict(readNumber(payload.round), readNumber(payload.proposal_version))}</strong><Badge tone={tone}>{getLabel(messages.decision, decision, odd)}</Badge></>}
    >
      <Facts>
        <Fact label={messages.rate}><AcceptRate rate={payload.accept_rate} tone={tone} /></Fact>
        <Fact label={messages.counts}>
          <ul className="event-counts">
            <li>{messages.sent(readNumber(sent))}</li>
            <li>{messages.accepts(readNumber(accepts), subtractWithdrawn(readNumber(answered), readNumber(withdraws)))}</li>
            <li>{messages.negotiates(readNumber(negotiates))}</li>
            <li>{messages.rejects(readNumber(rejects))}</li>
            {withdraws !== 0 && <li>{messages.withdraws(readNumber(withdraws))}</li>}
            <li>{messages.silent(readNumber(silent))}</li>
          </ul>
        </Fact>
        <Fact label={messages.because}>{getLabel(rule, payload.rule, odd)}</Fact>
      </Facts>
    </EventRow>
  );
}

/** Return the number of answers from remaining agents, the denominator of the rate; null when unknown. */
function subtractWithdrawn(answered: number | null, withdraws: number | null): number | null {
  return answered === null || withdraws === null ? null : answered - withdraws;
}

/** Acceptance rate as a number and as a bar with the 50 % and 80 % thresholds. */
function AcceptRate({ rate, tone }: { readonly rate: unknown; readonly tone: Tone }) {
  const [messages, format] = [OUTCOME_MESSAGES.useCurrent(), useFormat()];
  const acceptRate = readNumber(rate);
  if (acceptRate === null) return messages.nobodyAnswered;
  return (
    <span className="event-rate">
      <strong>{format.percent(acceptRate)}</strong>
      <span className="event-bar" aria-hidden="true">
        <span className={`event-bar-filled tone-${tone}`} style={{ inlineSize: `${Math.max(0, Math.min(acceptRate, 1)) * 100}%` }} />
      </span>
    </span>
  );
}
