// React.lazy with retries while the gateway is unreachable.
import { lazy, type ComponentType, type LazyExoticComponent } from "react";

/** Delay (ms) between attempts. */
export const RETRY_MS = 2000;

/**
 * Create a lazily loaded component. Network errors are retried while the gateway is down, since React.lazy would cache
 * the rejection; when the gateway is up and the chunk still fails (after an update), it rejects.
 */
export function lazyWithRetry<P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => ({ default: await loadWithRetry(load) }));
}

async function loadWithRetry<P>(load: () => Promise<ComponentType<P>>): Promise<ComponentType<P>> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // The module itself throws; its download succeeded.
      if (await isGatewayUp()) return load();
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

async function isGatewayUp(): Promise<boolean> {
  try {
    return (await fetch("/healthz", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
