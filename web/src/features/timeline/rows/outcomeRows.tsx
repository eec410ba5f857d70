// How is the end shown: agreed, forced, failed with what could be done instead, cancelled, closed? (TW-210…212)
import { amount, known, text, texts, wordOf } from "../../../eventLog/readJson";
import { asText } from "../../../ui/escapeBidi";
import { Badge } from "../../../ui/Badge";
import type { Tone } from "../../../ui/Badge";
import { STATUS_TONES } from "../../../ui/demandStatusTones";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/locale";
import { REASONS } from "../../../i18n/reasonMessages";
import { WORDS as NEGOTIATION } from "../../negotiation/messages";
import { WORDS } from "../messages/common";
import { OUTCOME } from "../messages/outcome";
import { Compromise } from "./CompromiseFacts";
import { Fact, FactPeople, FactText, Facts, Said, StandIn, Told } from "./rowParts";
import type { RowProps } from "./rowParts";
import { WholePlan } from "./PlanDetails";

export function Finalized({ payload, scene }: RowProps<"towow.proposal.finalized">) {
  const words = useWords(OUTCOME);
  return (
    <Told
      shape="star"
      tone="good"
      head={<><strong>{words.finalized}</strong><span className="soft">{words.taken(amount(payload.rounds_taken))}</span></>}
    >
      <Said text={text(payload.summary)} />
      <Facts>
        <FactPeople label={words.confirmed} agents={texts(payload.confirmed_participants)} scene={scene} />
        <FactPeople label={words.optional} agents={texts(payload.optional_participants)} scene={scene} />
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
      head={<><strong>{words.forced}</strong><span className="soft">{words.taken(amount(payload.rounds_taken))}</span><StandIn fallback={payload.fallback} /></>}
    >
      <Said text={text(payload.final_proposal?.summary)} />
      <Facts>
        <FactPeople label={words.confirmed} agents={texts(payload.confirmed_participants)} scene={scene} />
        <FactPeople label={words.optional} agents={texts(payload.optional_participants)} scene={scene} />
        <FactText label={words.compromise} text={text(payload.compromise_suggestion)} />
      </Facts>
      <WholePlan plan={payload.final_proposal} scene={scene} />
    </Told>
  );
}

export function Failed({ payload, scene }: RowProps<"towow.negotiation.failed">) {
  const [words, reasons, { odd }, format] = [useWords(OUTCOME), useWords(REASONS), useWords(WORDS), useFormat()];
  const detail = text(payload.detail);
  const rate = amount(payload.accept_rate);
  const why = [wordOf(reasons.reason, payload.reason, odd), detail && wordOf(reasons.detail, detail, odd)];
  return (
    <Told
      shape="no"
      tone="bad"
      head={<><strong>{words.failed}</strong><span className="soft">{words.taken(amount(payload.rounds_taken))}</span><StandIn fallback={payload.fallback} /></>}
    >
      <Facts>
        <Fact label={words.why}>{why.filter(Boolean).join(" · ")}</Fact>
        <Fact label={words.rate}>{rate === null ? "" : format.percent(rate)}</Fact>
        <Fact label={words.code}>{text(payload.error_code)}</Fact>
        <FactText label={words.compromise} text={text(payload.compromise_suggestion)} />
        <Compromise compromise={payload.compromise_proposal} scene={scene} />
      </Facts>
      <WholePlan plan={payload.last_proposal} scene={scene} />
    </Told>
  );
}

export function Cancelled({ payload }: RowProps<"towow.demand.cancelled">) {
  const [words, { somebody }] = [useWords(OUTCOME), useWords(WORDS)];
  return (
    <Told shape="stop" head={<><bdi className="event-name">{asText(text(payload.cancelled_by)) || somebody}</bdi><strong>{words.cancelled}</strong></>}>
      <Said text={text(payload.reason)} />
    </Told>
  );
}

/** The tone of a status; plain for one that has none. */
export function toneOf(status: unknown): Tone {
  return known<Tone>(STATUS_TONES, status) ?? "plain";
}

export function Closed({ payload }: RowProps<"towow.demand.closed">) {
  const [words, { odd }, format] = [useWords(OUTCOME), useWords(WORDS), useFormat()];
  const statuses: Readonly<Record<string, string>> = useWords(NEGOTIATION).status;
  const { totals } = payload;
  const [read, wrote] = [amount(totals?.input_tokens), amount(totals?.output_tokens)];
  const [price, took] = [amount(totals?.cost_usd), amount(totals?.duration_ms)];
  return (
    <Told
      shape="end"
      tone={toneOf(payload.status)}
      head={
        <>
          <strong>{words.closed}</strong>
          <Badge tone={toneOf(payload.status)}>{wordOf(statuses, payload.status, odd)}</Badge>
          <span className="soft">{words.taken(amount(payload.rounds))}</span>
        </>
      }
    >
      <Facts>
        <Fact label={words.model}>{totals && words.calls(amount(totals.model_calls), amount(totals.fallback_calls))}</Fact>
        <Fact label={words.tokens}>{totals && words.read(read === null ? "—" : format.number(read), wrote === null ? "—" : format.number(wrote))}</Fact>
        <Fact label={words.price}>{price === null ? "" : format.usd(price)}</Fact>
        <Fact label={words.took}>{took === null ? "" : format.duration(took)}</Fact>
      </Facts>
    </Told>
  );
}
