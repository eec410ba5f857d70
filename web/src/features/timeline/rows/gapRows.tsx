// How are gaps and subnets shown: what is missing, which negotiation opens for it, what it brought? (TW-215, TW-216)
import { amount, items, saidSo, text, texts, wordOf } from "../../../eventLog/readJson";
import { Badge } from "../../../ui/Badge";
import { OwnWords } from "../../../ui/UserText";
import { useWords } from "../../../i18n/locale";
import { WORDS as NEGOTIATION } from "../../negotiation/messages";
import { WORDS } from "../messages/common";
import { GAPS } from "../messages/gaps";
import { GapList } from "./GapList";
import { toneOf } from "./outcomeRows";
import { FactPeople, Facts, Said, StandIn, Told } from "./rowParts";
import type { RowProps } from "./rowParts";
import { WholePlan } from "./PlanDetails";

export function Identified({ payload }: RowProps<"towow.gap.identified">) {
  const words = useWords(GAPS);
  const gaps = items(payload.gaps);
  const none = saidSo(payload.is_complete) ? words.nothing : words.incomplete;
  return (
    <Told
      shape="gap"
      tone={gaps.length > 0 ? "warn" : "plain"}
      head={<><strong>{gaps.length > 0 ? words.found(gaps.length) : none}</strong><StandIn fallback={payload.fallback} /></>}
    >
      {gaps.length > 0 && <GapList gaps={gaps} />}
    </Told>
  );
}

export function Triggered({ payload }: RowProps<"towow.subnet.triggered">) {
  const [words, { odd }] = [useWords(GAPS), useWords(WORDS)];
  const depth = amount(payload.depth);
  return (
    <Told
      shape="branch"
      tone="brand"
      head={
        <>
          <span>{words.opens}</span>
          <strong><OwnWords text={text(payload.gap_type) || odd("")} /></strong>
          {depth !== null && <span className="soft small">{words.depth(depth)}</span>}
          <StandIn fallback={payload.fallback} />
        </>
      }
    >
      <Said text={text(payload.sub_demand)} />
    </Told>
  );
}

export function Completed({ payload, scene }: RowProps<"towow.subnet.completed">) {
  const [words, { odd }] = [useWords(GAPS), useWords(WORDS)];
  const statuses: Readonly<Record<string, string>> = useWords(NEGOTIATION).status;
  const joined = texts(payload.participants);
  return (
    <Told
      shape="merge"
      tone={toneOf(payload.status)}
      head={
        <>
          <span>{words.subnet}</span>
          <strong><OwnWords text={text(payload.gap_type) || odd("")} /></strong>
          <span>{words.ended}</span>
          <Badge tone={toneOf(payload.status)}>{wordOf(statuses, payload.status, odd)}</Badge>
        </>
      }
    >
      {joined.length === 0 && <p className="soft">{words.nobodyJoined}</p>}
      <Facts><FactPeople label={words.joined} agents={joined} scene={scene} /></Facts>
      {joined.length > 0 && payload.proposal && <p>{words.becomes(amount(payload.proposal.version))}</p>}
      <WholePlan plan={payload.proposal} scene={scene} />
    </Told>
  );
}
