// How is a short log listed, and how one of thousands? A short one stands there whole; of a long one what is in sight.
import { useLayoutEffect } from "react";
import type { CSSProperties } from "react";
import { useVirtualizer } from "@tanstack/react-virtual";
import type { Entry } from "../../eventLog/types";
import { EventContent } from "./EventContent";
import type { Line } from "./timelineRows";
import type { Following } from "./useAutoScroll";

/** Events of a log above which only those in sight are in the document. */
const MOST_WHOLE = 150;

/** Whether a log is so long. It stays so when less of it is looked at: 150 rows at once would take too long a frame. */
export function isLong(entries: readonly Entry[]): boolean {
  return entries.length > MOST_WHOLE;
}

/** px, of a row that has not been measured. */
const USUAL = 150;

interface Props {
  readonly lines: readonly Line[];
  readonly following: Following;
}

export function EventList({ long, ...props }: Props & { readonly long: boolean }) {
  return long ? <InSight {...props} /> : <Whole {...props} />;
}

function Whole({ lines, following: { away, pin } }: Props) {
  useLayoutEffect(() => {
    if (away === null) pin();
  }, [lines, away, pin]);
  return <ol>{lines.map((line) => <Item key={line.entry.seq} line={line} />)}</ol>;
}

function InSight({ lines, following: { box, away, pin } }: Props) {
  // eslint-disable-next-line react-hooks/incompatible-library -- Its functions go to no memoised component.
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box,
    estimateSize: () => USUAL,
    getItemKey: (index) => lines[index]?.entry.seq ?? index,
    overscan: 4,
    useFlushSync: false,
  });
  useLayoutEffect(() => {
    if (away !== null) return;
    pin();
    rows.scrollToEnd();
  }, [lines, away, pin, rows]);
  return (
    <ol className="event-list-sparse" style={{ blockSize: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ key, index, start }) => {
        const line = lines[index];
        return line && <Item key={key} line={line} measure={rows.measureElement} place={{ index, of: lines.length, start }} />;
      })}
    </ol>
  );
}

interface ItemProps {
  readonly line: Line;
  readonly measure?: (element: HTMLLIElement | null) => void;
  /** Where it stands when not all are there. */
  readonly place?: { readonly index: number; readonly of: number; readonly start: number };
}

function Item({ line, measure, place }: ItemProps) {
  const { seq, event_type: type } = line.entry;
  const style: CSSProperties | undefined = place && { transform: `translateY(${place.start}px)` };
  return (
    <li
      ref={measure}
      className={line.subnet ? "event event-sub" : "event"}
      data-seq={seq}
      data-type={type}
      data-index={place?.index}
      aria-setsize={place?.of}
      aria-posinset={place && place.index + 1}
      style={style}
    >
      <EventContent line={line} />
    </li>
  );
}
