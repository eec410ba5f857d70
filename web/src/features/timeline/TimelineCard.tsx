// Timeline of a negotiation: lanes, a lane per person, or a list, one row per event (TW-803, TW-812, TW-813).
import { useId, useMemo, useState } from "react";
import { getVisibleCount, useLogStore } from "../../eventLog/logStore";
import { useLocale } from "../../i18n/locale";
import { LaneView } from "../lanes/LaneView";
import { isWish } from "../lanes/wishes";
import { EventFilter } from "./EventFilter";
import { isLongLog } from "./EventList";
import { EventScrollBox } from "./EventScrollBox";
import { filterRows } from "./rowFilter";
import { SearchField } from "./SearchField";
import { TIMELINE_VIEWS, type TimelineView } from "./timelineQuery";
import { buildRows } from "./timelineRows";
import { findHits } from "./timelineSearch";
import { useTimelineQuery } from "./useTimelineQuery";
import { useWideScreen } from "./useWideScreen";
import { COMMON_MESSAGES } from "./messages/common";
import { TOOL_MESSAGES } from "./messages/tools";
import "./timeline.css";

/** Timeline card with views, search and filter. */
export function TimelineCard() {
  const messages = COMMON_MESSAGES.useCurrent();
  const entries = useLogStore((log) => log.entries);
  const count = useLogStore(getVisibleCount);
  const [query, changeQuery] = useTimelineQuery();
  const wide = useWideScreen();
  const view = query.view ?? (wide ? "lanes" : "list");
  const rows = useMemo(() => buildRows(entries).slice(0, count), [entries, count]);
  const filteredRows = useMemo(() => filterRows(rows, query.filter), [rows, query.filter]);
  const shownRows = useMemo(() => (view === "wishes" ? filteredRows.filter(isWish) : filteredRows), [filteredRows, view]);
  const { hits, index, step } = useHits(shownRows, query.text);
  const focusSeq = hits[index] ?? null;
  const marked = useMemo(() => new Set(hits), [hits]);
  const titleId = useId();
  return (
    <section className="card timeline" aria-labelledby={titleId}>
      <div className="row timeline-top">
        <h2 id={titleId}>{messages.title}</h2>
        <span className="soft">{messages.count(rows.length)}</span>
      </div>
      <div className="row timeline-tools">
        <ViewSwitch view={view} onChange={(chosen) => { changeQuery({ view: chosen }); }} />
        <SearchField text={query.text} count={hits.length} index={index} onSearch={(text) => { changeQuery({ text }); }} onStep={step} />
        <EventFilter rows={rows} hidden={rows.length - filteredRows.length} filter={query.filter} onChange={(filter) => { changeQuery({ filter }); }} />
      </div>
      {shownRows.length === 0 && <p className="soft">{rows.length === 0 ? messages.none : messages.noneLeft}</p>}
      {view === "list"
        ? <EventScrollBox rows={shownRows} long={isLongLog(entries)} hits={marked} focusSeq={focusSeq} />
        : <LaneView rows={rows} shownRows={shownRows} entries={entries} hits={marked} focusSeq={focusSeq} />}
    </section>
  );
}

/** Return the matches of a search and the place of the one that is looked at, the first until the viewer steps on. */
function useHits(rows: Parameters<typeof findHits>[0], text: string): { readonly hits: readonly number[]; readonly index: number; readonly step: (steps: number) => void } {
  const language = useLocale();
  const hits = useMemo(() => findHits(rows, text, language), [rows, text, language]);
  const [chosen, setChosen] = useState<{ readonly text: string; readonly seq: number } | null>(null);
  const index = Math.max(0, chosen?.text === text ? hits.indexOf(chosen.seq) : 0);
  const step = (steps: number): void => {
    const seq = hits[(index + steps + hits.length) % hits.length];
    if (seq !== undefined) setChosen({ text, seq });
  };
  return { hits, index, step };
}

function ViewSwitch({ view, onChange }: { readonly view: TimelineView; readonly onChange: (view: TimelineView) => void }) {
  const messages = TOOL_MESSAGES.useCurrent();
  return (
    <div className="timeline-views" role="group" aria-label={messages.views}>
      {TIMELINE_VIEWS.map((each) => (
        <button key={each} type="button" aria-pressed={each === view} onClick={() => { onChange(each); }}>{messages.view[each]}</button>
      ))}
    </div>
  );
}
