// How is the beginning shown: the demand, what was understood of it, who is invited? (TW-201…204)
import { Link } from "react-router";
import type { Payloads } from "../../../generated/events";
import { amount, items, saidSo, text, texts, wordOf } from "../../../eventLog/readJson";
import { asText } from "../../../ui/escapeBidi";
import { Badge } from "../../../ui/Badge";
import { OwnWords } from "../../../ui/UserText";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/locale";
import { WORDS as NEGOTIATION } from "../../negotiation/messages";
import type { Scene } from "../timelineRows";
import { WORDS } from "../messages/common";
import { OPENING } from "../messages/opening";
import { Fact, FactPeople, FactText, FactTexts, Facts, Person, Said, StandIn, Told } from "./rowParts";
import type { RowProps } from "./rowParts";

export function Submitted({ payload }: RowProps<"towow.demand.submitted">) {
  const [words, { odd, somebody }, format] = [useWords(OPENING), useWords(WORDS), useFormat()];
  const models: Readonly<Record<string, string>> = useWords(NEGOTIATION).model;
  const budget = amount(payload.limits?.budget_tokens);
  const limits = [words.rounds(amount(payload.limits?.max_rounds)), budget === null || budget === 0 ? "" : words.budget(format.number(budget))];
  const day = [text(payload.today) && format.day(text(payload.today)), text(payload.timezone)];
  const follows = text(payload.follows);
  return (
    <Told
      shape="demand"
      tone="brand"
      head={<><bdi className="event-name">{asText(text(payload.user_id)) || somebody}</bdi><span>{words.submitted}</span>
        <Badge>{wordOf(words.visibility, payload.visibility, odd)}</Badge></>}
    >
      <Said text={text(payload.raw_input)} />
      <Facts>
        <Fact label={words.model}>{wordOf(models, payload.model, odd)}</Fact>
        <Fact label={words.limits}>{limits.filter(Boolean).join(" · ")}</Fact>
        <Fact label={words.day}>{day.filter(Boolean).join(" · ")}</Fact>
        <Fact label={words.language}>{wordOf(words.languages, payload.language, odd)}</Fact>
      </Facts>
      {follows !== "" && <p><Link to={`/d/${encodeURIComponent(follows)}`}>{words.follows}</Link></p>}
    </Told>
  );
}

export function Understood({ payload }: RowProps<"towow.demand.understood">) {
  const [words, { confidence, level, odd }, format] = [useWords(OPENING), useWords(WORDS), useFormat()];
  const { context, deep_understanding: deep } = payload;
  const attendees = amount(context?.expected_attendees);
  return (
    <Told
      shape="idea"
      tone="brand"
      head={<><strong>{words.understood}</strong><Badge>{confidence} {wordOf(level, payload.confidence, odd)}</Badge><StandIn fallback={payload.fallback} /></>}
    >
      <Said text={text(payload.surface_demand)} />
      <Facts>
        <FactText label={words.needs} text={texts(payload.capability_tags).join(" · ")} />
        <FactText label={words.place} text={text(context?.location)} />
        <Fact label={words.attendees}>{attendees === null ? "" : format.number(attendees)}</Fact>
        <FactText label={words.date} text={text(context?.date)} />
        <FactText label={words.money} text={text(context?.budget)} />
        <FactText label={words.motivation} text={text(deep?.motivation)} />
        <FactTexts label={words.preferences} texts={texts(deep?.likely_preferences)} />
        <FactText label={words.feeling} text={text(deep?.emotional_context)} />
      </Facts>
    </Told>
  );
}

export function Filtered({ payload, scene }: RowProps<"towow.filter.completed">) {
  const words = useWords(OPENING);
  const candidates = items(payload.candidates);
  const count = amount(payload.candidates_count) ?? (payload.candidates ? candidates.length : null);
  return (
    <Told
      shape="people"
      tone={count === 0 ? "bad" : "brand"}
      head={<><strong>{count === 0 ? words.foundNobody : words.found(count)}</strong>
        {(amount(payload.calls) ?? 1) > 1 && <Badge>{words.twice}</Badge>}<StandIn fallback={payload.fallback} /></>}
    >
      {candidates.length > 0 && (
        <ul className="event-list">{candidates.map((who, place) => <li key={place}><Chosen who={who} scene={scene} /></li>)}</ul>
      )}
    </Told>
  );
}

type Candidate = Payloads["towow.filter.completed"]["candidates"][number];

/** Who was found, how well they fit, and why. */
function Chosen({ who, scene }: { readonly who: Candidate; readonly scene: Scene }) {
  const words = useWords(OPENING);
  const reason = text(who.reason);
  return (
    <>
      <span className="event-head">
        <Person agent={text(who.agent_id)} name={text(who.display_name)} scene={scene} />
        <span className="soft small">{words.match(amount(who.relevance_score))}</span>
        {saidSo(who.is_fallback) && <Badge tone="warn" title={words.standInHint}>{words.standIn}</Badge>}
      </span>
      {reason !== "" && <span className="soft"><OwnWords text={reason} /></span>}
    </>
  );
}

export function Created({ payload, scene }: RowProps<"towow.channel.created">) {
  const words = useWords(OPENING);
  return (
    <Told
      shape="channel"
      head={<><span>{words.opened(amount(payload.participants_count))}</span><span className="soft">{words.rounds(amount(payload.max_rounds))}</span></>}
    >
      <Facts><FactPeople label={words.invited} agents={texts(payload.invited_agents)} scene={scene} /></Facts>
    </Told>
  );
}

export function Broadcast({ payload, scene }: RowProps<"towow.demand.broadcast">) {
  const [words, format] = [useWords(OPENING), useFormat()];
  const deadline = text(payload.deadline);
  return (
    <Told shape="send" head={<span>{words.sent}</span>}>
      <Facts>
        <FactPeople label={words.to} agents={texts(payload.invited_agents)} scene={scene} />
        <Fact label={words.until}>{deadline && format.time(deadline)}</Fact>
      </Facts>
    </Told>
  );
}
