// Building blocks of timeline rows: header, agents, facts, quotes, badges.
import type { ReactNode } from "react";
import type { Payloads } from "../../../generated/events";
import { readTrue } from "../../../eventLog/readJson";
import type { EventType } from "../../../eventLog/types";
import { escapeBidi } from "../../../ui/escapeBidi";
import { Avatar } from "../../../ui/Avatar";
import { Badge, type Tone } from "../../../ui/Badge";
import { UserText } from "../../../ui/UserText";
import { getAgentName, type EventContext } from "../timelineRows";
import { COMMON_MESSAGES } from "../messages/common";
import { EventIcon, type EventIconName } from "./EventIcon";

/** Props of a row component. */
export interface RowProps<T extends EventType> {
  readonly payload: Payloads[T];
  readonly context: EventContext;
}

interface EventRowProps {
  readonly icon: EventIconName;
  readonly tone?: Tone;
  /** One-line description of the event. */
  readonly head: ReactNode;
  readonly children?: ReactNode;
}

/** Row with icon, header and optional body. */
export function EventRow({ icon, tone = "plain", head, children }: EventRowProps) {
  return (
    <>
      <EventIcon icon={icon} tone={tone} />
      <div className="event-body">
        <div className="event-head">{head}</div>
        {children}
      </div>
    </>
  );
}

/** Agent with avatar and name, or its id when the name is unknown. */
export function AgentLabel({ agent, name = "", context }: { readonly agent: string; readonly name?: string; readonly context: EventContext }) {
  const messages = COMMON_MESSAGES.useCurrent();
  const displayName = name || getAgentName(context, agent) || messages.somebody;
  return (
    <span className="event-person">
      <Avatar agentId={agent} name={displayName} />
      <bdi>{escapeBidi(displayName)}</bdi>
    </span>
  );
}

/** List of agents. */
export function AgentLabels({ agents, context }: { readonly agents: readonly string[]; readonly context: EventContext }) {
  return (
    <ul className="event-people">
      {agents.map((agent, index) => <li key={index}><AgentLabel agent={agent} context={context} /></li>)}
    </ul>
  );
}

/** Paragraph of user text; renders nothing when it is empty. */
export function Quote({ text }: { readonly text: string }) {
  return text === "" ? null : <p><UserText text={text} /></p>;
}

/** Description list of facts. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="event-facts">{children}</dl>;
}

/** Labelled fact; renders nothing without content. */
export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  if (children === "" || children === null || children === undefined || children === false) return null;
  return <div><dt>{label}</dt><dd>{children}</dd></div>;
}

/** Labelled user text. */
export function FactText({ label, text }: { readonly label: string; readonly text: string }) {
  return text === "" ? null : <Fact label={label}><UserText text={text} /></Fact>;
}

/** Labelled list of user texts. */
export function FactTexts({ label, texts }: { readonly label: string; readonly texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <Fact label={label}>
      <ul className="event-list">{texts.map((text, index) => <li key={index}><UserText text={text} /></li>)}</ul>
    </Fact>
  );
}

/** Labelled list of agents. */
export function FactAgents({ label, agents, context }: { readonly label: string; readonly agents: readonly string[]; readonly context: EventContext }) {
  return agents.length === 0 ? null : <Fact label={label}><AgentLabels agents={agents} context={context} /></Fact>;
}

/** Old and new value, either of which may be missing. */
export function ValueChange({ from, to }: { readonly from: string; readonly to: string }) {
  const messages = COMMON_MESSAGES.useCurrent();
  if (from === "" && to === "") return null;
  return (
    <span className="event-change">
      {from !== "" && <span className="event-from"><UserText text={from} /></span>}
      {from !== "" && <span><span aria-hidden="true">→</span><span className="visually-hidden">{messages.becomes}</span></span>}
      {to !== "" ? <span className="event-to"><UserText text={to} /></span> : <span className="soft">{messages.open}</span>}
    </span>
  );
}

/** Badge for content produced by the fallback instead of the model. */
export function FallbackBadge({ fallback }: { readonly fallback: unknown }) {
  const messages = COMMON_MESSAGES.useCurrent();
  return readTrue(fallback) ? <Badge tone="warn" title={messages.standInHint}>{messages.standIn}</Badge> : null;
}

/** Badge for answers given while a person was attending. */
export function AnswerSourceBadge({ payload }: { readonly payload: object }) {
  const messages = COMMON_MESSAGES.useCurrent();
  const source = "answered_by" in payload ? payload.answered_by : undefined;
  if (source === "person") return <Badge tone="brand">{messages.inPerson}</Badge>;
  return source === "agent" ? <Badge title={messages.forPersonHint}>{messages.forPerson}</Badge> : null;
}
