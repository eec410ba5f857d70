// Hook that keeps an invitation link open: attends the agent and polls its questions.
import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "../../api/client";
import { attendByLink, getInvitedPerson, type InvitedPerson } from "./invitedPersonApi";
import { mergeQuestions, type ShownQuestion } from "./shownQuestions";

/** Polling interval (ms) for questions. */
const POLL_MS = 2_000;
/** Renewal interval (ms); the lease lasts 150 s, since timers of hidden pages may fire only once a minute. */
const RENEW_MS = 20_000;

/** State of an open link. */
export interface OpenLink {
  readonly person: InvitedPerson | null;
  readonly questions: readonly ShownQuestion[];
  /** Error of the last request; null after a success. Status 404: the link is not valid, and nothing is requested again. */
  readonly error: ApiError | null;
  /** Offset (ms) of the gateway's clock to this device's. */
  readonly clockOffset: number;
  /** Fetch the questions now. */
  readonly refresh: () => Promise<void>;
}

/** Open the link with this token, and keep it open while the component is mounted. */
export function useInvitedPerson(token: string): OpenLink {
  const [link, setLink] = useState<Omit<OpenLink, "refresh">>({ person: null, questions: [], error: null, clockOffset: 0 });
  const poll = useRef<() => Promise<void>>(() => Promise.resolve());
  const refresh = useCallback(() => poll.current(), []);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let [pausedUntil, renewAt] = [0, 0];
    poll.current = async () => {
      try {
        if (performance.now() >= renewAt) {
          renewAt = performance.now() + RENEW_MS;
          await attendByLink(token, signal);
        }
        const person = await getInvitedPerson(token, signal);
        const clockOffset = Date.parse(person.now) - Date.now();
        setLink(({ questions }) => ({ person, questions: mergeQuestions(questions, person.items), error: null, clockOffset }));
      } catch (error) {
        if (signal.aborted || !(error instanceof ApiError)) return;
        if (error.status === 404) controller.abort();
        pausedUntil = performance.now() + (error.retryAfterS ?? 0) * 1000;
        renewAt = 0;
        setLink((before) => ({ ...before, error }));
      }
    };
    void poll.current();
    const timer = setInterval(() => { if (!signal.aborted && performance.now() >= pausedUntil) void poll.current(); }, POLL_MS);
    return () => {
      controller.abort();
      clearInterval(timer);
    };
  }, [token]);
  return { ...link, refresh };
}
