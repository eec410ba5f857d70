// Button and dialog that stop a running deliberation.
import { useId, useLayoutEffect, useRef, useState } from "react";
import { ApiError } from "../../api/client";
import { Dialog } from "../../ui/Dialog";
import { ErrorNote } from "../../ui/ErrorNote";
import { requestSignIn, useSessionStore } from "../session/session";
import { terminateSession } from "./sessionApi";
import { MESSAGES } from "./messages";
import { useSessionLog } from "./model/sessionLog";
import type { SessionView } from "./model/sessionView";

type StopState = "idle" | "busy" | "stopping" | ApiError;

/** Stop button; renders nothing in replay and after the end. */
export function StopButton({ view }: { readonly view: SessionView }) {
  const replaying = useSessionLog((log) => log.replaySeq !== null);
  if (replaying || view.end !== null) return null;
  return <StopWithDialog key={view.sessionId} sessionId={view.sessionId} />;
}

function StopWithDialog({ sessionId }: { readonly sessionId: string }) {
  const messages = MESSAGES.useCurrent();
  const id = useId();
  const [open, setOpen] = useState(false);
  const [state, setState] = useState<StopState>("idle");
  const pending = state === "busy" || state === "stopping";
  const box = useRef<HTMLSpanElement>(null);
  const isPending = useRef(false);
  useLayoutEffect(() => {
    isPending.current = pending;
  }, [pending]);
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      // The focused button goes with the session's end, which may come before the answer to the request, while the
      // dialog's disabled button has lost the focus: the banner says what has become of it.
      const isHere = isPending.current || element?.contains(document.activeElement) === true;
      // In the next frame: the banner is not there yet, and a closing dialog gives the focus back first.
      if (isHere) requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-result]")?.focus());
    };
  }, []);

  async function stop(): Promise<void> {
    setState("busy");
    try {
      await terminateSession(sessionId);
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
    <span data-beside ref={box}>
      <button
        type="button"
        className="button button-bad"
        data-action="stop"
        // aria-disabled instead of disabled, so that the focus stays here until the end.
        aria-disabled={pending}
        onClick={() => {
          if (pending) return;
          setState("idle");
          setOpen(true);
        }}
      >
        {pending ? messages.stopping : messages.stop}
      </button>
      {open && (
        <Dialog title={messages.stopTitle} describedBy={`${id}-what`} onClose={() => { setOpen(false); }}>
          <p id={`${id}-what`}>{messages.stopWhat}</p>
          {state instanceof ApiError && <StopError error={state} signIn={() => void signIn()} />}
          <div className="row dialog-actions">
            <button type="button" className="button" onClick={() => { setOpen(false); }}>{messages.stopNo}</button>
            <button type="button" className="button button-bad" data-action="stop-yes" disabled={pending} onClick={() => void stop()}>
              {pending ? messages.stopping : messages.stopYes}
            </button>
          </div>
        </Dialog>
      )}
    </span>
  );
}

function StopError({ error, signIn }: { readonly error: ApiError; readonly signIn: () => void }) {
  const messages = MESSAGES.useCurrent();
  const maySignIn = useSessionStore(({ session }) => session?.user_id === null && session.sign_in);
  if (error.code === "E014") return <p role="alert" className="refusal small">{messages.endedAlready}</p>;
  return <ErrorNote error={error} signIn={signIn} signInStatuses={maySignIn ? [401, 403] : []} />;
}
