// Model of the lanes: groups of lanes on common columns, with bubbles, steps and plan lines.
import type { TimelineRow } from "../timeline/timelineRows";

/** Kind of a step: the part of a negotiation that a column belongs to. */
export type StepKind = "understanding" | "invitations" | "answers" | "round" | "outcome";

/** What was said at one moment; `rows` has further events that say the same again. */
export interface LaneBubble {
  readonly seq: number;
  readonly rows: readonly TimelineRow[];
  readonly column: number;
  /** Place from the top in a lane that holds several bubbles in a column, from 0. */
  readonly slot: number;
}

/** Lane of one person, or of the requester and the system when `agent` is "". */
export interface Lane {
  readonly id: string;
  readonly agent: string;
  readonly bubbles: readonly LaneBubble[];
}

/** Step of a group, on the columns [from, to]; `row` is the event that opened it, of a round only. */
export interface LaneStep {
  readonly kind: StepKind;
  /** Number of the round; null in other steps, and when the log does not tell. */
  readonly round: number | null;
  readonly row: TimelineRow | null;
  readonly from: number;
  readonly to: number;
}

/** Plan version, a line at the start of a column. */
export interface PlanLine {
  readonly row: TimelineRow;
  readonly version: number | null;
  readonly column: number;
}

/** Lanes of one channel: the demand's own or a subnet. */
export interface LaneGroup {
  readonly channel: string;
  /** First row of the group, which tells the subnet. */
  readonly row: TimelineRow;
  readonly lanes: readonly Lane[];
  readonly steps: readonly LaneStep[];
  readonly plans: readonly PlanLine[];
}

/** All lanes up to the shown moment. */
export interface LaneBoard {
  readonly groups: readonly LaneGroup[];
  /** Number of columns. */
  readonly columns: number;
}

/** Return the column of an event; null when it is not on the board. */
export function findColumn({ groups }: LaneBoard, seq: number): number | null {
  for (const { lanes, plans, steps } of groups) {
    const bubble = lanes.flatMap(({ bubbles }) => bubbles).find(({ rows }) => rows.some(({ entry }) => entry.seq === seq));
    const column = bubble?.column ?? plans.find(({ row }) => row.entry.seq === seq)?.column ?? steps.find(({ row }) => row?.entry.seq === seq)?.from;
    if (column !== undefined) return column;
  }
  return null;
}
