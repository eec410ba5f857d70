// Hook with the recent events whose messages may be animated.
import { useState } from "react";
import { getServerTime } from "../../eventLog/serverClock";
import { getVisibleCount, useLogStore } from "../../eventLog/logStore";
import type { LogEntry } from "../../eventLog/types";

/** Maximum number of recent events. */
const MAX_RECENT = 12;
/** Maximum age (ms) of an event on arrival; older ones happened before the viewer watched. */
const MAX_AGE_MS = 4000;

interface Position {
  readonly visibleCount: number;
  /** Number of received events. */
  readonly receivedCount: number;
  readonly windowStart: number;
}

/** Return the events shown since the viewer last stepped back; after a longer jump forward, only the last one. */
export function useRecentEvents(): readonly LogEntry[] {
  const entries = useLogStore((log) => log.entries);
  const visibleCount = useLogStore(getVisibleCount);
  const [previous, setPrevious] = useState<Position>({ visibleCount, receivedCount: entries.length, windowStart: visibleCount });
  if (previous.visibleCount !== visibleCount || previous.receivedCount !== entries.length) setPrevious({ visibleCount, receivedCount: entries.length, windowStart: getWindowStart(previous, visibleCount, entries) });
  return entries.slice(previous.windowStart, visibleCount);
}

function getWindowStart(previous: Position, visibleCount: number, entries: readonly LogEntry[]): number {
  if (visibleCount < previous.visibleCount) return visibleCount;
  const start = visibleCount - previous.visibleCount > MAX_RECENT ? visibleCount - 1 : Math.max(previous.windowStart, visibleCount - MAX_RECENT);
  // Known events are animated when stepped to; newly received ones only when they are recent.
  const lastOld = entries.slice(0, visibleCount).findLastIndex((entry, index) => index >= previous.receivedCount && getServerTime() - Date.parse(entry.timestamp) > MAX_AGE_MS);
  return Math.max(start, lastOld + 1);
}
