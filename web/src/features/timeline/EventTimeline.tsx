// Timeline of a negotiation, a chunk of its own, since other pages do without it.
import { Suspense, useState, type ComponentType } from "react";
import { lazyWithRetry } from "../../ui/lazyWithRetry";

/** The timeline once it is loaded. */
let loaded: ComponentType | null = null;

async function load(): Promise<ComponentType> {
  const { TimelineCard } = await import("./TimelineCard");
  loaded = TimelineCard;
  return TimelineCard;
}

const LazyTimeline = lazyWithRetry(load);

/** Load the timeline before it is shown, so that it is there with the first event. Never throws: a failure is repeated when it is shown. */
export async function preloadTimeline(): Promise<void> {
  await load().catch(() => undefined);
}

/** Timeline; its place is kept free until it is loaded. */
export function EventTimeline() {
  // Once loaded it is rendered at once: React would show even a loaded lazy component some time later.
  const [Timeline] = useState<ComponentType>(() => loaded ?? LazyTimeline);
  return <Suspense fallback={<div className="card" style={{ minBlockSize: "30rem" }} />}><Timeline /></Suspense>;
}
