// Hook that reads and changes what the address says about the timeline.
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { useUpdateSearchParams } from "../../ui/useUpdateSearchParams";
import { readTimelineQuery, writeTimelineQuery, type TimelineQuery } from "./timelineQuery";

/** Return what the address says, and a function that changes it without a further entry in the history. */
export function useTimelineQuery(): readonly [TimelineQuery, (change: Partial<TimelineQuery>) => void] {
  const [address] = useSearchParams();
  const update = useUpdateSearchParams();
  const query = useMemo(() => readTimelineQuery(address), [address]);
  const change = (changed: Partial<TimelineQuery>): void => {
    update((params) => { writeTimelineQuery(params, { ...readTimelineQuery(params), ...changed }); }, { replace: true, preventScrollReset: true });
  };
  return [query, change];
}
