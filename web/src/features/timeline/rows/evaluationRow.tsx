// How is a verdict shown: how many accept, against the marks of 50 % and 80 %, and which rule decided? (TW-208)
import { amount, known, text, wordOf } from "../../../eventLog/readJson";
import { Badge } from "../../../ui/Badge";
import type { Tone } from "../../../ui/Badge";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/locale";
import { REASONS } from "../../../i18n/reasonMessages";
import { WORDS } from "../messages/common";
import { OUTCOME } from "../messages/outcome";
import { Fact, Facts, Told } from "./rowParts";
import type { RowProps } from "./rowParts";

const TONES: Readonly<Record<string, Tone>> = { finalize: "good", renegotiate: "talk", force_finalize: "warn", fail: "bad" };

export function Evaluated({ payload }: RowProps<"towow.feedback.evaluated">) {
  const [words, { odd }, { rule }] = [useWords(OUTCOME), useWords(WORDS), useWords(REASONS)];
  const decision = text(payload.decision);
  const tone = known(TONES, decision) ?? "plain";
  const { sent, answered, accepts, negotiates, rejects, withdraws, silent } = payload;
  return (
    <Told
      shape="verdict"
      tone={tone}
      head={<><strong>{words.verdict(amount(payload.round), amount(payload.proposal_version))}</strong><Badge tone={tone}>{wordOf(words.decision, decision, odd)}</Badge></>}
    >
      <Facts>
        <Fact label={words.rate}><Rate rate={payload.accept_rate} tone={tone} /></Fact>
        <Fact label={words.counts}>
          <ul className="event-counts">
            <li>{words.sent(amount(sent))}</li>
            <li>{words.accepts(amount(accepts), without(amount(answered), amount(withdraws)))}</li>
            <li>{words.negotiates(amount(negotiates))}</li>
            <li>{words.rejects(amount(rejects))}</li>
            {withdraws !== 0 && <li>{words.withdraws(amount(withdraws))}</li>}
            <li>{words.silent(amount(silent))}</li>
          </ul>
        </Fact>
        <Fact label={words.because}>{wordOf(rule, payload.rule, odd)}</Fact>
      </Facts>
    </Told>
  );
}

/** How many of those who answered stay: of these the rate is counted. */
function without(answered: number | null, withdraws: number | null): number | null {
  return answered === null || withdraws === null ? null : answered - withdraws;
}

/** A share of accepts: as a number, and as a bar with the marks of 50 % and 80 %. */
function Rate({ rate, tone }: { readonly rate: unknown; readonly tone: Tone }) {
  const [words, format] = [useWords(OUTCOME), useFormat()];
  const share = amount(rate);
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
