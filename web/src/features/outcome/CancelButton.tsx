// Button that cancels a running negotiation.
import { useId, useState } from "react";
import { cancelDemand } from "../../api/demands";
import type { DemandView } from "../../eventLog/types";
import { getOwnDemands } from "../../app/ownDemands";
import { useLogStore } from "../../eventLog/logStore";
import { ConfirmButton } from "../session/ConfirmButton";
import { useSessionStore, type Session } from "../session/session";
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

/** Button with confirmation dialog and a reason; `afterOutcome` when only subnets still run. */
function CancelWithDialog({ demandId, afterOutcome }: { readonly demandId: string; readonly afterOutcome: boolean }) {
  const messages = ACTION_MESSAGES.useCurrent();
  const [label, title, description, confirm, dismiss] = afterOutcome
    ? [messages.stop, messages.stopTitle, messages.stopWhat, messages.stopYes, messages.stopNo]
    : [messages.cancel, messages.cancelTitle, messages.cancelRunning, messages.cancelYes, messages.cancelNo];
  const id = useId();
  const [reason, setReason] = useState("");
  return (
    <ConfirmButton
      action="cancel"
      words={{ label, title, description, confirm, dismiss, pending: messages.cancelling, endedAlready: messages.endedAlready }}
      run={() => cancelDemand(demandId, reason.trim())}
      focusAfter=".state-banner"
    >
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
    </ConfirmButton>
  );
}
