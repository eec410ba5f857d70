// What happened, event by event, in words? (TW-803, TW-812, TW-813)
import { useId, useMemo, useState } from "react";
import { shownCount, useLog } from "../../eventLog/logStore";
import { useWords } from "../../i18n/locale";
import { EventFilter } from "./EventFilter";
import { EventList, isLong } from "./EventList";
import { ALL, filtered } from "./rowFilter";
import { linesOf } from "./timelineRows";
import type { Line } from "./timelineRows";
import { useFollowing } from "./useAutoScroll";
import { WORDS } from "./messages/common";
import "./timeline.css";

export function EventTimeline() {
  const words = useWords(WORDS);
  const entries = useLog((log) => log.entries);
  const count = useLog(shownCount);
  const [filter, choose] = useState(ALL);
  const lines = useMemo(() => linesOf(entries).slice(0, count), [entries, count]);
  const shown = useMemo(() => filtered(lines, filter), [lines, filter]);
  const title = useId();
  return (
    <section className="card timeline" aria-labelledby={title}>
      <div className="row timeline-top">
        <h2 id={title}>{words.title}</h2>
        <span className="soft">{words.count(lines.length)}</span>
      </div>
      <EventFilter lines={lines} hidden={lines.length - shown.length} filter={filter} choose={choose} />
      {shown.length === 0 && <p className="soft">{lines.length === 0 ? words.none : words.noneLeft}</p>}
      <Scrolling lines={shown} long={isLong(entries)} />
    </section>
  );
}

/** The list in its box. It stays at the newest event until the viewer scrolls up, and then says how many are new. */
function Scrolling({ lines, long }: { readonly lines: readonly Line[]; readonly long: boolean }) {
  const words = useWords(WORDS);
  const following = useFollowing(lines.at(-1)?.entry.seq ?? 0);
  const { away, back, scrolled, setBox } = following;
  const fresh = away === null ? 0 : lines.filter(({ entry }) => entry.seq > away).length;
  return (
    <div className="timeline-frame">
      {/* Told to nobody as it grows: the banner says what matters, and who wants to read all of it goes there. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reachable by key. */}
      <div ref={setBox} className={long ? "timeline-box timeline-box-long" : "timeline-box"} role="log" aria-live="off" aria-label={words.log} tabIndex={0} onScroll={scrolled}>
        <EventList long={long} lines={lines} following={following} />
      </div>
      {away !== null && (
        <button type="button" className="button button-main timeline-newest" onClick={back}>
          {fresh > 0 ? words.fresh(fresh) : words.newest}
        </button>
      )}
    </div>
  );
}
