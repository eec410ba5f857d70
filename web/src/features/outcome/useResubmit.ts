// Hook that submits a follow-up demand exactly once and opens it.
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError } from "../../api/client";
import { createIdempotencyKey, submitDemand } from "../../api/demands";
import type { DemandView } from "../../eventLog/types";
import { useDraftStore } from "../home/draftStore";
import { refreshSession, requestSignIn, useSessionStore } from "../session/session";

/** State of the last submission; `source` identifies the button it came from. */
type ResubmitState =
  | { readonly state: "idle" }
  | { readonly state: "busy"; readonly source: string }
  | { readonly state: "error"; readonly source: string; readonly error: ApiError };

/** Submission state and actions. */
export interface Resubmission {
  readonly state: ResubmitState;
  /** Submit `text` as a demand that follows the current one. */
  readonly resubmit: (source: string, text: string) => void;
  /** Sign in, then submit the same text. */
  readonly signIn: (source: string, text: string) => void;
}

/** Return the submission state and actions for follow-ups of `view`. */
export function useResubmit(view: DemandView): Resubmission {
  const [state, setState] = useState<ResubmitState>({ state: "idle" });
  const navigate = useNavigate();
  const busy = useRef(false);
  const mounted = useRef(true);
  // One idempotency key per user and text: a submission whose response was lost must not create a second demand.
  const idempotencyKeys = useRef(new Map<string, string>());
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  async function submit(source: string, text: string): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    setState({ state: "busy", source });
    try {
      const user = (await getSignedInUser()) ?? useDraftStore.getState().name ?? view.user_id;
      const cacheKey = JSON.stringify([user, text]);
      const idempotencyKey = idempotencyKeys.current.get(cacheKey) ?? createIdempotencyKey();
      idempotencyKeys.current.set(cacheKey, idempotencyKey);
      const { demand_id } = await submitDemand(text, user, { follows: view.demand_id, idempotencyKey });
      idempotencyKeys.current.delete(cacheKey);
      setState({ state: "idle" });
      if (mounted.current) await navigate(`/d/${demand_id}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setState({ state: "error", source, error });
    } finally {
      busy.current = false;
    }
  }

  const resubmit = (source: string, text: string): void => {
    void submit(source, text);
  };
  const signIn = (source: string, text: string): void => {
    void requestSignIn().then((signedIn) => {
      if (signedIn) resubmit(source, text);
    });
  };
  return { state, resubmit, signIn };
}

/** Return the signed-in user's id, fetching the session when unknown; null for guests. */
async function getSignedInUser(): Promise<string | null> {
  if (useSessionStore.getState().session === null) await refreshSession();
  return useSessionStore.getState().session?.user_id ?? null;
}
