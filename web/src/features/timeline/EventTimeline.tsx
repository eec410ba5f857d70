// Timeline of a negotiation, one row per event (TW-803, TW-812, TW-813).
import { useId, useMemo, useState } from "react";
import { getVisibleCount, useLogStore } from "../../eventLog/logStore";
import { EventFilter } from "./EventFilter";
import { EventList, isLongLog } from "./EventList";
import { NO_FILTER, filterRows } from "./rowFilter";
import { buildRows, type TimelineRow } from "./timelineRows";
import { useAutoScroll } from "./useAutoScroll";
import { COMMON_MESSAGES } from "./messages/common";
import "./timeline.css";

/** Timeline card with filter. */
export function EventTimeline() {
  const messages = COMMON_MESSAGES.useCurrent();
  const entries = useLogStore((log) => log.entries);
  const count = useLogStore(getVisibleCount);
  const [filter, setFilter] = useState(NO_FILTER);
  const rows = useMemo(() => buildRows(entries).slice(0, count), [entries, count]);
  const filteredRows = useMemo(() => filterRows(rows, filter), [rows, filter]);
  const titleId = useId();
  return (
    <section className="card timeline" aria-labelledby={titleId}>
      <div className="row timeline-top">
        <h2 id={titleId}>{messages.title}</h2>
        <span className="soft">{messages.count(rows.length)}</span>
      </div>
      <EventFilter rows={rows} hidden={rows.length - filteredRows.length} filter={filter} onChange={setFilter} />
      {filteredRows.length === 0 && <p className="soft">{rows.length === 0 ? messages.none : messages.noneLeft}</p>}
      <ScrollBox rows={filteredRows} long={isLongLog(entries)} />
    </section>
  );
}

/** Scrolling list that follows the newest event until the viewer scrolls up, then counts new events. */
function ScrollBox({ rows, long }: { readonly rows: readonly TimelineRow[]; readonly long: boolean }) {
  const messages = COMMON_MESSAGES.useCurrent();
  const autoScroll = useAutoScroll(rows.at(-1)?.entry.seq ?? 0);
  const { pausedAt, resume, onScroll, setBox } = autoScroll;
  const newCount = pausedAt === null ? 0 : rows.filter(({ entry }) => entry.seq > pausedAt).length;
  return (
    <div className="timeline-frame">
      {/* Not announced to screen readers: the state banner announces what matters. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard */}
      <div ref={setBox} className={long ? "timeline-box timeline-box-long" : "timeline-box"} role="log" aria-live="off" aria-label={messages.log} tabIndex={0} onScroll={onScroll}>
        <EventList long={long} rows={rows} autoScroll={autoScroll} />
      </div>
      {pausedAt !== null && (
        <button type="button" className="button button-main timeline-newest" onClick={resume}>
          {newCount > 0 ? messages.fresh(newCount) : messages.newest}
        </button>
      )}
    </div>
  );
}
