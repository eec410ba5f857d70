// How are rounds and plans shown: why a round begins, which plan goes to whom, what changed at whose request? (TW-206, 209)
import type { Payloads } from "../../../generated/events";
import { amount, items, saidSo, text, texts, wordOf } from "../../../eventLog/readJson";
import { Badge } from "../../../ui/Badge";
import { OwnWords } from "../../../ui/UserText";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/locale";
import type { Scene } from "../timelineRows";
import { WORDS } from "../messages/common";
import { PLAN } from "../messages/plan";
import { GapList } from "./GapList";
import { Change, Fact, FactPeople, FactTexts, Facts, People, Said, StandIn, Told } from "./rowParts";
import type { RowProps } from "./rowParts";
import { WholePlan } from "./PlanDetails";

export function RoundStarted({ payload }: RowProps<"towow.negotiation.round_started">) {
  const [words, { odd }] = [useWords(PLAN), useWords(WORDS)];
  const [round, most] = [amount(payload.round), amount(payload.max_rounds)];
  return (
    <Told
      shape="round"
      tone="brand"
      head={
        <>
          <strong>{words.round(round, most)}</strong>
          {round !== null && round === most && <Badge tone="warn">{words.last}</Badge>}
          <span className="soft">{wordOf(words.why, payload.reason, odd)}</span>
        </>
      }
    />
  );
}

export function Distributed({ payload, scene }: RowProps<"towow.proposal.distributed">) {
  const [words, format] = [useWords(PLAN), useFormat()];
  const { proposal: plan } = payload;
  const again = saidSo(payload.resent);
  const deadline = text(payload.deadline);
  const gaps = items(plan?.gaps);
  return (
    <Told
      shape="plan"
      tone="brand"
      head={
        <>
          <strong>{words.goesOut(amount(payload.version))}</strong>
          {again && <Badge tone="warn">{words.again}</Badge>}
          {saidSo(plan?.adjusted) && !again && <Badge tone="brand">{words.adjusted}</Badge>}
          {saidSo(plan?.adjustment_failed) && <Badge tone="warn">{words.notAdjusted}</Badge>}
          <span className="soft small">{words.inRound(amount(payload.round))}</span>
          <StandIn fallback={payload.fallback} />
        </>
      }
    >
      <Said text={text(plan?.summary)} />
      <Facts>
        {!again && <Adjustment plan={plan} scene={scene} />}
        <Fact label={words.gaps}>{gaps.length > 0 && <GapList gaps={gaps} />}</Fact>
        <FactPeople label={words.sentTo} agents={texts(payload.participants)} scene={scene} />
        <Fact label={words.until}>{deadline && format.time(deadline)}</Fact>
      </Facts>
      <WholePlan plan={plan} scene={scene} />
    </Told>
  );
}

/** What was changed, at whose request; which requests are met with it, and which are not, and why. */
function Adjustment({ plan, scene }: { readonly plan: Payloads["towow.proposal.distributed"]["proposal"]; readonly scene: Scene }) {
  const words = useWords(PLAN);
  const summary = plan?.adjustment_summary;
  const changes = items(summary?.changes_made);
  const declined = items(summary?.requests_declined);
  const told = changes.flatMap(({ before, after }) => [text(before), text(after)]);
  return (
    <>
      {changes.length > 0 && (
        <Fact label={words.changed}>
          <ul className="event-list">
            {changes.map((change, place) => (
              <li key={place}>
                <strong><OwnWords text={text(change.aspect)} /></strong> <Change from={text(change.before)} to={text(change.after)} />
                <Said text={text(change.reason)} />
                {texts(change.requested_by).length > 0 && (
                  <span className="event-head soft">{words.asked} <People agents={texts(change.requested_by)} scene={scene} /></span>
                )}
              </li>
            ))}
          </ul>
        </Fact>
      )}
      <FactTexts label={words.met} texts={texts(summary?.requests_addressed).filter((request) => !told.includes(request))} />
      {declined.length > 0 && (
        <Fact label={words.notMet}>
          <ul className="event-list">
            {declined.map((one, place) => <li key={place}><OwnWords text={text(one.request)} /><Said text={text(one.reason)} /></li>)}
          </ul>
        </Fact>
      )}
    </>
  );
}
