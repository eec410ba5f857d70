// List of timeline rows: complete for short logs, virtualised for long ones.
import { useLayoutEffect, type CSSProperties } from "react";
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
}

/** List of rows, virtualised when `long`. */
export function EventList({ long, ...props }: Props & { readonly long: boolean }) {
  return long ? <VirtualList {...props} /> : <FullList {...props} />;
}

function FullList({ rows, autoScroll: { pausedAt, scrollToEnd } }: Props) {
  useLayoutEffect(() => {
    if (pausedAt === null) scrollToEnd();
  }, [rows, pausedAt, scrollToEnd]);
  return <ol>{rows.map((row) => <EventItem key={row.entry.seq} row={row} />)}</ol>;
}

function VirtualList({ rows, autoScroll: { box, pausedAt, scrollToEnd } }: Props) {
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
    if (pausedAt !== null) return;
    scrollToEnd();
    virtualizer.scrollToEnd();
  }, [rows, pausedAt, scrollToEnd, virtualizer]);
  return (
    <ol className="event-list-sparse" style={{ blockSize: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const row = rows[index];
        return row && <EventItem key={key} row={row} measure={virtualizer.measureElement} position={{ index, of: rows.length, start }} />;
      })}
    </ol>
  );
}

interface ItemProps {
  readonly row: TimelineRow;
  readonly measure?: (element: HTMLLIElement | null) => void;
  /** Position of the row in a virtualised list. */
  readonly position?: { readonly index: number; readonly of: number; readonly start: number };
}

function EventItem({ row, measure, position }: ItemProps) {
  const { seq, event_type: type } = row.entry;
  const style: CSSProperties | undefined = position && { transform: `translateY(${position.start}px)` };
  return (
    <li
      ref={measure}
      className={row.subnet ? "event event-sub" : "event"}
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
