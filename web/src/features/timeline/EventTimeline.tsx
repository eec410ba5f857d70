// Timeline of a negotiation, a chunk of its own, since other pages do without it.
import { Suspense } from "react";
import { lazyWithRetry } from "../../ui/lazyWithRetry";

const load = () => import("./TimelineCard");
const TimelineCard = lazyWithRetry(async () => (await load()).TimelineCard);

// Fetched as soon as there is time, so that it is there with the first event, whether or not the gateway answers then.
// A failure is repeated when the timeline is shown.
if (typeof requestIdleCallback === "function" && !location.pathname.startsWith("/d/")) requestIdleCallback(() => { preload(); });
else preload();

function preload(): void {
  load().catch(() => undefined);
}

/** Timeline; its place is kept free until it is loaded. */
export function EventTimeline() {
  return <Suspense fallback={<div className="card" style={{ minBlockSize: "30rem" }} />}><TimelineCard /></Suspense>;
}
