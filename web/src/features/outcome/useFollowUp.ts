// Hook that submits a demand that follows another one exactly once.
import { useRef, useState } from "react";
import { createIdempotencyKey, submitDemand } from "../../api/demands";
import type { DemandView } from "../../eventLog/types";
import { useAction, type Action } from "../../ui/useAction";
import { useDraftStore } from "../home/draftStore";
import { refreshSession, requestSignIn, useSessionStore } from "../session/session";

/** Submission state and actions. */
export interface FollowUpSubmission extends Pick<Action, "busy" | "error"> {
  /** Id of the demand that was submitted; null before. */
  readonly followUp: string | null;
  /** Submit `text` as a demand that follows the current one; `onSubmitted` gets its id. */
  readonly submit: (text: string, onSubmitted?: (demandId: string) => Promise<void>) => void;
  /** Sign in, then submit the same text. */
  readonly signIn: (text: string, onSubmitted?: (demandId: string) => Promise<void>) => void;
}

/** Return the submission state and actions for follow-ups of `view`. */
export function useFollowUp(view: DemandView): FollowUpSubmission {
  const { busy, error, run } = useAction();
  const [followUp, setFollowUp] = useState<string | null>(null);
  // One idempotency key per user and text: a submission whose response was lost must not create a second demand.
  const idempotencyKeys = useRef(new Map<string, string>());

  const submit: FollowUpSubmission["submit"] = (text, onSubmitted) => {
    void run(async () => {
      const user = (await getSignedInUser()) ?? useDraftStore.getState().name;
      const cacheKey = JSON.stringify([user, text]);
      const idempotencyKey = idempotencyKeys.current.get(cacheKey) ?? createIdempotencyKey();
      idempotencyKeys.current.set(cacheKey, idempotencyKey);
      const { demand_id } = await submitDemand(text, user, { follows: view.demand_id, idempotencyKey });
      idempotencyKeys.current.delete(cacheKey);
      setFollowUp(demand_id);
      await onSubmitted?.(demand_id);
    });
  };
  const signIn: FollowUpSubmission["signIn"] = (text, onSubmitted) => {
    void requestSignIn().then((signedIn) => {
      if (signedIn) submit(text, onSubmitted);
    });
  };
  return { busy, error, followUp, submit, signIn };
}

/** Return the signed-in user's id, fetching the session when unknown; null for guests. */
async function getSignedInUser(): Promise<string | null> {
  if (useSessionStore.getState().session === null) await refreshSession();
  return useSessionStore.getState().session?.user_id ?? null;
}
