// Who sits around the plan, and what moves between them?
import type { CSSProperties } from "react";
import type { ChannelPart, Entry } from "../../eventLog/types";
import { away, inPerson, standingOf } from "../../eventLog/agentStatus";
import type { Standing } from "../../eventLog/agentStatus";
import { Avatar } from "../../ui/Avatar";
import { STANDING_TONES } from "../../ui/agentStatusTones";
import { useWords } from "../../i18n/locale";
import { Centre } from "./PlanNode";
import { flightsOf } from "./messageAnimations";
import type { Flight } from "./messageAnimations";
import { Sign } from "./Glyph";
import { seatsFor } from "./seatLayout";
import type { Seat } from "./seatLayout";
import { shortened } from "./truncateText";
import { SIGNS } from "./statusIcons";
import { WORDS } from "./messages";
import "./agentDiagram.css";

interface Seated {
  readonly agentId: string;
  readonly name: string;
  /** the name, whole */
  readonly whole: string;
  readonly seat: Seat;
  readonly standing: Standing;
  readonly inPerson: boolean;
}

/** Characters of a name, and of one that is written smaller. */
const NAME = 40;
const LONG = 11;
const WHOLE = 1000;

/** `recent`: the events whose marks may still be seen; those of other channels are left out. */
export function Arena({ part, recent }: { readonly part: ChannelPart; readonly recent: readonly Entry[] }) {
  const words = useWords(WORDS);
  const people = seated(part);
  const flights = recent.filter((entry) => entry.payload.channel_id === part.channel_id).flatMap(flightsOf);
  return (
    <div className={`stage-arena ${crowd(people.length)}`}>
      <div className="stage-field">
        <Spokes people={people} />
        <Centre part={part} />
        {people.length > 0 && (
          <ul aria-label={words.agents}>
            {people.map((who) => <Place key={who.agentId} who={who} />)}
          </ul>
        )}
        {flights.map((flight) => <Flying key={flight.key} flight={flight} people={people} />)}
      </div>
    </div>
  );
}

function seated(part: ChannelPart): Seated[] {
  const seats = seatsFor(part.candidates.length);
  return part.candidates.flatMap((who, place) => {
    const seat = seats[place];
    if (seat === undefined) return [];
    const name = shortened(who.display_name, NAME) || shortened(who.agent_id, NAME);
    const whole = shortened(who.display_name, WHOLE) || who.agent_id;
    return [{ agentId: who.agent_id, name, whole, seat, standing: standingOf(who, part), inPerson: inPerson(who) }];
  });
}

/** The fewer they are, the larger they are written. */
function crowd(count: number): string {
  if (count > 8) return "stage-crowd-many";
  return count > 6 ? "stage-crowd-some" : "stage-crowd-few";
}

function Spokes({ people }: { readonly people: readonly Seated[] }) {
  return (
    <svg className="stage-spokes" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      {people.map(({ agentId, seat, standing }) => (
        <line key={agentId} x1="50" y1="50" x2={seat.x} y2={seat.y} className={toneOf(standing)} vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  );
}

function toneOf(standing: Standing): string {
  return away(standing) ? "stage-away" : `stage-tone-${STANDING_TONES[standing]}`;
}

function Place({ who }: { readonly who: Seated }) {
  const words = useWords(WORDS);
  const { agentId, name, whole, seat, standing } = who;
  const tone = STANDING_TONES[standing];
  const place: CSSProperties = {
    insetInlineStart: `${seat.x - seat.width / 2}%`,
    insetBlockStart: `${seat.y - seat.height / 2}%`,
    inlineSize: `${seat.width}%`,
    blockSize: `${seat.height}%`,
    ...steps(seat),
  };
  return (
    <li className={away(standing) ? "stage-seat stage-seat-away" : "stage-seat"} style={place} data-standing={standing}>
      <span className="stage-face">
        <Avatar agentId={agentId} name={name} />
        <Sign name={SIGNS[standing]} tone={tone} />
      </span>
      <bdi className={name.length > LONG ? "stage-name stage-name-long" : "stage-name"} title={whole}>{name}</bdi>
      <span className={`stage-said stage-tone-${tone}`}>
        {who.inPerson ? `${words.standing[standing]} · ${words.inPerson}` : words.standing[standing]}
      </span>
    </li>
  );
}

function Flying({ flight, people }: { readonly flight: Flight; readonly people: readonly Seated[] }) {
  const seat = people.find((who) => who.agentId === flight.agentId)?.seat;
  if (seat === undefined) return null;
  return (
    <span className={`stage-flight stage-flight-${flight.inward ? "in" : "out"}`} style={steps(seat)} data-flight={flight.key}>
      <Sign name={flight.sign} tone={flight.tone} />
    </span>
  );
}

/** How far a seat is from the plan, in percent of the stage's width and height: for the style sheet to move things along. */
function steps(seat: Seat): CSSProperties {
  return { "--dx": seat.x - 50, "--dy": seat.y - 50 } as CSSProperties;
}
