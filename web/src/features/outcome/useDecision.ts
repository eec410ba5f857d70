// Hook that keeps the decision about an agreed plan up to date.
import { useEffect } from "react";
import { loadDecision, useDecisionStore } from "./decisionStore";
import type { Decision } from "./decision";

/** Shortest and longest wait (ms) of those who saw the outcome arrive: nobody has decided yet, and thousands may look on. */
const SHORTEST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 30_000;

/** Return the decision about a demand; undefined while it is unknown, null without one. `waits`: whether it is asked for later. */
export function useDecision(demandId: string, waits: boolean): Decision | null | undefined {
  const decision = useDecisionStore((store) => store[demandId]);
  useEffect(() => {
    const controller = new AbortController();
    const load = (): void => { void loadDecision(demandId, controller.signal).catch(() => undefined); };
    const timer = setTimeout(load, waits ? SHORTEST_WAIT_MS + Math.random() * (LONGEST_WAIT_MS - SHORTEST_WAIT_MS) : 0);
    const loadWhenSeen = (): void => { if (document.visibilityState === "visible") load(); };
    document.addEventListener("visibilitychange", loadWhenSeen);
    return () => {
      clearTimeout(timer);
      controller.abort();
      document.removeEventListener("visibilitychange", loadWhenSeen);
    };
  }, [demandId, waits]);
  return decision;
}
