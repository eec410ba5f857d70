// Moves of the stage: to beats, rounds, the start and the newest event.
import { DEMAND_LOG, getVisibleCount } from "../../eventLog/logStore";
import type { Speed } from "./beatPlan";
import { findBeatIndex, findRoundStart } from "./beats";
import { showEvent, usePresenterStore } from "./presenterStore";
import type { Beats } from "./useBeats";

/** What a presenter can do with the stage. */
export interface StageMoves {
  readonly next: () => void;
  readonly previous: () => void;
  readonly nextRound: () => void;
  readonly previousRound: () => void;
  /** Begin anew and move on by itself. */
  readonly start: () => void;
  /** Follow the newest event. */
  readonly live: () => void;
  readonly hold: () => void;
  /** Move on by itself from the shown moment; from the end, begin anew. */
  readonly proceed: () => void;
  readonly setSpeed: (speed: Speed) => void;
}

/** Return the moves. They start from what is shown when they are called, so that two in a row are two. */
export function createStageMoves({ beats, complete }: Beats): StageMoves {
  const getIndex = (): number => findBeatIndex(beats, getVisibleCount(DEMAND_LOG.store.getState()), usePresenterStore.getState().poster);
  const goTo = (target: number): void => {
    const beat = beats[target];
    if (beat === undefined) return;
    showEvent(beat.seq, beat.kind === "poster");
    usePresenterStore.setState(({ mode }) => ({ mode: mode === "live" ? "held" : mode }));
  };
  const goToRound = (step: 1 | -1): void => {
    const target = findRoundStart(beats, getIndex(), step);
    if (target !== null) goTo(target);
  };
  return {
    next: () => { goTo(getIndex() + 1); },
    previous: () => { goTo(getIndex() - 1); },
    nextRound: () => { goToRound(1); },
    previousRound: () => { goToRound(-1); },
    start: () => { run(1); },
    live: () => {
      showEvent(null);
      usePresenterStore.setState({ mode: "live" });
    },
    hold: () => {
      showEvent(getShownSeq(), usePresenterStore.getState().poster);
      usePresenterStore.setState({ mode: "held" });
    },
    proceed: () => { run(complete && getShownSeq() >= DEMAND_LOG.store.getState().entries.length ? 1 : getShownSeq()); },
    setSpeed: (speed) => { usePresenterStore.setState({ speed }); },
  };
}

function run(seq: number): void {
  showEvent(seq);
  usePresenterStore.setState({ mode: "running" });
}

function getShownSeq(): number {
  return Math.max(1, getVisibleCount(DEMAND_LOG.store.getState()));
}
