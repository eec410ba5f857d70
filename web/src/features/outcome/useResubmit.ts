// Hook that submits a follow-up demand exactly once and opens it.
import { useRef, useState } from "react";
import { createIdempotencyKey, submitDemand } from "../../api/demands";
import type { DemandView } from "../../eventLog/types";
import { useAction, type Action } from "../../ui/useAction";
import { useNavigateWhileMounted } from "../../ui/useNavigateWhileMounted";
import { useDraftStore } from "../home/draftStore";
import { refreshSession, requestSignIn, useSessionStore } from "../session/session";

/** Submission state and actions. */
export interface Resubmission extends Pick<Action, "busy" | "error"> {
  /** Identifies the button that the last submission came from; null before the first. */
  readonly source: string | null;
  /** Submit `text` as a demand that follows the current one. */
  readonly resubmit: (source: string, text: string) => void;
  /** Sign in, then submit the same text. */
  readonly signIn: (source: string, text: string) => void;
}

/** Return the submission state and actions for follow-ups of `view`. */
export function useResubmit(view: DemandView): Resubmission {
  const { busy, error, run } = useAction();
  const [source, setSource] = useState<string | null>(null);
  const navigate = useNavigateWhileMounted();
  // One idempotency key per user and text: a submission whose response was lost must not create a second demand.
  const idempotencyKeys = useRef(new Map<string, string>());

  async function submit(source: string, text: string): Promise<void> {
    setSource(source);
    const user = (await getSignedInUser()) ?? useDraftStore.getState().name;
    const cacheKey = JSON.stringify([user, text]);
    const idempotencyKey = idempotencyKeys.current.get(cacheKey) ?? createIdempotencyKey();
    idempotencyKeys.current.set(cacheKey, idempotencyKey);
    const { demand_id } = await submitDemand(text, user, { follows: view.demand_id, idempotencyKey });
    idempotencyKeys.current.delete(cacheKey);
    await navigate(`/d/${demand_id}`);
  }

  const resubmit = (source: string, text: string): void => {
    void run(() => submit(source, text));
  };
  const signIn = (source: string, text: string): void => {
    void requestSignIn().then((signedIn) => {
      if (signedIn) resubmit(source, text);
    });
  };
  return { busy, error, source, resubmit, signIn };
}

/** Return the signed-in user's id, fetching the session when unknown; null for guests. */
async function getSignedInUser(): Promise<string | null> {
  if (useSessionStore.getState().session === null) await refreshSession();
  return useSessionStore.getState().session?.user_id ?? null;
}
