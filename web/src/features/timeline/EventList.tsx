// List of timeline rows: complete for short logs, virtualised for long ones.
import { useEffect, useLayoutEffect, type CSSProperties } from "react";
import { useVirtualizer } from "@tanstack/react-virtual";
import type { LogEntry } from "../../eventLog/types";
import { EventContent } from "./EventContent";
import type { TimelineRow } from "./timelineRows";
import type { AutoScroll } from "./useAutoScroll";

/** Maximum log length that is rendered completely. */
const MAX_UNVIRTUALIZED = 150;

/** Whether the log is virtualised; depends on the complete log, since switching while replaying would take too long. */
export function isLongLog(entries: readonly LogEntry[]): boolean {
  return entries.length > MAX_UNVIRTUALIZED;
}

/** Estimated height (px) of an unmeasured row. */
const ESTIMATED_ROW_PX = 150;

interface Props {
  readonly rows: readonly TimelineRow[];
  readonly autoScroll: AutoScroll;
  /** Seqs that the search has found. */
  readonly hits: ReadonlySet<number>;
  /** Seq of the hit that the viewer looks at, which is kept in sight; null without a search. */
  readonly focusSeq: number | null;
}

/** List of rows, virtualised when `long`. */
export function EventList({ long, ...props }: Props & { readonly long: boolean }) {
  return long ? <VirtualList {...props} /> : <FullList {...props} />;
}

function FullList({ rows, hits, focusSeq, autoScroll: { box, pausedAt, scrollToEnd } }: Props) {
  useLayoutEffect(() => {
    if (pausedAt === null && focusSeq === null) scrollToEnd();
  }, [rows, pausedAt, focusSeq, scrollToEnd]);
  useEffect(() => {
    const item = focusSeq === null ? null : box?.querySelector<HTMLElement>(`li[data-seq="${focusSeq}"]`);
    if (box && item) box.scrollTo({ top: item.offsetTop - box.offsetTop - (box.clientHeight - item.offsetHeight) / 2, behavior: "instant" });
  }, [box, focusSeq]);
  return <ol>{rows.map((row) => <EventItem key={row.entry.seq} row={row} hit={getHit(row, hits, focusSeq)} />)}</ol>;
}

function getHit({ entry: { seq } }: TimelineRow, hits: ReadonlySet<number>, focusSeq: number | null): Hit {
  return seq === focusSeq ? "here" : hits.has(seq);
}

function VirtualList({ rows, hits, focusSeq, autoScroll: { box, pausedAt, scrollToEnd } }: Props) {
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions are not passed to memoised components
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box,
    estimateSize: () => ESTIMATED_ROW_PX,
    getItemKey: (index) => rows[index]?.entry.seq ?? index,
    overscan: 1,
    useFlushSync: false,
  });
  useLayoutEffect(() => {
    if (pausedAt !== null || focusSeq !== null) return;
    scrollToEnd();
    virtualizer.scrollToEnd();
  }, [rows, pausedAt, focusSeq, scrollToEnd, virtualizer]);
  useEffect(() => {
    const index = focusSeq === null ? -1 : rows.findIndex(({ entry }) => entry.seq === focusSeq);
    if (index >= 0) virtualizer.scrollToIndex(index, { align: "center" });
  }, [rows, focusSeq, virtualizer]);
  return (
    <ol className="event-list-sparse" style={{ blockSize: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const row = rows[index];
        return row && <EventItem key={key} row={row} hit={getHit(row, hits, focusSeq)} measure={virtualizer.measureElement} position={{ index, of: rows.length, start }} />;
      })}
    </ol>
  );
}

/** Whether the search has found a row, and whether the viewer looks at it. */
type Hit = boolean | "here";

interface ItemProps {
  readonly row: TimelineRow;
  readonly hit: Hit;
  readonly measure?: (element: HTMLLIElement | null) => void;
  /** Position of the row in a virtualised list. */
  readonly position?: { readonly index: number; readonly of: number; readonly start: number };
}

function EventItem({ row, hit, measure, position }: ItemProps) {
  const { seq, event_type: type } = row.entry;
  const style: CSSProperties | undefined = position && { transform: `translateY(${position.start}px)` };
  return (
    <li
      ref={measure}
      className={["event", row.subnet ? "event-sub" : "", hit === false ? "" : "event-hit"].filter(Boolean).join(" ")}
      data-hit={hit || undefined}
      data-seq={seq}
      data-type={type}
      data-index={position?.index}
      aria-setsize={position?.of}
      aria-posinset={position && position.index + 1}
      style={style}
    >
      <EventContent row={row} />
    </li>
  );
}
