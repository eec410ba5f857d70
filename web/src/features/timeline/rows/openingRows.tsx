// Rows of the opening: demand, candidates, channel, invitation (TW-202…204).
import { Link } from "react-router";
import type { Payloads } from "../../../generated/events";
import { readNumber, readObjects, readTrue, readString, readStrings, getLabel } from "../../../eventLog/readJson";
import { escapeBidi } from "../../../ui/escapeBidi";
import { Badge } from "../../../ui/Badge";
import { UserText } from "../../../ui/UserText";
import { useFormat } from "../../../i18n/format";
import { MESSAGES as NEGOTIATION } from "../../negotiation/messages";
import type { EventContext } from "../timelineRows";
import { COMMON_MESSAGES } from "../messages/common";
import { OPENING_MESSAGES } from "../messages/opening";
import { Fact, FactAgents, Facts, AgentLabel, Quote, FallbackBadge, EventRow, type RowProps } from "./rowParts";

/** Row of `demand.submitted`. */
export function DemandSubmittedRow({ payload }: RowProps<"towow.demand.submitted">) {
  const [messages, { odd, somebody }, format] = [OPENING_MESSAGES.useCurrent(), COMMON_MESSAGES.useCurrent(), useFormat()];
  const models: Readonly<Record<string, string>> = NEGOTIATION.useCurrent().model;
  const budget = readNumber(payload.limits?.budget_tokens);
  const limits = [messages.rounds(readNumber(payload.limits?.max_rounds)), budget === null || budget === 0 ? "" : messages.budget(format.number(budget))];
  const day = [readString(payload.today) && format.day(readString(payload.today)), readString(payload.timezone)];
  const follows = readString(payload.follows);
  return (
    <EventRow
      icon="demand"
      tone="brand"
      head={<><bdi className="event-name">{escapeBidi(readString(payload.user_id)) || somebody}</bdi><span>{messages.submitted}</span>
        <Badge>{getLabel(messages.visibility, payload.visibility, odd)}</Badge></>}
    >
      <Quote text={readString(payload.raw_input)} />
      <Facts>
        <Fact label={messages.model}>{getLabel(models, payload.model, odd)}</Fact>
        <Fact label={messages.limits}>{limits.filter(Boolean).join(" · ")}</Fact>
        <Fact label={messages.day}>{day.filter(Boolean).join(" · ")}</Fact>
        <Fact label={messages.language}>{getLabel(messages.languages, payload.language, odd)}</Fact>
      </Facts>
      {follows !== "" && <p><Link to={`/d/${encodeURIComponent(follows)}`}>{messages.follows}</Link></p>}
    </EventRow>
  );
}

/** Row of `filter.completed`. */
export function FilterCompletedRow({ payload, context }: RowProps<"towow.filter.completed">) {
  const messages = OPENING_MESSAGES.useCurrent();
  const candidates = readObjects(payload.candidates);
  const omitted = readObjects(payload.omitted);
  const count = readNumber(payload.candidates_count) ?? (payload.candidates ? candidates.length : null);
  return (
    <EventRow
      icon="people"
      tone={count === 0 ? "bad" : "brand"}
      head={<><strong>{count === 0 ? messages.foundNobody : messages.found(count)}</strong>
        {(readNumber(payload.calls) ?? 1) > 1 && <Badge>{messages.twice}</Badge>}<FallbackBadge fallback={payload.fallback} />
        {readTrue(payload.by_words_only) && <Badge tone="warn" title={messages.byWordsOnlyHint}>{messages.byWordsOnly}</Badge>}</>}
    >
      {candidates.length > 0 && (
        <ul className="event-list">{candidates.map((candidate, index) => <li key={index}><CandidateFacts candidate={candidate} context={context} /></li>)}</ul>
      )}
      {omitted.length > 0 && (
        <>
          <p className="soft small">{messages.omitted}</p>
          <ul className="event-list">{omitted.map((agent, index) => <li key={index}><OmissionFacts agent={agent} context={context} /></li>)}</ul>
        </>
      )}
    </EventRow>
  );
}

type Candidate = Payloads["towow.filter.completed"]["candidates"][number];

/** Candidate with match score and reason. */
function CandidateFacts({ candidate, context }: { readonly candidate: Candidate; readonly context: EventContext }) {
  const messages = OPENING_MESSAGES.useCurrent();
  const reason = readString(candidate.reason);
  return (
    <>
      <span className="event-head">
        <AgentLabel agent={readString(candidate.agent_id)} name={readString(candidate.display_name)} context={context} />
        <span className="soft small">{messages.match(readNumber(candidate.relevance_score))}</span>
        {readTrue(candidate.is_fallback) && <Badge tone="warn" title={messages.standInHint}>{messages.standIn}</Badge>}
      </span>
      {reason !== "" && <span className="soft"><UserText text={reason} /></span>}
    </>
  );
}

type Omitted = NonNullable<Payloads["towow.filter.completed"]["omitted"]>[number];

/** Able agent that was not invited, and why. */
function OmissionFacts({ agent, context }: { readonly agent: Partial<Omitted>; readonly context: EventContext }) {
  const [messages, { odd }, format] = [OPENING_MESSAGES.useCurrent(), COMMON_MESSAGES.useCurrent(), useFormat()];
  const km = readNumber(agent.distance_km);
  const reason = agent.reason === "too_far" && km !== null ? messages.distance(format.number(km)) : getLabel(messages.omission, agent.reason, odd);
  return (
    <span className="event-head">
      <AgentLabel agent={readString(agent.agent_id)} name={readString(agent.display_name)} context={context} />
      <span className="soft small">{reason}</span>
    </span>
  );
}

/** Row of `channel.created`. */
export function ChannelCreatedRow({ payload, context }: RowProps<"towow.channel.created">) {
  const messages = OPENING_MESSAGES.useCurrent();
  return (
    <EventRow
      icon="channel"
      head={<><span>{messages.opened(readNumber(payload.participants_count))}</span><span className="soft">{messages.rounds(readNumber(payload.max_rounds))}</span></>}
    >
      <Facts><FactAgents label={messages.invited} agents={readStrings(payload.invited_agents)} context={context} /></Facts>
    </EventRow>
  );
}

/** Row of `demand.broadcast`. */
export function BroadcastRow({ payload, context }: RowProps<"towow.demand.broadcast">) {
  const [messages, format] = [OPENING_MESSAGES.useCurrent(), useFormat()];
  const deadline = readString(payload.deadline);
  return (
    <EventRow icon="send" head={<span>{messages.sent}</span>}>
      <Facts>
        <FactAgents label={messages.to} agents={readStrings(payload.invited_agents)} context={context} />
        <Fact label={messages.until}>{deadline && format.time(deadline)}</Fact>
      </Facts>
    </EventRow>
  );
}
