// Log of one correlation (a demand, a deliberation) and the view after each of its events, in a Zustand store.
import { create, type StoreApi, type UseBoundStore } from "zustand";
import { resetServerClock, observeServerTime } from "./serverClock";
import type { LogEntry } from "./types";

/**
 * State of the event stream. `live`: connected; `lost`: between two attempts; `full`: as `lost`, refused for too many
 * streams of this viewer (429); `over`: the last event has arrived; `missing`: no such log for this viewer.
 */
export type Connection = "connecting" | "live" | "lost" | "full" | "over" | "missing";

/** State of a log. */
export interface EventLogState<V> {
  /** Id of the open correlation; null when none is open. */
  readonly logId: string | null;
  readonly entries: readonly LogEntry[];
  /** `views[i]` is the view after `entries[i]`. */
  readonly views: readonly V[];
  readonly connection: Connection;
  /** Event (seq) shown in replay; null follows the newest event. */
  readonly replaySeq: number | null;
}

/** Store that can be read and subscribed to. */
type ReadableStore<S> = Pick<StoreApi<S>, "getState" | "getInitialState" | "subscribe">;

/** Log whatever its views are: what a stream fills and a replay moves through. */
export interface AnyEventLog {
  readonly store: ReadableStore<EventLogState<unknown>>;
  /** Open a correlation, or reopen the same one, with an empty log. */
  readonly open: (logId: string) => void;
  /**
   * Append consecutive entries, skipping known ones. Returns false at a gap, or when `logId` is given and another log
   * is open.
   */
  readonly append: (newEntries: readonly LogEntry[], logId?: string) => boolean;
  /** Set the stream's connection state. */
  readonly setConnection: (connection: Connection) => void;
  /** Show the view after the event with this seq; null follows the newest event. */
  readonly seekTo: (replaySeq: number | null) => void;
}

/** Log with views of type V. */
export interface EventLog<V> extends AnyEventLog {
  readonly store: UseBoundStore<StoreApi<EventLogState<V>>>;
}

/** Return the initial state of a log: none is open. */
export function createEmptyLog<V>(): EventLogState<V> {
  return { logId: null, entries: [], views: [], connection: "connecting", replaySeq: null };
}

/** Create a log; `project` returns the view after one more event and must not throw. */
export function createEventLog<V>(project: (before: V | null, entry: LogEntry) => V): EventLog<V> {
  const store = create<EventLogState<V>>()(() => createEmptyLog<V>());
  return {
    store,
    open: (logId) => {
      if (store.getState().logId !== logId) resetServerClock();
      store.setState({ ...createEmptyLog<V>(), logId });
    },
    append: (newEntries, logId) => {
      const { logId: openId, entries, views } = store.getState();
      if (logId !== undefined && openId !== logId) return false;
      const allEntries = [...entries];
      const allViews = [...views];
      for (const entry of newEntries) {
        const last = allEntries.length;
        if (entry.seq <= last) continue;
        if (entry.seq !== last + 1) return false;
        allViews.push(project(allViews.at(-1) ?? null, entry));
        allEntries.push(entry);
        observeServerTime(Date.parse(entry.timestamp));
      }
      if (allEntries.length > entries.length) store.setState({ entries: allEntries, views: allViews });
      return true;
    },
    setConnection: (connection) => {
      if (store.getState().connection !== connection) store.setState({ connection });
    },
    seekTo: (replaySeq) => {
      store.setState({ replaySeq });
    },
  };
}

/** Whether the gateway no longer has a log of which it has sent events. */
export function isGone({ connection, entries }: EventLogState<unknown>): boolean {
  return connection === "missing" && entries.length > 0;
}

/** Whether an earlier event than the newest is shown, as far as a live, finished or lost stream can tell. */
export function isReplaying({ connection, replaySeq, entries }: EventLogState<unknown>): boolean {
  return (connection === "live" || connection === "over" || connection === "missing") && replaySeq !== null && replaySeq < entries.length;
}

/** Return the number of events up to the shown moment. */
export function getVisibleCount({ entries, replaySeq }: EventLogState<unknown>): number {
  return replaySeq === null ? entries.length : Math.max(0, Math.min(replaySeq, entries.length));
}

/** Return the view at the shown moment; null before the first event. */
export function getVisibleView<V>(state: EventLogState<V>): V | null {
  return state.views[getVisibleCount(state) - 1] ?? null;
}
