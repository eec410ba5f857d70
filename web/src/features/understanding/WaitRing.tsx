// Ring that fills until the deadline, with the seconds left in it.
import { useState } from "react";
import { getServerTime } from "../../eventLog/serverClock";
import { MESSAGES } from "./messages";
import type { Wait } from "./reviewState";

/** Radius of the ring; its circumference is the length of the dash. */
const RADIUS = 18;
const LENGTH = 2 * Math.PI * RADIUS;

/** Ring for a wait of which `seconds` are left; without animation, the number alone counts down. */
export function WaitRing({ wait, seconds }: { readonly wait: Wait; readonly seconds: number }) {
  const messages = MESSAGES.useCurrent();
  return (
    <span className="wait-ring" role="timer" aria-label={messages.secondsLeft(seconds)}>
      <svg viewBox="0 0 44 44" aria-hidden="true" focusable="false">
        <circle className="wait-ring-track" cx="22" cy="22" r={RADIUS} />
        <Filling key={wait.until} wait={wait} />
      </svg>
      <span aria-hidden="true">{seconds}</span>
    </span>
  );
}

function Filling({ wait }: { readonly wait: Wait }) {
  // Fixed at the first render: from then on the CSS animation keeps the time.
  const [elapsedMs] = useState(() => Math.max(0, getServerTime() - Date.parse(wait.startedAt)));
  const totalMs = Date.parse(wait.until) - Date.parse(wait.startedAt);
  if (!(totalMs > 0) || !Number.isFinite(elapsedMs)) return null;
  const style = { strokeDasharray: LENGTH, "--length": LENGTH, animationDuration: `${totalMs}ms`, animationDelay: `${-elapsedMs}ms` };
  return <circle className="wait-ring-fill" cx="22" cy="22" r={RADIUS} style={style} />;
}
