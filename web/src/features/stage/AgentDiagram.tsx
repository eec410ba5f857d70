// Diagram of agents arranged around the plan, with animated messages between them.
import type { CSSProperties } from "react";
import type { ChannelPart, LogEntry } from "../../eventLog/types";
import { isOut, isAnsweredByPerson, getAgentStatus, type AgentStatus } from "../../eventLog/agentStatus";
import { Avatar } from "../../ui/Avatar";
import { AGENT_STATUS_LOOKS } from "../../ui/agentStatusLooks";
import { PlanNode } from "./PlanNode";
import { getMessageAnimations, type MessageAnimation } from "./messageAnimations";
import { Glyph } from "./Glyph";
import { layoutSeats, type Seat } from "./seatLayout";
import { truncateText } from "./truncateText";
import { MESSAGES } from "./messages";
import "./agentDiagram.css";

interface PlacedAgent {
  readonly agentId: string;
  readonly name: string;
  /** Name before truncation. */
  readonly fullName: string;
  readonly seat: Seat;
  readonly status: AgentStatus;
  readonly byPerson: boolean;
}

/** Maximum length of a name; names longer than LONG_NAME_CHARS use a smaller font. */
const MAX_NAME_CHARS = 40;
const LONG_NAME_CHARS = 11;
const MAX_TITLE_CHARS = 1000;

/**
 * Diagram of one channel; `recent` are the events whose messages may be animated, those of other channels are ignored.
 */
export function AgentDiagram({ part, recent }: { readonly part: ChannelPart; readonly recent: readonly LogEntry[] }) {
  const messages = MESSAGES.useCurrent();
  const agents = placeAgents(part);
  const animations = recent.filter((entry) => entry.payload.channel_id === part.channel_id).flatMap(getMessageAnimations);
  return (
    <div className={`stage-arena ${getCrowdClass(agents.length)}`}>
      <div className="stage-field">
        <ConnectionLines agents={agents} />
        <PlanNode part={part} />
        {agents.length > 0 && (
          <ul aria-label={messages.agents}>
            {agents.map((agent) => <AgentNode key={agent.agentId} agent={agent} />)}
          </ul>
        )}
        {animations.map((animation) => <MovingMessage key={animation.key} animation={animation} agents={agents} />)}
      </div>
    </div>
  );
}

function placeAgents(part: ChannelPart): PlacedAgent[] {
  const seats = layoutSeats(part.candidates.length);
  return part.candidates.flatMap((agent, place) => {
    const seat = seats[place];
    if (seat === undefined) return [];
    const name = truncateText(agent.display_name, MAX_NAME_CHARS) || truncateText(agent.agent_id, MAX_NAME_CHARS);
    const fullName = truncateText(agent.display_name, MAX_TITLE_CHARS) || agent.agent_id;
    return [{ agentId: agent.agent_id, name, fullName, seat, status: getAgentStatus(agent, part), byPerson: isAnsweredByPerson(agent) }];
  });
}

/** Return the CSS class for the font size; fewer agents get a larger one. */
function getCrowdClass(count: number): string {
  if (count > 8) return "stage-crowd-many";
  return count > 6 ? "stage-crowd-some" : "stage-crowd-few";
}

function ConnectionLines({ agents }: { readonly agents: readonly PlacedAgent[] }) {
  return (
    <svg className="stage-spokes" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      {agents.map(({ agentId, seat, status }) => (
        <line key={agentId} x1="50" y1="50" x2={seat.x} y2={seat.y} className={getLineClass(status)} vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  );
}

function getLineClass(status: AgentStatus): string {
  return isOut(status) ? "stage-away" : `tone-${AGENT_STATUS_LOOKS[status].tone}`;
}

function AgentNode({ agent }: { readonly agent: PlacedAgent }) {
  const messages = MESSAGES.useCurrent();
  const { agentId, name, fullName, seat, status } = agent;
  const { tone, glyph } = AGENT_STATUS_LOOKS[status];
  const place: CSSProperties = {
    insetInlineStart: `${seat.x - seat.width / 2}%`,
    insetBlockStart: `${seat.y - seat.height / 2}%`,
    inlineSize: `${seat.width}%`,
    blockSize: `${seat.height}%`,
    ...getOffsetStyle(seat),
  };
  return (
    <li className={isOut(status) ? "stage-seat stage-seat-away" : "stage-seat"} style={place} data-standing={status}>
      <span className="stage-face">
        <Avatar agentId={agentId} name={name} />
        <Glyph name={glyph} tone={tone} />
      </span>
      <bdi className={name.length > LONG_NAME_CHARS ? "stage-name stage-name-long" : "stage-name"} title={fullName}>{name}</bdi>
      <span className={`stage-said tone-${tone}`}>
        {agent.byPerson ? `${messages.standing[status]} · ${messages.inPerson}` : messages.standing[status]}
      </span>
    </li>
  );
}

function MovingMessage({ animation, agents }: { readonly animation: MessageAnimation; readonly agents: readonly PlacedAgent[] }) {
  const seat = agents.find((agent) => agent.agentId === animation.agentId)?.seat;
  if (seat === undefined) return null;
  return (
    <span className={`stage-flight stage-flight-${animation.towardsPlan ? "in" : "out"}`} style={getOffsetStyle(seat)} data-flight={animation.key}>
      <Glyph name={animation.glyph} tone={animation.tone} />
    </span>
  );
}

/** Return the offset of a seat from the centre in percent, as CSS variables for the animations. */
function getOffsetStyle(seat: Seat): CSSProperties {
  return { "--dx": seat.x - 50, "--dy": seat.y - 50 } as CSSProperties;
}
