// Hook that keeps the decision about an agreed plan up to date.
import { useEffect } from "react";
import { getServerTime } from "../../eventLog/serverClock";
import { loadDecision, useDecisionStore } from "./decisionStore";
import type { Decision } from "./decision";

/** Age (ms) of an outcome from which on somebody may have decided about it. */
const YOUNG_MS = 10_000;
/** Longest wait (ms) of a viewer who saw the outcome arrive: thousands do so at once. */
const SPREAD_MS = 20_000;

/** Return the decision about a demand; undefined while it is unknown, null without one. `endedAt`: instant of the outcome. */
export function useDecision(demandId: string, endedAt: string, isOwn: boolean): Decision | null | undefined {
  const decision = useDecisionStore((store) => store[demandId]);
  useEffect(() => {
    const controller = new AbortController();
    const load = (): void => { void loadDecision(demandId, controller.signal).catch(() => undefined); };
    const isYoung = Math.max(getServerTime(), Date.now()) - Date.parse(endedAt) < YOUNG_MS;
    const timer = setTimeout(load, isOwn || !isYoung ? 0 : YOUNG_MS + Math.random() * SPREAD_MS);
    const loadWhenSeen = (): void => { if (document.visibilityState === "visible") load(); };
    document.addEventListener("visibilitychange", loadWhenSeen);
    return () => {
      clearTimeout(timer);
      controller.abort();
      document.removeEventListener("visibilitychange", loadWhenSeen);
    };
  }, [demandId, endedAt, isOwn]);
  return decision;
}
