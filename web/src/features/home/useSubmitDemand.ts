// Hook that submits the demand form exactly once and opens the negotiation.
import { submitDemand } from "../../api/demands";
import { requestHeadingFocus } from "../../app/headingFocus";
import { useAction, type Action } from "../../ui/useAction";
import { useNavigateWhileMounted } from "../../ui/useNavigateWhileMounted";
import { refreshSession, withSignIn, useSessionStore } from "../session/session";
import { getSubmitAttempt, setUserName, useDraftStore, setDraftText, type SubmitAttempt } from "./draftStore";

/** Outlives the form: returning to it after a lost response submits the same demand again. */
let lastAttempt: SubmitAttempt | null = null;

/** Visibility of a demand. */
export type Visibility = "public" | "private";

interface SubmitDemand extends Pick<Action, "busy" | "error"> {
  /** Submit the demand; `name` is the owner unless a user is signed in. */
  readonly send: (text: string, name: string, visibility?: Visibility) => Promise<void>;
}

/** Return the submission state and `send`. */
export function useSubmitDemand(): SubmitDemand {
  const { busy, error, run } = useAction();
  const navigate = useNavigateWhileMounted();

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
    requestHeadingFocus();
    await navigate(`/d/${accepted.demand_id}`);
  };

  return { busy, error, send: (text, name, visibility) => run(() => withSignIn(() => sendAttempt(text, name, visibility))) };
}
