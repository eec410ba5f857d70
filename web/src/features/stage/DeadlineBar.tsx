// Bar with the remaining time to answer.
import { useState } from "react";
import { getServerTime } from "../../eventLog/serverClock";
import type { DemandView, LogEntry } from "../../eventLog/types";
import { useLogStore } from "../../eventLog/logStore";

/** Bar that shrinks until the deadline; hidden in replay. */
export function DeadlineBar({ view }: { readonly view: DemandView }) {
  const following = useLogStore((log) => log.replaySeq === null && log.connection !== "missing");
  const entries = useLogStore((log) => log.entries);
  const waiting = view.phase === "collecting" || view.phase === "negotiating";
  return (
    <div className="stage-deadline" aria-hidden="true">
      {following && waiting && view.deadline !== undefined && (
        <RunningBar key={view.deadline} startedAt={getStartTime(entries, view)} until={view.deadline} />
      )}
    </div>
  );
}

/** Return the time of the event that announced the deadline. */
function getStartTime(entries: readonly LogEntry[], view: DemandView): string {
  return entries.findLast((entry) => entry.payload.deadline === view.deadline)?.timestamp ?? view.updated_at;
}

function RunningBar({ startedAt, until }: { readonly startedAt: string; readonly until: string }) {
  // Fixed at the first render: from then on the CSS animation keeps the time.
  const [elapsedMs] = useState(() => Math.max(0, getServerTime() - Date.parse(startedAt)));
  const totalMs = Date.parse(until) - Date.parse(startedAt);
  if (!(totalMs > 0) || Number.isNaN(elapsedMs)) return null;
  return <span style={{ animationDuration: `${totalMs}ms`, animationDelay: `${-elapsedMs}ms` }} />;
}
