// Hook that moves the stage through the beats of its log at the viewer's pace.
import { useEffect, useEffectEvent, useRef } from "react";
import { DEMAND_LOG, getVisibleCount } from "../../eventLog/logStore";
import { getStepTime } from "./beatPlan";
import { getFirstMode, holdOnSeek, showEvent, usePresenterStore } from "./presenterStore";
import type { Beats } from "./useBeats";

/** Interval (ms) at which the pace is checked. */
const TICK_MS = 100;

/** The beat that is shown, for how long (ms at 1×), and when its last step was. */
interface Progress {
  readonly index: number;
  readonly shownMs: number;
  readonly steppedAtMs: number;
}

const NOT_BEGUN: Progress = { index: -1, shownMs: 0, steppedAtMs: 0 };

/** Open the stage in its first mode, and move through the beats while the mode is `running`. */
export function usePace(beats: Beats): void {
  const mode = usePresenterStore((state) => state.mode);
  const progress = useRef<Progress>(NOT_BEGUN);
  useEffect(openStage, []);
  const advance = useEffectEvent((elapsedMs: number) => {
    const { index } = beats;
    const before = progress.current.index === index ? progress.current : { ...NOT_BEGUN, index };
    progress.current = step(beats, { ...before, shownMs: before.shownMs + elapsedMs * usePresenterStore.getState().speed });
  });
  useEffect(() => {
    if (mode !== "running") return;
    let before = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      advance(now - before);
      before = now;
    }, TICK_MS);
    return () => { clearInterval(timer); };
  }, [mode]);
}

function openStage(): () => void {
  const mode = getFirstMode(location.search);
  usePresenterStore.setState({ mode, poster: false, speed: 1, seq: DEMAND_LOG.store.getState().replaySeq });
  if (mode === "running") showEvent(1);
  return holdOnSeek();
}

/** Show the next event, or the next beat, if it is time; returns the progress. */
function step({ beats, index, complete }: Beats, progress: Progress): Progress {
  const [beat, next] = [beats[index], beats[index + 1]];
  if (beat === undefined) return progress;
  const log = DEMAND_LOG.store.getState();
  const seq = getVisibleCount(log);
  const last = next === undefined || next.kind === "poster" ? log.entries.length : next.seq - 1;
  if (seq < last) {
    if (progress.shownMs - progress.steppedAtMs < getStepTime(beat.durationMs, last - beat.seq)) return progress;
    showEvent(seq + 1);
    return { ...progress, steppedAtMs: progress.shownMs };
  }
  if (progress.shownMs < beat.durationMs) return progress;
  if (next !== undefined) showEvent(next.seq, next.kind === "poster");
  else if (complete) usePresenterStore.setState({ mode: "held" });
  return progress;
}
