// How much time is left to answer? A bar without words that runs down while one looks at the newest moment.
import { useState } from "react";
import { now } from "../../eventLog/serverClock";
import type { DemandView, Entry } from "../../eventLog/types";
import { useLog } from "../../eventLog/logStore";

export function Deadline({ view }: { readonly view: DemandView }) {
  const newest = useLog((log) => log.at === null && log.connection !== "missing");
  const entries = useLog((log) => log.entries);
  const waits = view.phase === "collecting" || view.phase === "negotiating";
  return (
    <div className="stage-deadline" aria-hidden="true">
      {newest && waits && view.deadline !== undefined && (
        <Running key={view.deadline} set={setAt(entries, view)} until={view.deadline} />
      )}
    </div>
  );
}

/** When the deadline was set: with the event that told it. */
function setAt(entries: readonly Entry[], view: DemandView): string {
  return entries.findLast((entry) => entry.payload.deadline === view.deadline)?.timestamp ?? view.updated_at;
}

function Running({ set, until }: { readonly set: string; readonly until: string }) {
  // Fixed when it is first drawn: from then on the style sheet's own clock runs.
  const [gone] = useState(() => Math.max(0, now() - Date.parse(set)));
  const whole = Date.parse(until) - Date.parse(set);
  if (!(whole > 0) || Number.isNaN(gone)) return null;
  return <span style={{ animationDuration: `${whole}ms`, animationDelay: `${-gone}ms` }} />;
}
