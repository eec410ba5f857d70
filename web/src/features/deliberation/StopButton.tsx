// Button that stops a running deliberation.
import { ConfirmButton } from "../session/ConfirmButton";
import { MESSAGES } from "./messages";
import { useSessionLog } from "./model/sessionLog";
import type { SessionView } from "./model/sessionView";
import { terminateSession } from "./sessionApi";

/** Stop button; renders nothing in replay and after the end. */
export function StopButton({ view }: { readonly view: SessionView }) {
  const messages = MESSAGES.useCurrent();
  const replaying = useSessionLog((log) => log.replaySeq !== null);
  if (replaying || view.end !== null) return null;
  return (
    <ConfirmButton
      key={view.sessionId}
      action="stop"
      words={{
        label: messages.stop,
        title: messages.stopTitle,
        description: messages.stopWhat,
        confirm: messages.stopYes,
        dismiss: messages.stopNo,
        pending: messages.stopping,
        endedAlready: messages.endedAlready,
      }}
      run={() => terminateSession(view.sessionId)}
      focusAfter="[data-result]"
      keepsFocus
    />
  );
}
