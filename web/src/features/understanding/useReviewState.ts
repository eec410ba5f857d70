// Hook for the state of the review at the shown moment.
import { useMemo } from "react";
import { getVisibleCount, useLogStore } from "../../eventLog/logStore";
import { getReviewState, type ReviewState } from "./reviewState";

/** Number of events that can belong to a review at most: the choice of the candidates ends it. */
const MAX_EVENTS = 1000;

/** Return the state after the events up to the shown moment. */
export function useReviewState(): ReviewState {
  const entries = useLogStore((log) => log.entries);
  const count = Math.min(useLogStore(getVisibleCount), MAX_EVENTS);
  return useMemo(() => getReviewState(entries.slice(0, count)), [entries, count]);
}
