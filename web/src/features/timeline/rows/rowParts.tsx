// Of what is the telling of an event made? A sign and a head; people, facts, lists, marks; all of it shown only when told.
import type { ReactNode } from "react";
import type { Payloads } from "../../../generated/events";
import { saidSo } from "../../../eventLog/readJson";
import type { EventType } from "../../../eventLog/types";
import { asText } from "../../../ui/escapeBidi";
import { Avatar } from "../../../ui/Avatar";
import { Badge } from "../../../ui/Badge";
import type { Tone } from "../../../ui/Badge";
import { OwnWords } from "../../../ui/UserText";
import { useWords } from "../../../i18n/locale";
import { nameOf } from "../timelineRows";
import type { Scene } from "../timelineRows";
import { WORDS } from "../messages/common";
import { Sign } from "./EventIcon";
import type { Shape } from "./EventIcon";

export interface RowProps<T extends EventType> {
  readonly payload: Payloads[T];
  readonly scene: Scene;
}

interface ToldProps {
  readonly shape: Shape;
  readonly tone?: Tone;
  /** What happened, in a line. */
  readonly head: ReactNode;
  readonly children?: ReactNode;
}

export function Told({ shape, tone = "plain", head, children }: ToldProps) {
  return (
    <>
      <Sign shape={shape} tone={tone} />
      <div className="event-body">
        <div className="event-head">{head}</div>
        {children}
      </div>
    </>
  );
}

/** An agent: who knows no name shows the id. */
export function Person({ agent, name = "", scene }: { readonly agent: string; readonly name?: string; readonly scene: Scene }) {
  const words = useWords(WORDS);
  const called = name || nameOf(scene, agent) || words.somebody;
  return (
    <span className="event-person">
      <Avatar agentId={agent} name={called} />
      <bdi>{asText(called)}</bdi>
    </span>
  );
}

/** Several agents by their ids. */
export function People({ agents, scene }: { readonly agents: readonly string[]; readonly scene: Scene }) {
  return (
    <ul className="event-people">
      {agents.map((agent, place) => <li key={place}><Person agent={agent} scene={scene} /></li>)}
    </ul>
  );
}

/** A text of a person or model, as a paragraph of its own. */
export function Said({ text }: { readonly text: string }) {
  return text === "" ? null : <p><OwnWords text={text} /></p>;
}

export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="event-facts">{children}</dl>;
}

/** One labelled thing; nothing of it when there is nothing to say. */
export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  if (children === "" || children === null || children === undefined || children === false) return null;
  return <div><dt>{label}</dt><dd>{children}</dd></div>;
}

export function FactText({ label, text }: { readonly label: string; readonly text: string }) {
  return text === "" ? null : <Fact label={label}><OwnWords text={text} /></Fact>;
}

export function FactTexts({ label, texts }: { readonly label: string; readonly texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <Fact label={label}>
      <ul className="event-list">{texts.map((text, place) => <li key={place}><OwnWords text={text} /></li>)}</ul>
    </Fact>
  );
}

export function FactPeople({ label, agents, scene }: { readonly label: string; readonly agents: readonly string[]; readonly scene: Scene }) {
  return agents.length === 0 ? null : <Fact label={label}><People agents={agents} scene={scene} /></Fact>;
}

/** From an old value to a new one; one of them may be missing. */
export function Change({ from, to }: { readonly from: string; readonly to: string }) {
  const words = useWords(WORDS);
  if (from === "" && to === "") return null;
  return (
    <span className="event-change">
      {from !== "" && <span className="event-from"><OwnWords text={from} /></span>}
      {from !== "" && <span><span aria-hidden="true">→</span><span className="visually-hidden">{words.becomes}</span></span>}
      {to !== "" ? <span className="event-to"><OwnWords text={to} /></span> : <span className="soft">{words.open}</span>}
    </span>
  );
}

/** The mark of an answer that no model gave. */
export function StandIn({ fallback }: { readonly fallback: unknown }) {
  const words = useWords(WORDS);
  return saidSo(fallback) ? <Badge tone="warn" title={words.standInHint}>{words.standIn}</Badge> : null;
}

/** The mark of an answer for which a person was waited. */
export function AnsweredBy({ payload }: { readonly payload: object }) {
  const words = useWords(WORDS);
  const by = "answered_by" in payload ? payload.answered_by : undefined;
  if (by === "person") return <Badge tone="brand">{words.inPerson}</Badge>;
  return by === "agent" ? <Badge title={words.forPersonHint}>{words.forPerson}</Badge> : null;
}
