// Conversation lanes: a lane per person, time from left to right, plan versions as lines.
import { useMemo } from "react";
import { isLongLog } from "../timeline/EventList";
import { useAutoScroll } from "../timeline/useAutoScroll";
import type { TimelineRow } from "../timeline/timelineRows";
import type { LogEntry } from "../../eventLog/types";
import { FullColumns, VirtualColumns } from "./LaneColumns";
import { layOutLanes } from "./laneLayout";
import { MESSAGES } from "./messages";
import { MomentDetails } from "./MomentDetails";
import { dropEmptyLanes } from "./shownLanes";
import { useLaneKeys } from "./useLaneKeys";
import { findWishFates } from "./wishes";
import "./lanes.css";

interface Props {
  /** All rows up to the shown moment. */
  readonly rows: readonly TimelineRow[];
  /** Rows that the viewer has not hidden. */
  readonly shownRows: readonly TimelineRow[];
  readonly entries: readonly LogEntry[];
  /** Seqs that the search has found. */
  readonly hits: ReadonlySet<number>;
  /** Seq of the hit that the viewer looks at; null without a search. */
  readonly focusSeq: number | null;
}

/** Lanes of the rows and, beside them, the shown moment in full. */
export function LaneView({ rows, shownRows, entries, hits, focusSeq }: Props) {
  const messages = MESSAGES.useCurrent();
  const board = useMemo(() => {
    if (shownRows.length === rows.length) return layOutLanes(rows);
    const shown = new Set(shownRows);
    return dropEmptyLanes(layOutLanes(rows, (row) => shown.has(row)));
  }, [rows, shownRows]);
  const fates = useMemo(() => findWishFates(rows), [rows]);
  const shown = rows.at(-1);
  const autoScroll = useAutoScroll(shown?.entry.seq ?? 0, "inline");
  const { setBox, onScroll } = autoScroll;
  const onKeyDown = useLaneKeys();
  const found = focusSeq === null ? undefined : rows.find(({ entry }) => entry.seq === focusSeq);
  const Columns = isLongLog(entries) ? VirtualColumns : FullColumns;
  return (
    <div className="lanes">
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move between the buttons inside */}
      <div className="lane-box" ref={setBox} role="group" aria-label={messages.board} onScroll={onScroll} onKeyDown={onKeyDown}>
        <Columns board={board} marks={{ seq: shown?.entry.seq ?? 0, hits, focusSeq, fates }} autoScroll={autoScroll} />
      </div>
      <MomentDetails row={found ?? shown} title={found ? messages.found : messages.moment} />
    </div>
  );
}
