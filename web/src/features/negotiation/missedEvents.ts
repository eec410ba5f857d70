// What happened in a demand between two events, counted for somebody who was not there.
import { readObject } from "../../eventLog/readJson";
import type { DemandView, LogEntry } from "../../eventLog/types";

const ANSWERS: readonly string[] = ["towow.offer.submitted", "towow.proposal.feedback"];

/** Counts of what was missed. */
export interface Missed {
  /** Event (seq) that was the last one seen; 0 on a first visit. */
  readonly seen: number;
  readonly answers: number;
  /** New versions of the plan. */
  readonly changes: number;
  /** People who left. */
  readonly left: number;
  /** Whether the outcome is among it. */
  readonly ended: boolean;
}

/** Count what lies after the event `seen` (seq, 0 for all), up to the newest one. */
export function countMissed(entries: readonly LogEntry[], views: readonly DemandView[], seen: number): Missed {
  const missed = entries.slice(seen);
  const count = (types: readonly string[]): number => missed.filter(({ event_type: type }) => types.includes(type)).length;
  const changes = missed.filter(({ seq }) => isPlanChange(views[seq - 2], views[seq - 1])).length;
  const wasRunning = seen === 0 || views[seen - 1]?.status === "processing";
  return {
    seen,
    answers: count(ANSWERS),
    changes,
    left: count(["towow.agent.withdrawn"]),
    ended: missed.length > 0 && wasRunning && views.at(-1)?.status !== "processing",
  };
}

function isPlanChange(before: DemandView | undefined, now: DemandView | undefined): boolean {
  if (!before?.proposal || !now?.proposal) return false;
  return readObject(before.proposal).version !== readObject(now.proposal).version;
}

/**
 * Whether it is worth saying. A first visitor is told only what went before in a negotiation that still runs: the
 * outcome of a finished one is what the page shows.
 */
export function isWorthSaying({ seen, answers, changes, left, ended }: Missed): boolean {
  if (seen === 0 && ended) return false;
  return answers + changes + left > 0 || ended;
}
