// How is the end shown: agreed, forced, failed with what could be done instead, cancelled, closed? (TW-210…212)
import { Badge } from "../../../ui/Badge";
import type { Tone } from "../../../ui/Badge";
import { useFormat } from "../../../words/format";
import { useWords } from "../../../words/language";
import { WORDS as NEGOTIATION } from "../../negotiation/words";
import { numberOf, textOf, textsOf, wordOf } from "../read";
import { WORDS } from "../words";
import { OUTCOME } from "../words/outcome";
import { Compromise } from "./Compromise";
import { Fact, FactPeople, FactText, Facts, Said, StandIn, Told } from "./parts";
import type { RowProps } from "./parts";
import { WholePlan } from "./WholePlan";

export function Finalized({ payload, scene }: RowProps<"towow.proposal.finalized">) {
  const words = useWords(OUTCOME);
  return (
    <Told
      shape="star"
      tone="good"
      head={<><strong>{words.finalized}</strong><span className="soft">{words.taken(numberOf(payload.rounds_taken))}</span></>}
    >
      <Said text={textOf(payload.summary)} />
      <Facts>
        <FactPeople label={words.confirmed} agents={textsOf(payload.confirmed_participants)} scene={scene} />
        <FactPeople label={words.optional} agents={textsOf(payload.optional_participants)} scene={scene} />
      </Facts>
      <WholePlan plan={payload.final_proposal} scene={scene} />
    </Told>
  );
}

export function Forced({ payload, scene }: RowProps<"towow.negotiation.force_finalized">) {
  const words = useWords(OUTCOME);
  return (
    <Told
      shape="star"
      tone="warn"
      head={<><strong>{words.forced}</strong><span className="soft">{words.taken(numberOf(payload.rounds_taken))}</span><StandIn fallback={payload.fallback} /></>}
    >
      <Said text={textOf(payload.final_proposal?.summary)} />
      <Facts>
        <FactPeople label={words.confirmed} agents={textsOf(payload.confirmed_participants)} scene={scene} />
        <FactPeople label={words.optional} agents={textsOf(payload.optional_participants)} scene={scene} />
        <FactText label={words.compromise} text={textOf(payload.compromise_suggestion)} />
      </Facts>
      <WholePlan plan={payload.final_proposal} scene={scene} />
    </Told>
  );
}

export function Failed({ payload, scene }: RowProps<"towow.negotiation.failed">) {
  const [words, { odd }, format] = [useWords(OUTCOME), useWords(WORDS), useFormat()];
  const detail = textOf(payload.detail);
  const rate = numberOf(payload.accept_rate);
  const why = [wordOf(words.reason, payload.reason, odd), detail && wordOf(words.detail, detail, odd)];
  return (
    <Told
      shape="no"
      tone="bad"
      head={<><strong>{words.failed}</strong><span className="soft">{words.taken(numberOf(payload.rounds_taken))}</span><StandIn fallback={payload.fallback} /></>}
    >
      <Facts>
        <Fact label={words.why}>{why.filter(Boolean).join(" · ")}</Fact>
        <Fact label={words.rate}>{rate === null ? "" : format.percent(rate)}</Fact>
        <Fact label={words.code}>{textOf(payload.error_code)}</Fact>
        <FactText label={words.compromise} text={textOf(payload.compromise_suggestion)} />
        <Compromise compromise={payload.compromise_proposal} scene={scene} />
      </Facts>
      <WholePlan plan={payload.last_proposal} scene={scene} />
    </Told>
  );
}

export function Cancelled({ payload }: RowProps<"towow.demand.cancelled">) {
  const [words, { somebody }] = [useWords(OUTCOME), useWords(WORDS)];
  return (
    <Told shape="stop" head={<><bdi className="event-name">{textOf(payload.cancelled_by) || somebody}</bdi><strong>{words.cancelled}</strong></>}>
      <Said text={textOf(payload.reason)} />
    </Told>
  );
}

const TONES: Readonly<Record<string, Tone>> = { finalized: "good", force_finalized: "warn", failed: "bad" };

/** The tone of a status; plain for one that has none. */
export function toneOf(status: unknown): Tone {
  const key = textOf(status);
  return Object.hasOwn(TONES, key) ? (TONES[key] ?? "plain") : "plain";
}

export function Closed({ payload }: RowProps<"towow.demand.closed">) {
  const [words, { odd }, format] = [useWords(OUTCOME), useWords(WORDS), useFormat()];
  const statuses: Readonly<Record<string, string>> = useWords(NEGOTIATION).status;
  const { totals } = payload;
  const [read, wrote] = [numberOf(totals?.input_tokens), numberOf(totals?.output_tokens)];
  const [price, took] = [numberOf(totals?.cost_usd), numberOf(totals?.duration_ms)];
  return (
    <Told
      shape="end"
      tone={toneOf(payload.status)}
      head={
        <>
          <strong>{words.closed}</strong>
          <Badge tone={toneOf(payload.status)}>{wordOf(statuses, payload.status, odd)}</Badge>
          <span className="soft">{words.taken(numberOf(payload.rounds))}</span>
        </>
      }
    >
      <Facts>
        <Fact label={words.model}>{totals && words.calls(numberOf(totals.model_calls), numberOf(totals.fallback_calls))}</Fact>
        <Fact label={words.tokens}>{totals && words.read(read === null ? "—" : format.number(read), wrote === null ? "—" : format.number(wrote))}</Fact>
        <Fact label={words.price}>{price === null ? "" : format.usd(price)}</Fact>
        <Fact label={words.took}>{took === null ? "" : format.duration(took)}</Fact>
      </Facts>
    </Told>
  );
}
