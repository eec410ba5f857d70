// How does a page come that is a file of its own, when the gateway is away just then? It is asked for until it is there.
import { lazy } from "react";
import type { ComponentType, LazyExoticComponent } from "react";

/** ms from one attempt to the next */
export const AGAIN = 2000;

/**
 * A component that is loaded once it is shown. While nobody answers, its place waits; React would keep a failure for
 * good. When the gateway answers and the file still does not come, it is gone, as after an update: then it fails.
 */
export function lazily<P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => ({ default: await patiently(load) }));
}

async function patiently<P>(load: () => Promise<ComponentType<P>>): Promise<ComponentType<P>> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // what is in it fails, not its way here
      if (await answers()) return load();
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch("/healthz", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
