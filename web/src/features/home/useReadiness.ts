// Hook that polls `/readyz` until the gateway is ready.
import { useEffect, useState } from "react";
import type { Schemas } from "../../api/client";

type Readiness = Pick<Schemas["Readiness"], "ready" | "model">;

/** Delay (ms) between polls. */
const RETRY_MS = 5000;

/** Return readiness and model of the gateway; null until it has responded. */
export function useReadiness(): Readiness | null {
  const [readiness, setReadiness] = useState<Readiness | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = async (): Promise<void> => {
      const readiness = await fetchReadiness(controller.signal);
      if (controller.signal.aborted) return;
      if (readiness !== null) setReadiness(readiness);
      if (readiness?.ready !== true) timer = setTimeout(() => void poll(), RETRY_MS);
    };
    void poll();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, []);
  return readiness;
}

/** Fetch `/readyz`, whose body is the same for 200 and 503; null when there is none. */
async function fetchReadiness(signal: AbortSignal): Promise<Readiness | null> {
  try {
    const response = await fetch("/readyz", { headers: { Accept: "application/json" }, signal });
    const readiness = (await response.json()) as Partial<Readiness> | null;
    return readiness?.model === undefined ? null : { model: readiness.model, ready: readiness.ready === true };
  } catch {
    return null;
  }
}
