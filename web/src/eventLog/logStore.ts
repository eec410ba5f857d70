// What is shown of the demand that is open: its log as far as it has come, and the view after each of its events.
import { create } from "zustand";
import { forgetClock, notBefore } from "./serverClock";
import { opened } from "./demandReducers";
import { fold } from "./viewProjection";
import type { DemandView, Entry } from "./types";

/**
 * How the page hears of the demand. `live`: events come as they happen; `lost`: between two attempts; `full`: the same,
 * for this viewer has too many lines; `over`: its last event is here; `missing`: there is no such demand for this viewer.
 */
export type Connection = "connecting" | "live" | "lost" | "full" | "over" | "missing";

export interface LogState {
  readonly demandId: string | null;
  readonly entries: readonly Entry[];
  /** `views[i]` is the view after `entries[i]`: what a viewer sees who looks when that event is the last one. */
  readonly views: readonly DemandView[];
  readonly connection: Connection;
  /** The event (seq) that the viewer looks back at; null = the newest. */
  readonly at: number | null;
}

export const NOTHING: LogState = { demandId: null, entries: [], views: [], connection: "connecting", at: null };

export const useLog = create<LogState>()(() => NOTHING);

/** Begin with another demand, or with the same one anew. */
export function openLog(demandId: string): void {
  if (useLog.getState().demandId !== demandId) forgetClock();
  useLog.setState({ ...NOTHING, demandId });
}

/** Events that follow those that are here; false at a gap, and when the log of another demand than theirs is here. */
export function append(arrived: readonly Entry[], demandId?: string): boolean {
  const { demandId: here, entries, views } = useLog.getState();
  if (demandId !== undefined && here !== demandId) return false;
  const fresh = [...entries];
  const seen = [...views];
  for (const entry of arrived) {
    const last = fresh.length;
    if (entry.seq <= last) continue;
    if (entry.seq !== last + 1) return false;
    seen.push(folded(seen.at(-1) ?? null, entry));
    fresh.push(entry);
    notBefore(Date.parse(entry.timestamp));
  }
  if (fresh.length > entries.length) useLog.setState({ entries: fresh, views: seen });
  return true;
}

/** An event that cannot be folded, whoever wrote it, changes nothing but how far the log has come. */
function folded(before: DemandView | null, entry: Entry): DemandView {
  try {
    return fold(before, entry);
  } catch {
    return { ...(before ?? opened(entry)), last_seq: entry.seq, updated_at: entry.timestamp };
  }
}

/** Tell how the page hears of the demand. */
export function connected(connection: Connection): void {
  if (useLog.getState().connection !== connection) useLog.setState({ connection });
}

/** Look back at the moment of an event; null = the newest, whatever comes. */
export function lookAt(at: number | null): void {
  useLog.setState({ at });
}

/** Whether an earlier moment is shown, as far as that is known: a line that is cut may have more to tell. */
export function looksBack({ connection, at, entries }: LogState): boolean {
  return (connection === "live" || connection === "over") && at !== null && at < entries.length;
}

/** How many of the events are looked at. */
export function shownCount({ entries, at }: LogState): number {
  return at === null ? entries.length : Math.max(0, Math.min(at, entries.length));
}

/** The view at the moment that is looked at; null before the first event. */
function shownView(state: LogState): DemandView | null {
  return state.views[shownCount(state) - 1] ?? null;
}

/** The view at the moment that is looked at, in a component; null also while the log of another demand is here. */
export function useView(demandId?: string): DemandView | null {
  return useLog((log) => (demandId === undefined || log.demandId === demandId ? shownView(log) : null));
}
