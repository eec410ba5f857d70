// Dialog in which the requester approves an agreed plan or says what is to change.
import { useId, useState } from "react";
import { ApiError } from "../../api/client";
import { Dialog } from "../../ui/Dialog";
import { ErrorNote } from "../../ui/ErrorNote";
import { useAction } from "../../ui/useAction";
import { requestSignIn, useSessionStore } from "../session/session";
import type { DecisionKind } from "./decision";
import { DecisionNote } from "./DecisionNote";
import { decide, loadDecision, useDecisionStore } from "./decisionStore";
import { EVENT_MESSAGES } from "./eventMessages";

/** Maximum size of what is to change, in bytes of UTF-8, as for the gateway. */
const MAX_CHANGE_BYTES = 285;

/** Error code of a demand that has been decided about. */
const DECIDED = "E014";

interface Props {
  readonly kind: DecisionKind;
  readonly demandId: string;
  readonly onClose: () => void;
}

/** Dialog of one decision; what was entered stays until it is closed. */
export function DecisionDialog({ kind, demandId, onClose }: Props) {
  const messages = EVENT_MESSAGES.useCurrent();
  const id = useId();
  const [text, setText] = useState("");
  const { busy, error, run } = useAction();
  const maySignIn = useSessionStore(({ session }) => session?.user_id === null && session.sign_in);
  const tooLong = new TextEncoder().encode(text.trim()).length > MAX_CHANGE_BYTES;
  const over = error?.code === DECIDED;
  const isChange = kind === "change";
  const [title, description, confirm] = isChange ? [messages.changeTitle, messages.changeWhat, messages.send] : [messages.approveTitle, messages.approveWhat, messages.approve];

  const send = (): void => {
    void run(async () => {
      try {
        await decide(demandId, isChange ? { decision: "change", text: text.trim() } : { decision: "approve" });
        onClose();
      } catch (refusal) {
        // Somebody was faster, or the answer to an earlier attempt was lost: the decision that counts is shown.
        if (refusal instanceof ApiError && refusal.code === DECIDED) await loadDecision(demandId).catch(() => undefined);
        throw refusal;
      }
    });
  };
  return (
    <Dialog title={title} describedBy={`${id}-what`} onClose={onClose}>
      <form className="stack" onSubmit={(event) => { event.preventDefault(); send(); }}>
        <p id={`${id}-what`}>{description}</p>
        {isChange && (
          <div className="field">
            <label htmlFor={`${id}-text`}>{messages.changeLabel}</label>
            <textarea
              id={`${id}-text`}
              className="input"
              rows={4}
              dir="auto"
              required
              aria-invalid={tooLong}
              aria-describedby={`${id}-problem`}
              placeholder={messages.changePlaceholder}
              value={text}
              onChange={(event) => { setText(event.target.value); }}
            />
            <p id={`${id}-problem`} className="problem dialog-problem" role="status">{tooLong ? messages.changeLong : ""}</p>
          </div>
        )}
        {over && <DecidedAlready demandId={demandId} />}
        {error && !over && (
          <>
            <ErrorNote error={error} signIn={() => void requestSignIn().then((signedIn) => { if (signedIn) send(); })} signInStatuses={maySignIn ? [401, 403] : []} />
            {(error.status === 0 || error.status >= 500) && <p className="small">{messages.kept}</p>}
          </>
        )}
        <div className="row dialog-actions">
          <button type="button" className="button" onClick={onClose}>{over ? messages.close : messages.dismiss}</button>
          {!over && <button type="submit" className="button button-main" disabled={busy || (isChange && (text.trim() === "" || tooLong))}>{busy ? messages.deciding : confirm}</button>}
        </div>
      </form>
    </Dialog>
  );
}

/** The decision that counts, when this one came too late. */
function DecidedAlready({ demandId }: { readonly demandId: string }) {
  const messages = EVENT_MESSAGES.useCurrent();
  const decision = useDecisionStore((store) => store[demandId]);
  return (
    <div role="alert" className="refusal small">
      <p>{messages.decidedAlready}</p>
      {decision != null && <DecisionNote decision={decision} />}
    </div>
  );
}
