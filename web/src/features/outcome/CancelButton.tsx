// How does one stop a negotiation? It is asked once more; then the gateway is told, and its event ends it.
import { useRef, useState } from "react";
import { Refused } from "../../api/client";
import { cancelDemand } from "../../api/demands";
import type { DemandView } from "../../log/shape";
import { useLog } from "../../log/store";
import { useWords } from "../../words/language";
import { requestSignIn } from "../session/session";
import { DOING } from "./doingWords";
import { RefusalNote } from "./RefusalNote";
import "./outcome.css";

/** Characters of a reason: what the gateway takes. */
const LONGEST_REASON = 500;

/** Whether there is anything left to stop. */
export function isRunning(view: DemandView): boolean {
  if (view.phase === "closed" || view.cancelled != null) return false;
  return view.status === "processing" || (view.subnets ?? []).some((subnet) => subnet.status === "processing");
}

export function CancelButton({ view }: { readonly view: DemandView }) {
  const lookingBack = useLog((log) => log.at !== null);
  if (lookingBack || !isRunning(view)) return null;
  return <Cancelling key={view.demand_id} demandId={view.demand_id} after={view.status !== "processing"} />;
}

type State = "idle" | "busy" | "stopping" | Refused;

/** `after`: only what still runs after the outcome is stopped. */
function Cancelling({ demandId, after }: { readonly demandId: string; readonly after: boolean }) {
  const words = useWords(DOING);
  const dialog = useRef<HTMLDialogElement>(null);
  const [reason, setReason] = useState("");
  const [state, setState] = useState<State>("idle");
  const working = state === "busy" || state === "stopping";

  async function stop(): Promise<void> {
    setState("busy");
    try {
      await cancelDemand(demandId, reason.trim());
      setState("stopping");
      dialog.current?.close();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setState(error);
    }
  }

  async function signIn(): Promise<void> {
    dialog.current?.close();
    const signedIn = await requestSignIn();
    dialog.current?.showModal();
    if (signedIn) await stop();
  }

  return (
    <span data-beside>
      <button
        type="button"
        className="button button-bad"
        data-action="cancel"
        disabled={working}
        onClick={() => {
          setState("idle");
          dialog.current?.showModal();
        }}
      >
        {working ? words.cancelling : words.cancel}
      </button>
      <dialog ref={dialog} className="outcome-dialog" aria-labelledby="cancel-title" aria-describedby="cancel-what">
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            if (!working) void stop();
          }}
        >
          <h2 id="cancel-title">{words.cancelTitle}</h2>
          <p id="cancel-what">{after ? words.cancelSubnets : words.cancelRunning}</p>
          <div className="field">
            <label htmlFor="cancel-reason">{words.cancelReason}</label>
            <textarea
              id="cancel-reason"
              className="input"
              rows={2}
              dir="auto"
              maxLength={LONGEST_REASON}
              value={reason}
              onChange={(event) => { setReason(event.target.value); }}
            />
          </div>
          {state instanceof Refused && <Refusal refused={state} signIn={() => void signIn()} />}
          <div className="row outcome-dialog-tools">
            <button type="button" className="button" onClick={() => dialog.current?.close()}>{words.cancelNo}</button>
            <button type="submit" className="button button-bad" data-action="cancel-yes" disabled={working}>{working ? words.cancelling : words.cancelYes}</button>
          </div>
        </form>
      </dialog>
    </span>
  );
}

function Refusal({ refused, signIn }: { readonly refused: Refused; readonly signIn: () => void }) {
  const words = useWords(DOING);
  if (refused.code === "E014") return <p role="alert" className="outcome-refused small">{words.endedAlready}</p>;
  return <RefusalNote refused={refused} signIn={signIn} />;
}
