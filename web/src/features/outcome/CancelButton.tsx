// How does one stop a negotiation? It is asked once more; then the gateway is told, and its event ends it.
import { useId, useState } from "react";
import { Refused } from "../../api/client";
import { cancelDemand } from "../../api/demands";
import type { DemandView } from "../../eventLog/types";
import { useLog } from "../../eventLog/logStore";
import { Dialog } from "../../ui/Dialog";
import { RefusalNote } from "../../ui/ErrorNote";
import { useWords } from "../../i18n/locale";
import { requestSignIn, useSessionState } from "../session/session";
import type { Session } from "../session/session";
import { DOING } from "./actionMessages";

/** Characters of a reason: what the gateway takes. */
const LONGEST_REASON = 500;

/** Whether there is anything left to stop. */
export function isRunning(view: DemandView): boolean {
  if (view.phase === "closed" || view.cancelled != null) return false;
  return view.status === "processing" || (view.subnets ?? []).some((subnet) => subnet.status === "processing");
}

/** Whoever is signed in may stop their own, or all. A stranger can sign in yet; without keys it is everybody's. */
function isForOthers(view: DemandView, session: Session | null): boolean {
  return session?.user_id != null && !session.admin && session.user_id !== view.user_id;
}

export function CancelButton({ view }: { readonly view: DemandView }) {
  const lookingBack = useLog((log) => log.at !== null);
  const session = useSessionState((state) => state.session);
  if (lookingBack || !isRunning(view) || isForOthers(view, session)) return null;
  return <Cancelling key={view.demand_id} demandId={view.demand_id} after={view.status !== "processing"} />;
}

type State = "idle" | "busy" | "stopping" | Refused;

/** `after`: only what still runs after the outcome is stopped. */
function Cancelling({ demandId, after }: { readonly demandId: string; readonly after: boolean }) {
  const words = useWords(DOING);
  const [label, title, what, yes, no] = after
    ? [words.stop, words.stopTitle, words.stopWhat, words.stopYes, words.stopNo]
    : [words.cancel, words.cancelTitle, words.cancelRunning, words.cancelYes, words.cancelNo];
  const id = useId();
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState("");
  const [state, setState] = useState<State>("idle");
  const working = state === "busy" || state === "stopping";

  async function stop(): Promise<void> {
    setState("busy");
    try {
      await cancelDemand(demandId, reason.trim());
      setState("stopping");
      setAsking(false);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setState(error);
    }
  }

  async function signIn(): Promise<void> {
    setAsking(false);
    const signedIn = await requestSignIn();
    setAsking(true);
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
          setAsking(true);
        }}
      >
        {working ? words.cancelling : label}
      </button>
      {asking && (
        <Dialog title={title} describedBy={`${id}-what`} onClose={() => { setAsking(false); }}>
          <form
            className="stack"
            onSubmit={(event) => {
              event.preventDefault();
              if (!working) void stop();
            }}
          >
            <p id={`${id}-what`}>{what}</p>
            <div className="field">
              <label htmlFor={`${id}-reason`}>{words.cancelReason}</label>
              <textarea
                id={`${id}-reason`}
                className="input"
                rows={2}
                dir="auto"
                maxLength={LONGEST_REASON}
                value={reason}
                onChange={(event) => { setReason(event.target.value); }}
              />
            </div>
            {state instanceof Refused && <Refusal refused={state} signIn={() => void signIn()} />}
            <div className="row dialog-actions">
              <button type="button" className="button" onClick={() => { setAsking(false); }}>{no}</button>
              <button type="submit" className="button button-bad" data-action="cancel-yes" disabled={working}>{working ? words.cancelling : yes}</button>
            </div>
          </form>
        </Dialog>
      )}
    </span>
  );
}

function Refusal({ refused, signIn }: { readonly refused: Refused; readonly signIn: () => void }) {
  const words = useWords(DOING);
  if (refused.code === "E014") return <p role="alert" className="refusal small">{words.endedAlready}</p>;
  return <RefusalNote refused={refused} signIn={signIn} />;
}
