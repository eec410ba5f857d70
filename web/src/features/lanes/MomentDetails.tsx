// The shown moment in full, beside the lanes.
import { useId } from "react";
import { EventContent } from "../timeline/EventContent";
import type { TimelineRow } from "../timeline/timelineRows";

/** Everything that was said at one moment; empty before the first event. */
export function MomentDetails({ row, title }: { readonly row: TimelineRow | undefined; readonly title: string }) {
  const id = useId();
  return (
    <section className="lane-details" aria-labelledby={id}>
      <div className="lane-details-box">
        <h3 id={id} className="small soft">{title}</h3>
        {row && <div className="event" key={row.entry.seq}><EventContent row={row} /></div>}
      </div>
    </section>
  );
}
