// Button that shows the moment of an event.
import type { ReactNode } from "react";
import { seekTo, useLogStore } from "../../eventLog/logStore";
import type { TimelineRow } from "../timeline/timelineRows";
import type { LaneMarks } from "./LaneGroupView";

interface Props {
  readonly seq: number;
  /** Events for which the button stands. */
  readonly rows: readonly TimelineRow[];
  readonly marks: Pick<LaneMarks, "seq" | "hits" | "focusSeq">;
  readonly column: number;
  readonly className: string;
  readonly children: ReactNode;
}

/** Button of one moment. The one of the shown moment has the tab stop; arrow keys move between the others. */
export function MomentButton({ seq, rows, marks, column, className, children }: Props) {
  const isOne = (wanted: number | null): boolean => rows.some(({ entry }) => entry.seq === wanted);
  const shown = isOne(marks.seq);
  const here = isOne(marks.focusSeq);
  const hit = here || rows.some(({ entry }) => marks.hits.has(entry.seq));
  return (
    <button
      type="button"
      className={className}
      data-moment={seq}
      data-column={column}
      data-hit={here ? "here" : hit || undefined}
      aria-current={shown ? "true" : undefined}
      tabIndex={shown ? 0 : -1}
      onClick={() => { showMoment(seq); }}
    >
      {children}
    </button>
  );
}

/** Show the moment of an event; the newest one follows the log. */
function showMoment(seq: number): void {
  seekTo(seq < useLogStore.getState().entries.length ? seq : null);
}
