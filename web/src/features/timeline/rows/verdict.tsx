// How is a verdict shown: how many accept, against the marks of 50 % and 80 %, and which rule decided? (TW-208)
import { Badge } from "../../../ui/Badge";
import type { Tone } from "../../../ui/Badge";
import { useFormat } from "../../../words/format";
import { useWords } from "../../../words/language";
import { numberOf, textOf, wordOf } from "../read";
import { WORDS } from "../words";
import { OUTCOME } from "../words/outcome";
import { Fact, Facts, Told } from "./parts";
import type { RowProps } from "./parts";

const TONES: Readonly<Record<string, Tone>> = { finalize: "good", renegotiate: "talk", force_finalize: "warn", fail: "bad" };

export function Evaluated({ payload }: RowProps<"towow.feedback.evaluated">) {
  const [words, { odd }] = [useWords(OUTCOME), useWords(WORDS)];
  const decision = textOf(payload.decision);
  const tone = Object.hasOwn(TONES, decision) ? (TONES[decision] ?? "plain") : "plain";
  const { sent, answered, accepts, negotiates, rejects, withdraws, silent } = payload;
  return (
    <Told
      shape="verdict"
      tone={tone}
      head={<><strong>{words.verdict(numberOf(payload.round), numberOf(payload.proposal_version))}</strong><Badge tone={tone}>{wordOf(words.decision, decision, odd)}</Badge></>}
    >
      <Facts>
        <Fact label={words.rate}><Rate rate={payload.accept_rate} tone={tone} /></Fact>
        <Fact label={words.counts}>
          <ul className="event-counts">
            <li>{words.sent(numberOf(sent))}</li>
            <li>{words.answered(numberOf(answered))}</li>
            <li>{words.accepts(numberOf(accepts))}</li>
            <li>{words.negotiates(numberOf(negotiates))}</li>
            <li>{words.rejects(numberOf(rejects))}</li>
            <li>{words.withdraws(numberOf(withdraws))}</li>
            <li>{words.silent(numberOf(silent))}</li>
          </ul>
        </Fact>
        <Fact label={words.because}>{wordOf(words.rule, payload.rule, odd)}</Fact>
      </Facts>
    </Told>
  );
}

/** A share of accepts: as a number, and as a bar with the marks of 50 % and 80 %. */
function Rate({ rate, tone }: { readonly rate: unknown; readonly tone: Tone }) {
  const [words, format] = [useWords(OUTCOME), useFormat()];
  const share = numberOf(rate);
  if (share === null) return words.nobodyAnswered;
  return (
    <span className="event-rate">
      <strong>{format.percent(share)}</strong>
      <span className="event-bar" aria-hidden="true">
        <span className={`event-bar-filled event-bar-${tone}`} style={{ inlineSize: `${Math.max(0, Math.min(share, 1)) * 100}%` }} />
      </span>
    </span>
  );
}
