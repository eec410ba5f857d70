// How is a log played? Event by event, each after the pause that really was, within bounds.
import { useEffect, useState } from "react";
import { lookAt, shownCount, useLog } from "../../eventLog/logStore";
import { pauseAfter } from "./keyMoments";
import type { Speed } from "./keyMoments";

interface Playing {
  readonly playing: boolean;
  readonly speed: Speed;
  readonly setSpeed: (speed: Speed) => void;
  /** Play on from the moment that is shown, from the start when that is the newest; or stay where it is. */
  readonly toggle: () => void;
  /** Stay at a moment, seq; the newest is the end of what is here and whatever comes. */
  readonly stayAt: (seq: number) => void;
}

export function usePlaying(): Playing {
  const [playing, play] = useState(false);
  const [speed, setSpeed] = useState<Speed>(1);
  const shown = useLog(shownCount);

  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => {
      if (!step(shown + 1)) play(false);
    }, pauseAfter(useLog.getState().entries, shown, speed));
    return () => {
      clearTimeout(timer);
    };
  }, [playing, shown, speed]);

  return {
    playing,
    speed,
    setSpeed,
    toggle: () => {
      if (!playing && shown >= useLog.getState().entries.length) lookAt(1);
      else if (playing) lookAt(shown);
      play(!playing);
    },
    stayAt: (seq) => {
      play(false);
      step(seq);
    },
  };
}

/** Look at an event; false when that is the newest one, which is looked at as such. */
function step(seq: number): boolean {
  const between = seq < useLog.getState().entries.length;
  lookAt(between ? Math.max(1, seq) : null);
  return between;
}
