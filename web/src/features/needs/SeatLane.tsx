// Lane of the people in one row: a fixed height, as many as fit, the others as a number.
import { AGENT_STATUS_LOOKS } from "../../ui/agentStatusLooks";
import { Avatar } from "../../ui/Avatar";
import { isOut } from "../../eventLog/agentStatus";
import { useFormat } from "../../i18n/format";
import { Glyph } from "../stage/Glyph";
import { MESSAGES as STAGE } from "../stage/messages";
import { truncateText } from "../stage/truncateText";
import type { NeedSeat } from "./needRows";
import { MESSAGES } from "./messages";

/** Maximum length of a name, and of the role after it. */
const MAX_NAME_CHARS = 40;
const MAX_ROLE_CHARS = 30;

interface Props {
  readonly seats: readonly NeedSeat[];
  readonly maxSeats: number;
  /** Status that the row says already. */
  readonly known?: string;
}

/** People of a row; those beyond `maxSeats` are named in the tooltip and to screen readers. */
export function SeatLane({ seats, maxSeats, known = "" }: Props) {
  const messages = MESSAGES.useCurrent();
  const { number, list } = useFormat();
  const hasOthers = seats.some(({ status }) => !isOut(status));
  const shown = seats.length > maxSeats ? seats.slice(0, maxSeats - 1) : seats;
  const rest = seats.slice(shown.length);
  const names = list(rest.map(({ name }) => truncateText(name, MAX_NAME_CHARS)));
  return (
    <span className="needs-lane">
      {shown.map((seat, index) => <Seat key={`${seat.agentId}-${seat.role}`} seat={seat} known={known} last={index === seats.length - 1} named={!hasOthers || !isOut(seat.status)} />)}
      {rest.length > 0 && (
        <span className="needs-more" title={names}>
          <span aria-hidden="true">{messages.plus(number(rest.length))}</span>
          <span className="visually-hidden">{names}</span>
        </span>
      )}
    </span>
  );
}

interface SeatProps {
  readonly seat: NeedSeat;
  readonly known: string;
  readonly last: boolean;
  /** Whether there is room for the name; who takes no part is only a face beside those who do. */
  readonly named: boolean;
}

function Seat({ seat, known, last, named }: SeatProps) {
  const messages = MESSAGES.useCurrent();
  const { standing, inPerson } = STAGE.useCurrent();
  const { tone, glyph } = AGENT_STATUS_LOOKS[seat.status];
  const name = truncateText(seat.name, MAX_NAME_CHARS) || seat.agentId;
  const role = truncateText(seat.role, MAX_ROLE_CHARS);
  const words = standing[seat.status].toLowerCase() === known.toLowerCase() ? [] : [standing[seat.status]];
  const said = [...words, ...(seat.byPerson ? [inPerson] : [])].map((word) => ` ${word}`).join("");
  return (
    <span className={`needs-seat${isOut(seat.status) ? " needs-seat-out" : ""}${named ? "" : " needs-seat-face"}`} data-seat={seat.status} title={`${name}${said}`}>
      <span className="needs-face"><Avatar agentId={seat.agentId} name={name} /><Glyph name={glyph} tone={tone} /></span>
      <bdi className={named ? "needs-name" : "visually-hidden"}>{name}{role !== "" && messages.role(role)}</bdi>
      <span className="visually-hidden">{said}{last ? "" : messages.comma}</span>
    </span>
  );
}
