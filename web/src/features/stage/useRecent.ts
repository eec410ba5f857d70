// Which events may still be seen moving? The newest ones, as long as one looks forwards.
import { useState } from "react";
import { shownCount, useLog } from "../../log/store";
import type { Entry } from "../../log/shape";

/** Events whose marks are kept; an older one has landed. */
const KEPT = 12;

/** The events shown since the viewer last looked backwards. Of a longer leap forwards it is the last one. */
export function useRecent(): readonly Entry[] {
  const entries = useLog((log) => log.entries);
  const count = useLog(shownCount);
  const [seen, look] = useState({ count, since: count });
  if (seen.count !== count) look({ count, since: sinceWhen(seen, count) });
  return entries.slice(seen.since, count);
}

function sinceWhen(seen: { readonly count: number; readonly since: number }, count: number): number {
  if (count < seen.count) return count;
  return count - seen.count > KEPT ? count - 1 : Math.max(seen.since, count - KEPT);
}
