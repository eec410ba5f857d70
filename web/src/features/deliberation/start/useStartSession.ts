// Hook that starts a deliberation exactly once and opens its page.
import { createIdempotencyKey } from "../../../api/demands";
import { useAction, type Action } from "../../../ui/useAction";
import { useNavigateWhileMounted } from "../../../ui/useNavigateWhileMounted";
import { useDraftStore } from "../../home/draftStore";
import { refreshSession, useSessionStore, withSignIn } from "../../session/session";
import { startSession, type StartRequest } from "../sessionApi";

/** Outlives the form: returning to it after a lost response repeats the same start. */
let lastRequest: StartRequest | null = null;

/** Return the request of a start: the last one when nothing has changed, since its response may have been lost. */
export function getStartRequest(last: StartRequest | null, message: string, userId: string): StartRequest {
  if (last?.message === message && last.userId === userId) return last;
  return { message, userId, conversationId: createIdempotencyKey(), idempotencyKey: createIdempotencyKey() };
}

interface StartSession extends Pick<Action, "busy" | "error"> {
  /** Start a session about a message; `onStarted` is called before its page is opened. */
  readonly start: (message: string, onStarted: () => void) => Promise<void>;
}

/** Return the state of the start and `start`. */
export function useStartSession(): StartSession {
  const { busy, error, run } = useAction();
  const navigate = useNavigateWhileMounted();

  const send = async (message: string, onStarted: () => void): Promise<void> => {
    if (useSessionStore.getState().session === null) await refreshSession();
    const userId = useSessionStore.getState().session?.user_id ?? useDraftStore.getState().name.trim();
    lastRequest = getStartRequest(lastRequest, message, userId);
    const sessionId = await startSession(lastRequest);
    lastRequest = null;
    onStarted();
    await navigate(`/deliberations/${sessionId}`);
  };

  return { busy, error, start: (message, onStarted) => run(() => withSignIn(() => send(message, onStarted))) };
}
