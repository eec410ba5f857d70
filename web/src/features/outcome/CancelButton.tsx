// Button and dialog that cancel a running negotiation.
import { useId, useState } from "react";
import { ApiError } from "../../api/client";
import { cancelDemand } from "../../api/demands";
import type { DemandView } from "../../eventLog/types";
import { getOwnDemands } from "../../app/ownDemands";
import { useLogStore } from "../../eventLog/logStore";
import { Dialog } from "../../ui/Dialog";
import { ErrorNote } from "../../ui/ErrorNote";
import { requestSignIn, useSessionStore, type Session } from "../session/session";
import { ACTION_MESSAGES } from "./actionMessages";

/** Maximum length of a cancellation reason, in characters. */
const MAX_REASON_CHARS = 500;

/** Whether the demand or any subnet is still running. */
export function isRunning(view: DemandView): boolean {
  if (view.phase === "closed" || view.cancelled != null) return false;
  return view.status === "processing" || (view.subnets ?? []).some((subnet) => subnet.status === "processing");
}

/**
 * Whether the viewer may not cancel because the demand is somebody else's. A guest may cancel what this browser has
 * submitted, and sign in first where that is possible.
 */
function isOwnedByOther(view: DemandView, session: Session | null): boolean {
  if (session === null || getOwnDemands().has(view.demand_id)) return false;
  if (session.user_id === null) return !session.sign_in;
  return !session.admin && session.user_id !== view.user_id;
}

/** Cancel button; renders nothing in replay, after the end, or for demands of others. */
export function CancelButton({ view }: { readonly view: DemandView }) {
  const replaying = useLogStore((log) => log.replaySeq !== null);
  const session = useSessionStore((state) => state.session);
  if (replaying || !isRunning(view) || isOwnedByOther(view, session)) return null;
  return <CancelWithDialog key={view.demand_id} demandId={view.demand_id} afterOutcome={view.status !== "processing"} />;
}

type CancelState = "idle" | "busy" | "stopping" | ApiError;

/** Button with confirmation dialog; `afterOutcome` when only subnets still run. */
function CancelWithDialog({ demandId, afterOutcome }: { readonly demandId: string; readonly afterOutcome: boolean }) {
  const messages = ACTION_MESSAGES.useCurrent();
  const [label, title, description, confirmLabel, dismissLabel] = afterOutcome
    ? [messages.stop, messages.stopTitle, messages.stopWhat, messages.stopYes, messages.stopNo]
    : [messages.cancel, messages.cancelTitle, messages.cancelRunning, messages.cancelYes, messages.cancelNo];
  const id = useId();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const [state, setState] = useState<CancelState>("idle");
  const pending = state === "busy" || state === "stopping";

  async function stop(): Promise<void> {
    setState("busy");
    try {
      await cancelDemand(demandId, reason.trim());
      setState("stopping");
      setOpen(false);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setState(error);
    }
  }

  async function signIn(): Promise<void> {
    setOpen(false);
    const signedIn = await requestSignIn();
    setOpen(true);
    if (signedIn) await stop();
  }

  return (
    <span data-beside>
      <button
        type="button"
        className="button button-bad"
        data-action="cancel"
        disabled={pending}
        onClick={() => {
          setState("idle");
          setOpen(true);
        }}
      >
        {pending ? messages.cancelling : label}
      </button>
      {open && (
        <Dialog title={title} describedBy={`${id}-what`} onClose={() => { setOpen(false); }}>
          <form
            className="stack"
            onSubmit={(event) => {
              event.preventDefault();
              if (!pending) void stop();
            }}
          >
            <p id={`${id}-what`}>{description}</p>
            <div className="field">
              <label htmlFor={`${id}-reason`}>{messages.cancelReason}</label>
              <textarea
                id={`${id}-reason`}
                className="input"
                rows={2}
                dir="auto"
                maxLength={MAX_REASON_CHARS}
                value={reason}
                onChange={(event) => { setReason(event.target.value); }}
              />
            </div>
            {state instanceof ApiError && <CancelError error={state} signIn={() => void signIn()} />}
            <div className="row dialog-actions">
              <button type="button" className="button" onClick={() => { setOpen(false); }}>{dismissLabel}</button>
              <button type="submit" className="button button-bad" data-action="cancel-yes" disabled={pending}>{pending ? messages.cancelling : confirmLabel}</button>
            </div>
          </form>
        </Dialog>
      )}
    </span>
  );
}

function CancelError({ error, signIn }: { readonly error: ApiError; readonly signIn: () => void }) {
  const messages = ACTION_MESSAGES.useCurrent();
  const maySignIn = useSessionStore(({ session }) => session?.user_id === null && session.sign_in);
  if (error.code === "E014") return <p role="alert" className="refusal small">{messages.endedAlready}</p>;
  return <ErrorNote error={error} signIn={signIn} signInStatuses={maySignIn ? [401, 403] : []} />;
}
