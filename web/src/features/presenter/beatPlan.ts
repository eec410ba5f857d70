// How long each beat is held: long enough to be read, together about a minute.
import type { Beat } from "./beats";
import { isWide } from "./spokenText";

/** Duration (ms) of all beats of a finished log at 1×, as far as reading permits. */
export const WHOLE_MS = 60_000;

/** Time (ms) to find the sentence, and to read one of its characters, Chinese or other. */
const NOTICE_MS = 1200;
const MS_PER_WIDE_CHARACTER = 130;
const MS_PER_CHARACTER = 55;
const MIN_READING_MS = 2600;
const MAX_READING_MS = 8000;
const POSTER_MS = 7000;
/** How much shorter or longer than its reading time a beat may become, so that all take about a minute. */
const MIN_STRETCH = 0.75;
const MAX_STRETCH = 2.4;

/** Speeds of the stage. */
export const SPEEDS = [0.25, 0.5, 1, 2, 4] as const;
/** Speed of the stage. */
export type Speed = (typeof SPEEDS)[number];

/** Share of a beat's duration in which its events are shown; the rest is stillness. */
const SHOWING_SHARE = 0.7;
const MAX_STEP_MS = 700;
const MIN_STEP_MS = 120;

/** A beat with its sentence. */
export interface ToldBeat extends Beat {
  readonly sentence: string;
}

/** A beat with its duration (ms) at 1×. */
export interface PlannedBeat extends ToldBeat {
  readonly durationMs: number;
}

/** Plan the durations of beats; `complete`: the log has ended, so that all of them are known. */
export function planBeats(beats: readonly ToldBeat[], complete: boolean): readonly PlannedBeat[] {
  const reading = beats.map(getReadingTime);
  const total = reading.reduce((sum, ms) => sum + ms, 0);
  const stretch = complete && total > 0 ? Math.min(Math.max(WHOLE_MS / total, MIN_STRETCH), MAX_STRETCH) : 1;
  return beats.map((beat, index) => ({ ...beat, durationMs: Math.round((reading[index] ?? 0) * stretch) }));
}

/** Return the duration (ms) of all beats at 1×. */
export function getWholeDuration(beats: readonly PlannedBeat[]): number {
  return beats.reduce((sum, { durationMs }) => sum + durationMs, 0);
}

/** Return the time (ms at 1×) between two events within a beat that has so many. */
export function getStepTime(durationMs: number, events: number): number {
  return Math.min(MAX_STEP_MS, Math.max(MIN_STEP_MS, (durationMs * SHOWING_SHARE) / Math.max(1, events)));
}

function getReadingTime({ kind, sentence }: ToldBeat): number {
  if (kind === "poster") return POSTER_MS;
  const ms = Array.from(sentence).reduce((sum, character) => sum + (isWide(character) ? MS_PER_WIDE_CHARACTER : MS_PER_CHARACTER), NOTICE_MS);
  return Math.min(Math.max(ms, MIN_READING_MS), MAX_READING_MS);
}
