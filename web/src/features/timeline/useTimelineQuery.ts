// Hook that reads and changes what the address says about the timeline.
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { readTimelineQuery, writeTimelineQuery, type TimelineQuery } from "./timelineQuery";

/** Return what the address says, and a function that changes it without a further entry in the history. */
export function useTimelineQuery(): readonly [TimelineQuery, (change: Partial<TimelineQuery>) => void] {
  const [address, setAddress] = useSearchParams();
  const query = useMemo(() => readTimelineQuery(address), [address]);
  const change = (changed: Partial<TimelineQuery>): void => {
    // Read the location itself: the router's state may lag behind the shown moment that a replay writes there.
    const before = new URLSearchParams(location.search);
    setAddress(writeTimelineQuery(before, { ...readTimelineQuery(before), ...changed }), { replace: true, preventScrollReset: true });
  };
  return [query, change];
}
