// Which events may still be seen moving? The newest ones, as long as one looks forwards.
import { useState } from "react";
import { now } from "../../eventLog/serverClock";
import { shownCount, useLog } from "../../eventLog/logStore";
import type { Entry } from "../../eventLog/types";

/** Events whose marks are kept; an older one has landed. */
const KEPT = 12;
/** ms: what happened longer ago than this when it came had happened before one watched. */
const FRESH = 4000;

interface Seen {
  readonly count: number;
  /** Events that were here. */
  readonly here: number;
  readonly since: number;
}

/** The events shown since the viewer last looked backwards. Of a longer leap forwards it is the last one. */
export function useRecent(): readonly Entry[] {
  const entries = useLog((log) => log.entries);
  const count = useLog(shownCount);
  const [seen, look] = useState<Seen>({ count, here: entries.length, since: count });
  if (seen.count !== count || seen.here !== entries.length) look({ count, here: entries.length, since: sinceWhen(seen, count, entries) });
  return entries.slice(seen.since, count);
}

function sinceWhen(seen: Seen, count: number, entries: readonly Entry[]): number {
  if (count < seen.count) return count;
  const since = count - seen.count > KEPT ? count - 1 : Math.max(seen.since, count - KEPT);
  // What was here and is stepped to moves; what only now comes does so when it is new.
  const old = entries.slice(0, count).findLastIndex((entry, place) => place >= seen.here && now() - Date.parse(entry.timestamp) > FRESH);
  return Math.max(since, old + 1);
}
