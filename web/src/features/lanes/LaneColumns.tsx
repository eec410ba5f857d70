// Columns of the lanes: complete for short logs, only those in sight for long ones.
import { useEffect, useLayoutEffect, type CSSProperties } from "react";
import { useVirtualizer } from "@tanstack/react-virtual";
import type { AutoScroll } from "../timeline/useAutoScroll";
import { findColumn, type LaneBoard } from "./laneBoard";
import { LaneGroupView, type LaneMarks } from "./LaneGroupView";

/** Width (px) of a column; lanes.css has the same. */
export const COLUMN_PX = 176;

interface Props {
  readonly board: LaneBoard;
  readonly marks: LaneMarks;
  readonly autoScroll: AutoScroll;
}

/** All columns. */
export function FullColumns(props: Props) {
  useFollow(props);
  return <Groups {...props} isInSight={isAlwaysInSight} />;
}

function isAlwaysInSight(): boolean {
  return true;
}

/** Only the columns in sight and their neighbours. */
export function VirtualColumns(props: Props) {
  const { board, autoScroll: { box } } = props;
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions are not passed to memoised components
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: board.columns,
    getScrollElement: () => box,
    estimateSize: () => COLUMN_PX,
    overscan: 2,
    useFlushSync: false,
  });
  useFollow(props);
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  return <Groups {...props} isInSight={(from, to = from) => to >= first && from <= last} />;
}

/** Keep the newest column in sight, or that of the hit that the viewer looks at. */
function useFollow({ board, marks: { seq, focusSeq }, autoScroll: { box, pausedAt, scrollToEnd } }: Props): void {
  useLayoutEffect(() => {
    if (pausedAt === null && focusSeq === null) scrollToEnd();
  }, [board, seq, pausedAt, focusSeq, scrollToEnd]);
  useEffect(() => {
    const column = focusSeq === null ? null : findColumn(board, focusSeq);
    if (box === null || column === null) return;
    box.scrollTo({ left: Math.max(0, (column + 1) * COLUMN_PX - box.clientWidth / 2), behavior: "instant" });
    box.querySelector(`[data-seq="${focusSeq}"]`)?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  }, [board, box, focusSeq]);
}

function Groups({ board, marks, isInSight }: Props & { readonly isInSight: (from: number, to?: number) => boolean }) {
  return (
    <div className="lane-board" style={{ "--columns": board.columns } as CSSProperties}>
      {board.groups.map((group, index) => <LaneGroupView key={group.channel} group={group} marks={marks} inset={index > 0} isInSight={isInSight} />)}
    </div>
  );
}
