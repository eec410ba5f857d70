// Scrolling list of events that follows the newest one until the viewer scrolls up, then counts new events.
import { EventList } from "./EventList";
import type { TimelineRow } from "./timelineRows";
import { useAutoScroll } from "./useAutoScroll";
import { COMMON_MESSAGES } from "./messages/common";

interface Props {
  readonly rows: readonly TimelineRow[];
  /** Whether the log is virtualised. */
  readonly long: boolean;
  /** Seqs that the search has found. */
  readonly hits: ReadonlySet<number>;
  /** Seq of the hit that the viewer looks at; null without a search. */
  readonly focusSeq: number | null;
}

/** Scrolling list of the rows. */
export function EventScrollBox({ rows, long, hits, focusSeq }: Props) {
  const messages = COMMON_MESSAGES.useCurrent();
  const autoScroll = useAutoScroll(rows.at(-1)?.entry.seq ?? 0);
  const { pausedAt, resume, onScroll, setBox } = autoScroll;
  const newCount = pausedAt === null ? 0 : rows.filter(({ entry }) => entry.seq > pausedAt).length;
  return (
    <div className="timeline-frame">
      {/* Not announced to screen readers: the state banner announces what matters. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard */}
      <div ref={setBox} className={long ? "timeline-box timeline-box-long" : "timeline-box"} role="log" aria-live="off" aria-label={messages.log} tabIndex={0} onScroll={onScroll}>
        <EventList long={long} rows={rows} hits={hits} focusSeq={focusSeq} autoScroll={autoScroll} />
      </div>
      {pausedAt !== null && (
        <button type="button" className="button button-main timeline-newest" onClick={resume}>
          {newCount > 0 ? messages.fresh(newCount) : messages.newest}
        </button>
      )}
    </div>
  );
}
