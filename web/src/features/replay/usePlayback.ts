// Hook that plays a log event by event, with bounded original delays.
import { useEffect, useState } from "react";
import { getVisibleCount, type AnyEventLog } from "../../eventLog/eventLog";
import { getPlaybackDelay, type Speed } from "./keyMoments";
import { useReplayLog, useReplaySource } from "./replaySource";

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
  const { log } = useReplaySource();
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(1);
  const position = useReplayLog(getVisibleCount);

  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => {
      if (!seekOrFollow(log, position + 1)) setPlaying(false);
    }, getPlaybackDelay(log.store.getState().entries, position, speed));
    return () => {
      clearTimeout(timer);
    };
  }, [log, playing, position, speed]);

  return {
    playing,
    speed,
    setSpeed,
    toggle: () => {
      if (!playing && position >= log.store.getState().entries.length) log.seekTo(1);
      else if (playing) log.seekTo(position);
      setPlaying(!playing);
    },
    seek: (seq) => {
      setPlaying(false);
      seekOrFollow(log, seq);
    },
  };
}

/** Seek to an event; returns false when it is the newest, which is followed instead. */
function seekOrFollow(log: AnyEventLog, seq: number): boolean {
  const isEarlier = seq < log.store.getState().entries.length;
  log.seekTo(isEarlier ? Math.max(1, seq) : null);
  return isEarlier;
}
