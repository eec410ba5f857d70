// Hook for the seconds until something happens by itself, by the gateway's clock.
import { useEffect, useReducer } from "react";
import { getServerTime } from "../../eventLog/serverClock";
import type { Wait } from "./reviewState";

const TICK_MS = 250;

/** Return the whole seconds left, 0 when the wait is over; null when nothing waits or the clock is unknown. */
export function useSecondsLeft(wait: Wait | null): number | null {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  const until = wait?.until;
  useEffect(() => {
    if (until === undefined) return;
    const timer = setInterval(tick, TICK_MS);
    return () => { clearInterval(timer); };
  }, [until]);
  if (until === undefined) return null;
  const left = Date.parse(until) - getServerTime();
  return Number.isFinite(left) ? Math.max(0, Math.ceil(left / 1000)) : null;
}
