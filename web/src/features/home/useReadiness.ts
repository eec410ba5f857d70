// Which model is at work here, and can the gateway take demands? What /readyz says, asked again until it is ready.
import { useEffect, useState } from "react";
import type { Schemas } from "../../api/client";

type Readiness = Pick<Schemas["Readiness"], "ready" | "model">;

/** ms */
const AGAIN = 5000;

/** null = not known yet. */
export function useReadiness(): Readiness | null {
  const [readiness, setReadiness] = useState<Readiness | null>(null);
  useEffect(() => {
    const stopped = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      const said = await readinessNow(stopped.signal);
      if (stopped.signal.aborted) return;
      if (said !== null) setReadiness(said);
      if (said?.ready !== true) timer = setTimeout(() => void look(), AGAIN);
    };
    void look();
    return () => {
      stopped.abort();
      clearTimeout(timer);
    };
  }, []);
  return readiness;
}

/** 503 has the same body as 200; null when there is none. */
async function readinessNow(signal: AbortSignal): Promise<Readiness | null> {
  try {
    const answer = await fetch("/readyz", { headers: { Accept: "application/json" }, signal });
    const said = (await answer.json()) as Partial<Readiness> | null;
    return said?.model === undefined ? null : { model: said.model, ready: said.ready === true };
  } catch {
    return null;
  }
}
