// How are answers shown: offers told from negotiations, feedback of each kind, wishes, who left? (TW-205, 207, 213, 214)
import type { Payloads } from "../../../generated/events";
import { amount, items, known, saidSo, text, texts, wordOf } from "../../../eventLog/readJson";
import { Badge } from "../../../ui/Badge";
import type { Tone } from "../../../ui/Badge";
import { OwnWords } from "../../../ui/UserText";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/locale";
import { WORDS } from "../messages/common";
import { ANSWERS } from "../messages/answers";
import { AnsweredBy, Change, Fact, FactText, FactTexts, Facts, Person, Said, StandIn, Told } from "./rowParts";
import type { RowProps } from "./rowParts";
import type { Shape } from "./EventIcon";
import { WholePlan } from "./PlanDetails";

type Look = Readonly<{ shape: Shape; tone: Tone }>;

const ODD: Look = { shape: "odd", tone: "plain" };
const DECISIONS: Readonly<Record<string, Look>> = {
  participate: { shape: "yes", tone: "good" },
  conditional: { shape: "partly", tone: "warn" },
  decline: { shape: "no", tone: "bad" },
};
const TALK: Look = { shape: "talk", tone: "talk" };
const FEEDBACK: Readonly<Record<string, Look>> = {
  accept: { shape: "yes", tone: "good" },
  negotiate: TALK,
  reject: { shape: "no", tone: "bad" },
  withdraw: { shape: "leave", tone: "warn" },
};

function lookOf(looks: Readonly<Record<string, Look>>, value: unknown): Look {
  return known(looks, value) ?? ODD;
}

export function Offered({ payload, scene }: RowProps<"towow.offer.submitted">) {
  const [words, { odd }] = [useWords(ANSWERS), useWords(WORDS)];
  const decision = lookOf(DECISIONS, payload.decision);
  const declines = payload.decision === "decline";
  const talks = payload.response_type === "negotiate" && !declines;
  return (
    <Told
      {...(talks ? TALK : decision)}
      head={
        <>
          <Person agent={text(payload.agent_id)} name={text(payload.display_name)} scene={scene} />
          <Badge tone={decision.tone}>{wordOf(words.decision, payload.decision, odd)}</Badge>
          {!declines && <Badge tone={talks ? "talk" : "plain"}>{wordOf(words.response, payload.response_type, odd)}</Badge>}
          {saidSo(payload.late) && <Badge tone="warn" title={words.lateHint}>{words.late}</Badge>}
          <AnsweredBy payload={payload} />
          <StandIn fallback={payload.fallback} />
        </>
      }
    >
      <Said text={text(payload.contribution)} />
      <Facts>
        <FactText label={words.whyNot} text={text(payload.decline_reason)} />
        <FactTexts label={words.conditions} texts={texts(payload.conditions)} />
        <Points points={items(payload.negotiation_points)} />
        <FactText label={words.about} text={text(payload.negotiation_summary)} />
        <FactText label={words.reasoning} text={text(payload.reasoning)} />
        <Sureness value={payload.confidence} />
      </Facts>
    </Told>
  );
}

type Point = Payloads["towow.offer.submitted"]["negotiation_points"][number];

/** What an agent wants changed before it joins: of what, from what, to what, and why. */
function Points({ points }: { readonly points: readonly Point[] }) {
  const words = useWords(ANSWERS);
  if (points.length === 0) return null;
  return (
    <Fact label={words.points}>
      <ul className="event-list">
        {points.map((point, place) => (
          <li key={place}>
            <strong><OwnWords text={text(point.aspect)} /></strong> <Change from={text(point.current_value)} to={text(point.desired_value)} />
            <Said text={text(point.reason)} />
          </li>
        ))}
      </ul>
    </Fact>
  );
}

/** How sure somebody is, of 100. */
function Sureness({ value }: { readonly value: unknown }) {
  const [{ confidence }, format] = [useWords(WORDS), useFormat()];
  const sure = amount(value);
  return sure === null ? null : <Fact label={confidence}>{format.percent(sure / 100)}</Fact>;
}

export function Bargained({ payload, scene }: RowProps<"towow.negotiation.bargain">) {
  const words = useWords(ANSWERS);
  const aspect = text(payload.bargain_type);
  const [from, to] = [text(payload.current_value), text(payload.desired_value)];
  return (
    <Told
      {...TALK}
      head={
        <>
          <Person agent={text(payload.agent_id)} name={text(payload.display_name)} scene={scene} />
          <span>{words.wishes}</span>
          <strong>{aspect === "proposal" || aspect === "" ? words.thePlan : <OwnWords text={aspect} />}</strong>
          <span className="soft small">{words.round(amount(payload.round))}</span>
        </>
      }
    >
      <Said text={text(payload.content)} />
      {(from !== "" || to !== "") && <Facts><Fact label={words.change}><Change from={from} to={to} /></Fact></Facts>}
    </Told>
  );
}

export function Answered({ payload, scene }: RowProps<"towow.proposal.feedback">) {
  const [words, { odd }] = [useWords(ANSWERS), useWords(WORDS)];
  const look = lookOf(FEEDBACK, payload.feedback_type);
  return (
    <Told
      {...look}
      head={
        <>
          <Person agent={text(payload.agent_id)} name={text(payload.display_name)} scene={scene} />
          <Badge tone={look.tone}>{wordOf(words.feedback, payload.feedback_type, odd)}</Badge>
          <span>{words.plan(amount(payload.proposal_version))}</span>
          <span className="soft small">{words.round(amount(payload.round))}</span>
          <AnsweredBy payload={payload} />
          <StandIn fallback={payload.fallback} />
        </>
      }
    >
      <Said text={text(payload.reasoning)} />
      <Facts>
        <FactText label={words.request} text={text(payload.adjustment_request)} />
        <FactTexts label={words.concerns} texts={texts(payload.concerns)} />
        <Sureness value={payload.confidence} />
      </Facts>
    </Told>
  );
}

export function Withdrew({ payload, scene }: RowProps<"towow.agent.withdrawn">) {
  const words = useWords(ANSWERS);
  return (
    <Told
      {...lookOf(FEEDBACK, "withdraw")}
      head={
        <>
          <Person agent={text(payload.agent_id)} name={text(payload.display_name)} scene={scene} />
          <Badge tone="warn">{words.left}</Badge>
          <span className="soft small">{words.round(amount(payload.round))}</span>
        </>
      }
    >
      <Said text={text(payload.reason)} />
      <WholePlan plan={payload.proposal} scene={scene} />
    </Told>
  );
}
