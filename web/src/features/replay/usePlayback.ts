// Hook that plays a log event by event, with bounded original delays.
import { useEffect, useState } from "react";
import { seekTo, getVisibleCount, useLogStore } from "../../eventLog/logStore";
import { getPlaybackDelay, type Speed } from "./keyMoments";

interface Playback {
  readonly playing: boolean;
  readonly speed: Speed;
  readonly setSpeed: (speed: Speed) => void;
  /** Play from the shown moment, or from the start when it is the newest; pause when playing. */
  readonly toggle: () => void;
  /** Stop playing and show the event with this seq; the newest one follows the log. */
  readonly seek: (seq: number) => void;
}

/** Return playback state and controls. */
export function usePlayback(): Playback {
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(1);
  const position = useLogStore(getVisibleCount);

  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => {
      if (!seekOrFollow(position + 1)) setPlaying(false);
    }, getPlaybackDelay(useLogStore.getState().entries, position, speed));
    return () => {
      clearTimeout(timer);
    };
  }, [playing, position, speed]);

  return {
    playing,
    speed,
    setSpeed,
    toggle: () => {
      if (!playing && position >= useLogStore.getState().entries.length) seekTo(1);
      else if (playing) seekTo(position);
      setPlaying(!playing);
    },
    seek: (seq) => {
      setPlaying(false);
      seekOrFollow(seq);
    },
  };
}

/** Seek to an event; returns false when it is the newest, which is followed instead. */
function seekOrFollow(seq: number): boolean {
  const isEarlier = seq < useLogStore.getState().entries.length;
  seekTo(isEarlier ? Math.max(1, seq) : null);
  return isEarlier;
}
