// What time is it at the gateway? At least what it has said, and what has passed here since it said so.

/** ms by which the gateway's clock is ahead of `performance.now()`, at least; nothing was heard: -Infinity. */
let ahead = -Infinity;

/** It is not earlier than `instant` (ms) at the gateway now. One that is no number says nothing. */
export function notBefore(instant: number): void {
  if (instant > now()) ahead = instant - performance.now();
}

/** ms; -Infinity before anything was heard. */
export function now(): number {
  return ahead + performance.now();
}

export function forgetClock(): void {
  ahead = -Infinity;
}
