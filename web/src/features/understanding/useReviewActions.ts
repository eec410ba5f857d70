// Hooks for what the requester does before the invitations: change, go on, answer; and hold the wait while editing.
import { useEffect, useRef, useState } from "react";
import { ApiError } from "../../api/client";
import { answerQuestion, confirmUnderstanding, reviseUnderstanding } from "../../api/understanding";
import { getServerTime } from "../../eventLog/serverClock";
import type { JsonObject } from "../../eventLog/types";
import { useAction, type Action } from "../../ui/useAction";
import { requestSignIn } from "../session/session";
import type { DemandReading } from "./demandReading";
import type { Wait } from "./reviewState";

/** State of the last request, and the requests. */
export interface ReviewActions extends Pick<Action, "busy" | "error"> {
  /** Whether going on was requested and accepted. */
  readonly confirmed: boolean;
  readonly confirm: () => void;
  readonly answer: (questionId: string, option: string) => void;
}

/** Return the actions of the card. */
export function useReviewActions(demandId: string): ReviewActions {
  const { busy, error, run } = useAction();
  const [confirmed, setConfirmed] = useState(false);
  const confirm = (): void => {
    void run(async () => {
      await confirmUnderstanding(demandId);
      setConfirmed(true);
    });
  };
  const answer = (questionId: string, option: string): void => {
    void run(async () => { await answerQuestion(demandId, questionId, { option }); });
  };
  return { busy, error, confirmed, confirm, answer };
}

interface Revision<B> extends Pick<Action, "busy" | "error"> {
  /** Send what was entered; calls `onSaved` when the gateway has taken it. */
  readonly save: (body: B, onSaved: () => void) => void;
  /** Sign in, then it can be sent again. */
  readonly signIn: () => void;
}

/** Return the state of an editor's request and `save`; `send` makes the request. */
export function useRevision<B = JsonObject>(send: (body: B) => Promise<unknown>): Revision<B> {
  const { busy, error, run } = useAction();
  const save = (body: B, onSaved: () => void): void => {
    void run(async () => {
      await send(body);
      onSaved();
    });
  };
  return { busy, error, save, signIn: () => void requestSignIn() };
}

/** Time (ms) before the deadline at which the wait is started anew. */
const LEAD_MS = 2500;
/** Minimum time (ms) between two requests of the hold. */
const MIN_INTERVAL_MS = 1000;
/** Time (ms) without any input after which the wait is no longer held. */
const IDLE_MS = 120_000;

/**
 * While an editor is open, start the wait anew before it ends, by sending what does not change; not after two minutes
 * without input. A failed request is not repeated: saving reports the error.
 */
export function useHold(demandId: string, wait: Wait | null, { title, preferences }: DemandReading): void {
  // As text, so that a view with the same values does not start the delay anew.
  const unchanged = JSON.stringify(title === "" ? { preferences } : { title });
  const lastInput = useRef(0);
  const until = wait?.until;
  useEffect(() => {
    const note = (): void => { lastInput.current = performance.now(); };
    note();
    const types = ["keydown", "pointerdown", "input"] as const;
    for (const type of types) document.addEventListener(type, note);
    return () => {
      for (const type of types) document.removeEventListener(type, note);
    };
  }, []);
  useEffect(() => {
    if (until === undefined) return;
    const delay = Math.max(MIN_INTERVAL_MS, Date.parse(until) - getServerTime() - LEAD_MS);
    const timer = setTimeout(() => {
      if (performance.now() - lastInput.current > IDLE_MS) return;
      reviseUnderstanding(demandId, JSON.parse(unchanged) as JsonObject).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
      });
    }, delay);
    return () => { clearTimeout(timer); };
  }, [demandId, until, unchanged]);
}
