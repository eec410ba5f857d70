// Log of the open demand and the view after each of its events.
import { createDemandView } from "./demandReducers";
import { createEmptyLog, createEventLog, getVisibleView, type EventLogState } from "./eventLog";
import { projectEvent } from "./viewProjection";
import type { DemandView, LogEntry } from "./types";

export { getVisibleCount, isGone, isReplaying, type Connection } from "./eventLog";

/** State of the log store. */
export type LogState = EventLogState<DemandView>;

/** Initial state: no demand open. */
export const EMPTY_LOG: LogState = createEmptyLog();

/** Log of the open demand. */
export const DEMAND_LOG = createEventLog<DemandView>(projectSafely);

/** Zustand store of the open demand's log. */
export const useLogStore = DEMAND_LOG.store;

export const { open: openLog, append: appendEntries, setConnection, seekTo } = DEMAND_LOG;

/** Project an event; one that cannot be projected changes only `last_seq` and `updated_at`. */
function projectSafely(before: DemandView | null, entry: LogEntry): DemandView {
  try {
    return projectEvent(before, entry);
  } catch {
    return { ...(before ?? createDemandView(entry)), last_seq: entry.seq, updated_at: entry.timestamp };
  }
}

/** Return the view at the shown moment; null before the first event and while another demand is open. */
export function useVisibleView(demandId?: string): DemandView | null {
  return useLogStore((log) => (demandId === undefined || log.logId === demandId ? getVisibleView(log) : null));
}
