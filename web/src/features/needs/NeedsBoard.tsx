// Needs board: a row per need with who is asked, offers, holds or has confirmed it; one glance tells what is missing.
import { useMemo, type CSSProperties, type ReactNode } from "react";
import { getVisibleCount, useLogStore } from "../../eventLog/logStore";
import type { ChannelPart } from "../../eventLog/types";
import { useFormat } from "../../i18n/format";
import type { Tone } from "../../ui/Badge";
import { Glyph, type GlyphName } from "../stage/Glyph";
import { truncateText } from "../stage/truncateText";
import { computeNeedRows, type NeedRow, type NeedSeat, type NeedState } from "./needRows";
import { readNeedTies } from "./needTies";
import { SeatLane } from "./SeatLane";
import { MESSAGES } from "./messages";
import "./needs.css";

const LOOKS: Readonly<Record<NeedState, readonly [tone: Tone, glyph: GlyphName]>> = {
  open: ["plain", "spark"],
  asked: ["plain", "letter"],
  offered: ["brand", "hand"],
  planned: ["brand", "plan"],
  met: ["good", "tick"],
  missing: ["bad", "cross"],
  unfilled: ["plain", "minus"],
};
/** Maximum length of a need's name. */
const MAX_NEED_CHARS = 60;
/** Most people in a row, and in the row of all people where no needs are known. */
const MAX_SEATS = 4;
const MAX_PEOPLE = 12;

/** Board of one channel at the shown moment. */
export function NeedsBoard({ part }: { readonly part: ChannelPart }) {
  const messages = MESSAGES.useCurrent();
  const { number } = useFormat();
  const entries = useLogStore((log) => log.entries);
  const count = useLogStore(getVisibleCount);
  const ties = useMemo(() => readNeedTies(entries.slice(0, count), part.channel_id), [entries, count, part.channel_id]);
  const { rows, others, reserves, met } = computeNeedRows(part, ties);
  const isUnread = part.understanding === null && part.status === "processing";
  return (
    <section className="needs" aria-label={messages.title} data-part="needs-board">
      <div className="needs-body" data-rows={rows.length} style={{ "--rows": rows.length } as CSSProperties}>
        <p className="needs-head">
          <strong>{messages.title}</strong>
          {rows.length > 0 && <span className="soft">{messages.confirmed(number(met), number(rows.length))}</span>}
        </p>
        {rows.length === 0 && <p className="needs-note soft">{isUnread ? messages.unread : messages.none}</p>}
        {rows.length > 0 && <ul className="needs-rows" aria-label={messages.title}>{rows.map((row) => <Row key={row.id} row={row} />)}</ul>}
        <ul className="needs-people">
          <PeopleLine label={part.review !== null ? messages.others : rows.length > 0 ? messages.alsoInvited : messages.invited} part="others" seats={others} maxSeats={rows.length > 0 ? MAX_SEATS : MAX_PEOPLE} />
          <PeopleLine label={messages.reserve} part="reserves" seats={reserves} maxSeats={MAX_SEATS} />
        </ul>
      </div>
    </section>
  );
}

function Row({ row }: { readonly row: NeedRow }) {
  const messages = MESSAGES.useCurrent();
  const { number } = useFormat();
  const [tone, glyph] = LOOKS[row.state];
  const state = messages.state[row.state];
  const name = truncateText(row.need, MAX_NEED_CHARS);
  return (
    <li className={`needs-row tone-${tone}`} data-need={row.id} data-state={row.state}>
      <Glyph name={glyph} tone={tone} />
      <span className="needs-need" title={name}>
        <bdi>{name}</bdi>
        {row.count > 1 && <span> {messages.times(number(row.count))}</span>}
        {!row.required && <span className="soft"> {messages.optional}</span>}
        <Hidden>{messages.colon}</Hidden>
      </span>
      <SeatLane seats={row.seats} maxSeats={MAX_SEATS} known={state} />
      {row.seats.length > 0 && <Hidden>{messages.comma}</Hidden>}
      <strong className="needs-state">{row.count > 1 && row.state !== "open" ? messages.some(state, number(row.confirmed), number(row.count)) : state}</strong>
    </li>
  );
}

function PeopleLine({ label, part, seats, maxSeats }: { readonly label: string; readonly part: string; readonly seats: readonly NeedSeat[]; readonly maxSeats: number }) {
  const messages = MESSAGES.useCurrent();
  return (
    <li className="needs-line" data-part={part}>
      <span className="needs-need soft">{label}<Hidden>{messages.colon}</Hidden></span>
      {seats.length > 0 ? <SeatLane seats={seats} maxSeats={maxSeats} known={label} /> : <span className="soft needs-lane">{messages.nobody}</span>}
    </li>
  );
}

function Hidden({ children }: { readonly children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>;
}
