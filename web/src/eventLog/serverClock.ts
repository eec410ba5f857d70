// Estimate of the gateway's clock: a lower bound from observed server times plus local time elapsed.

/** Offset (ms) of the gateway's clock to `performance.now()`, a lower bound; -Infinity before any observation. */
let offset = -Infinity;

/** Record that the gateway's clock has reached `instant` (ms since the epoch); NaN is ignored. */
export function observeServerTime(instant: number): void {
  if (instant > getServerTime()) offset = instant - performance.now();
}

/** Return the estimated server time (ms since the epoch); -Infinity before any observation. */
export function getServerTime(): number {
  return offset + performance.now();
}

/** Discard all observations. */
export function resetServerClock(): void {
  offset = -Infinity;
}
