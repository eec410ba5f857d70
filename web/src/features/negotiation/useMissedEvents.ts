// Hook that finds what a viewer missed of a demand: on opening it, and on coming back to its tab.
import { useEffect, useState } from "react";
import { useLogStore } from "../../eventLog/logStore";
import { countMissed, isWorthSaying, type Missed } from "./missedEvents";
import { readSeen, writeSeen } from "./seenEvents";

/** Time (ms) without an event after which those of the past have come. */
const SETTLE_MS = 600;
/** Time (ms) after which they count as come although events go on. */
const MAX_SETTLE_MS = 5000;
/** Time (ms) after coming back in which the stream is connected again. */
const RETURN_MS = 1500;

/** Return what was missed, null when nothing was or the viewer knows; and a function that says so. */
export function useMissedEvents(demandId: string): readonly [Missed | null, () => void] {
  const [missed, setMissed] = useState<Missed | null>(null);
  const opened = useLogStore((log) => log.logId === demandId && log.entries.length > 0);
  useEffect(() => {
    if (!opened) return;
    let following = false;
    let settling = false;
    const openedAt = Date.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remember = (): void => {
      const { entries } = useLogStore.getState();
      if (following && document.visibilityState === "visible") writeSeen(demandId, entries.length);
    };
    const look = (): void => {
      settling = false;
      const { entries, views, replaySeq } = useLogStore.getState();
      const found = countMissed(entries, views, Math.min(readSeen(demandId), entries.length));
      // Whoever opens a link to a moment wants that one.
      if (replaySeq === null && isWorthSaying(found)) setMissed(found);
      following = true;
      remember();
    };
    const onVisibilityChange = (): void => {
      if (document.visibilityState === "hidden") {
        following = false;
        settling = false;
        clearTimeout(timer);
      } else timer = setTimeout(look, RETURN_MS);
    };
    if (document.visibilityState === "visible") {
      settling = true;
      timer = setTimeout(look, SETTLE_MS);
    }
    document.addEventListener("visibilitychange", onVisibilityChange);
    const stop = useLogStore.subscribe((log, before) => {
      if (log.entries === before.entries) return;
      remember();
      if (!settling || Date.now() - openedAt > MAX_SETTLE_MS) return;
      clearTimeout(timer);
      timer = setTimeout(look, SETTLE_MS);
    });
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisibilityChange);
      stop();
    };
  }, [demandId, opened]);
  return [missed, () => { setMissed(null); }];
}
