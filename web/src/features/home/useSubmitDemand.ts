// Hook that submits the demand form exactly once and opens the negotiation.
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError } from "../../api/client";
import { submitDemand } from "../../api/demands";
import { refreshSession, withSignIn, useSessionStore } from "../session/session";
import { getSubmitAttempt, setUserName, useDraftStore, setDraftText } from "./draftStore";
import type { SubmitAttempt } from "./draftStore";

/** Outlives the form: returning to it after a lost response submits the same demand again. */
let lastAttempt: SubmitAttempt | null = null;

/** Visibility of a demand. */
export type Visibility = "public" | "private";

interface SubmitDemand {
  readonly busy: boolean;
  readonly error: ApiError | null;
  /** Submit the demand; `name` is the owner unless a user is signed in. */
  readonly send: (text: string, name: string, visibility?: Visibility) => Promise<void>;
}

/** Return the submission state and `send`. */
export function useSubmitDemand(): SubmitDemand {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const sending = useRef(false);
  const mounted = useRef(true);
  const navigate = useNavigate();
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  const sendAttempt = async (text: string, name: string, visibility: Visibility | undefined): Promise<void> => {
    if (useSessionStore.getState().session === null) await refreshSession();
    const { session } = useSessionStore.getState();
    const userId = session?.user_id ?? name;
    const attempt = getSubmitAttempt(lastAttempt, [text, userId, visibility]);
    lastAttempt = attempt;
    const accepted = await submitDemand(text, userId, { idempotencyKey: attempt.idempotencyKey, ...(visibility ? { visibility } : {}) });
    lastAttempt = null;
    if (session?.user_id == null) setUserName(name);
    if (useDraftStore.getState().text === text) setDraftText("");
    if (mounted.current) await navigate(`/d/${accepted.demand_id}`);
  };

  const send = async (text: string, name: string, visibility?: Visibility): Promise<void> => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setError(null);
    try {
      await withSignIn(() => sendAttempt(text, name, visibility));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setError(error);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  return { busy, error, send };
}
