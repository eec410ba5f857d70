// Hook with the planned beats of the open log and the one that is shown.
import { useMemo } from "react";
import { getVisibleCount, useLogStore } from "../../eventLog/logStore";
import { useLocale } from "../../i18n/locale";
import { planBeats, type PlannedBeat } from "./beatPlan";
import { findBeatIndex, findBeats } from "./beats";
import { tellBeat } from "./narrator";
import { usePresenterStore } from "./presenterStore";

/** Beats of the log so far, and where the stage is in them. */
export interface Beats {
  readonly beats: readonly PlannedBeat[];
  /** Index of the shown beat; -1 before the first. */
  readonly index: number;
  /** Whether the log has ended, so that no further beat comes. */
  readonly complete: boolean;
}

/** Return the beats of the open log, and where the stage is in them. */
export function useBeats(): Beats {
  const { beats, complete } = usePlannedBeats();
  const seq = useLogStore(getVisibleCount);
  const poster = usePresenterStore((state) => state.poster);
  return { beats, index: findBeatIndex(beats, seq, poster), complete };
}

/** Return the beats of the open log. */
export function usePlannedBeats(): Omit<Beats, "index"> {
  const language = useLocale();
  const entries = useLogStore((log) => log.entries);
  const views = useLogStore((log) => log.views);
  const complete = entries.at(-1)?.event_type === "towow.demand.closed";
  const beats = useMemo(() => {
    const told = findBeats(entries).flatMap((beat) => {
      const [entry, view] = [entries[beat.seq - 1], views[beat.seq - 1]];
      return entry && view ? [{ ...beat, sentence: tellBeat(beat, entry, view, language) }] : [];
    });
    return planBeats(told, complete);
  }, [entries, views, complete, language]);
  return { beats, complete };
}
