// People who are asked in person now, polled by the requester's page while the negotiation runs; no event tells it.
import { useEffect } from "react";
import { create } from "zustand";
import { ApiError, fetchJson, type Schemas } from "../../api/client";
import { isReplaying, useLogStore } from "../../eventLog/logStore";
import type { DemandView } from "../../eventLog/types";
import { useIsRequester } from "../understanding/requester";

/** Person whom an agent waits for, at most until `until`. */
export type PendingAnswer = Schemas["PendingAnswer"];

/** Polling interval (ms). */
const POLL_MS = 4_000;
/** Request time limit (ms). */
const TIMEOUT_MS = 10_000;
const NOBODY: readonly PendingAnswer[] = [];

/** Zustand store of the people asked in the negotiation that the page shows. */
const usePendingAnswersStore = create<{ readonly people: readonly PendingAnswer[] }>()(() => ({ people: NOBODY }));

/** Return the people who are asked now, the earliest deadline first; empty for viewers and in replay. */
export function usePendingAnswers(): readonly PendingAnswer[] {
  const replaying = useLogStore(isReplaying);
  const people = usePendingAnswersStore((state) => state.people);
  return replaying ? NOBODY : people;
}

/** Keep the list up to date while mounted; only the requester's page asks, since thousands may watch. */
export function usePendingAnswersOf(view: DemandView): void {
  const isOwn = useIsRequester(view);
  const demandId = view.demand_id;
  const active = isOwn && view.status === "processing" && view.phase !== "understanding" && view.phase !== "reviewing";
  useEffect(() => {
    if (!active) return;
    const controller = new AbortController();
    const poll = async (): Promise<void> => {
      try {
        const { items } = await fetchJson<Schemas["PendingAnswerPage"]>(`demands/${encodeURIComponent(demandId)}/pending-answers`, { signal: controller.signal, timeoutMs: TIMEOUT_MS });
        usePendingAnswersStore.setState({ people: items });
      } catch (error) {
        if (error instanceof ApiError && [401, 403, 404].includes(error.status)) stop();
      }
    };
    const timer = setInterval(() => void poll(), POLL_MS);
    const stop = (): void => {
      controller.abort();
      clearInterval(timer);
      usePendingAnswersStore.setState({ people: NOBODY });
    };
    void poll();
    return stop;
  }, [demandId, active]);
}
