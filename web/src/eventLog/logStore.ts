// Zustand store of the open demand: its log and the view after each event.
import { create } from "zustand";
import { resetServerClock, observeServerTime } from "./serverClock";
import { createDemandView } from "./demandReducers";
import { projectEvent } from "./viewProjection";
import type { DemandView, LogEntry } from "./types";

/**
 * State of the event stream. `live`: connected; `lost`: between two attempts; `full`: as `lost`, refused for too many
 * streams of this viewer (429); `over`: the last event has arrived; `missing`: no such demand for this viewer.
 */
export type Connection = "connecting" | "live" | "lost" | "full" | "over" | "missing";

/** State of the log store. */
export interface LogState {
  readonly demandId: string | null;
  readonly entries: readonly LogEntry[];
  /** `views[i]` is the view after `entries[i]`. */
  readonly views: readonly DemandView[];
  readonly connection: Connection;
  /** Event (seq) shown in replay; null follows the newest event. */
  readonly replaySeq: number | null;
}

/** Initial state: no demand open. */
export const EMPTY_LOG: LogState = { demandId: null, entries: [], views: [], connection: "connecting", replaySeq: null };

/** Zustand store of the open demand's log. */
export const useLogStore = create<LogState>()(() => EMPTY_LOG);

/** Open a demand, or reopen the same one, with an empty log. */
export function openLog(demandId: string): void {
  if (useLogStore.getState().demandId !== demandId) resetServerClock();
  useLogStore.setState({ ...EMPTY_LOG, demandId });
}

/**
 * Append consecutive entries, skipping known ones. Returns false at a gap, or when `demandId` is given and another
 * demand is open.
 */
export function appendEntries(newEntries: readonly LogEntry[], demandId?: string): boolean {
  const { demandId: openDemandId, entries, views } = useLogStore.getState();
  if (demandId !== undefined && openDemandId !== demandId) return false;
  const allEntries = [...entries];
  const allViews = [...views];
  for (const entry of newEntries) {
    const last = allEntries.length;
    if (entry.seq <= last) continue;
    if (entry.seq !== last + 1) return false;
    allViews.push(projectSafely(allViews.at(-1) ?? null, entry));
    allEntries.push(entry);
    observeServerTime(Date.parse(entry.timestamp));
  }
  if (allEntries.length > entries.length) useLogStore.setState({ entries: allEntries, views: allViews });
  return true;
}

/** Project an event; one that cannot be projected changes only `last_seq` and `updated_at`. */
function projectSafely(before: DemandView | null, entry: LogEntry): DemandView {
  try {
    return projectEvent(before, entry);
  } catch {
    return { ...(before ?? createDemandView(entry)), last_seq: entry.seq, updated_at: entry.timestamp };
  }
}

/** Set the stream's connection state. */
export function setConnection(connection: Connection): void {
  if (useLogStore.getState().connection !== connection) useLogStore.setState({ connection });
}

/** Show the view after the event with this seq; null follows the newest event. */
export function seekTo(replaySeq: number | null): void {
  useLogStore.setState({ replaySeq });
}

/** Whether an earlier event than the newest is shown, as far as a live or finished stream can tell. */
export function isReplaying({ connection, replaySeq, entries }: LogState): boolean {
  return (connection === "live" || connection === "over") && replaySeq !== null && replaySeq < entries.length;
}

/** Return the number of events up to the shown moment. */
export function getVisibleCount({ entries, replaySeq }: LogState): number {
  return replaySeq === null ? entries.length : Math.max(0, Math.min(replaySeq, entries.length));
}

/** Return the view at the shown moment; null before the first event. */
function getVisibleView(state: LogState): DemandView | null {
  return state.views[getVisibleCount(state) - 1] ?? null;
}

/** Return the view at the shown moment; null before the first event and while another demand is open. */
export function useVisibleView(demandId?: string): DemandView | null {
  return useLogStore((log) => (demandId === undefined || log.demandId === demandId ? getVisibleView(log) : null));
}
