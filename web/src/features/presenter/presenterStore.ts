// What the stage shows of the log, at the viewer's pace: mode, speed, poster. The log itself is never changed.
import { create } from "zustand";
import { DEMAND_LOG } from "../../eventLog/logStore";
import { SPEEDS, type Speed } from "./beatPlan";

/** Whether the stage moves on by itself, is held, or follows the newest event. */
export type StageMode = "running" | "held" | "live";

/** State of the presenter. */
export interface PresenterState {
  readonly mode: StageMode;
  readonly speed: Speed;
  /** Whether the closing poster is shown. */
  readonly poster: boolean;
  /** Event (seq) that the presenter has moved the log to; null: the newest. */
  readonly seq: number | null;
}

/** Zustand store of the stage's pace. */
export const usePresenterStore = create<PresenterState>()(() => ({ mode: "live", speed: 1, poster: false, seq: null }));

/** Show an event; null follows the newest. */
export function showEvent(seq: number | null, poster = false): void {
  usePresenterStore.setState({ seq, poster });
  DEMAND_LOG.seekTo(seq);
}

/** Hold the stage when something else, as the address, moves the log, until the returned function is called. */
export function holdOnSeek(): () => void {
  return DEMAND_LOG.store.subscribe(({ replaySeq }, { replaySeq: before }) => {
    if (replaySeq === before || replaySeq === usePresenterStore.getState().seq) return;
    usePresenterStore.setState({ mode: replaySeq === null ? "live" : "held", seq: replaySeq, poster: false });
  });
}

/** Return the speed of this number; null for numbers that are none. */
export function readSpeed(value: unknown): Speed | null {
  return SPEEDS.find((speed) => speed === value) ?? null;
}

/** Return the next faster or slower speed, the same at either end. */
export function stepSpeed(speed: Speed, step: 1 | -1): Speed {
  return SPEEDS[SPEEDS.indexOf(speed) + step] ?? speed;
}

/** Return the mode in which a stage opens: one that names a moment is held, and who wants rest follows the log. */
export function getFirstMode(query: string): StageMode {
  if (new URLSearchParams(query).has("at")) return "held";
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "live" : "running";
}
