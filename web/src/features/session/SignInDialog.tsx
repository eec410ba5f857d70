// Sign-in dialog for an API key, which the gateway exchanges for an HttpOnly cookie.
import { useId, useState } from "react";
import { Dialog } from "../../ui/Dialog";
import { ErrorNote } from "../../ui/ErrorNote";
import { useAction } from "../../ui/useAction";
import { closeSignIn, signIn, useSessionStore } from "./session";
import { MESSAGES } from "./messages";

/** Sign-in dialog, rendered while a sign-in is requested. */
export function SignInDialog() {
  return useSessionStore((state) => state.signInOpen) ? <SignInForm /> : null;
}

function SignInForm() {
  const messages = MESSAGES.useCurrent();
  const [key, setKey] = useState("");
  const { busy, error, run } = useAction();
  const field = useId();
  return (
    <Dialog title={messages.signIn} onClose={() => { closeSignIn(false); }}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (key.trim() !== "") void run(() => signIn(key.trim()));
        }}
      >
        <div className="field">
          <label htmlFor={field}>{messages.key}</label>
          <input
            id={field}
            className="input"
            type="password"
            autoComplete="current-password"
            spellCheck={false}
            required
            maxLength={256}
            value={key}
            aria-describedby={`${field}-hint`}
            onChange={(event) => { setKey(event.target.value); }}
          />
          <span className="hint" id={`${field}-hint`}>{messages.keyHint}</span>
        </div>
        {error && <ErrorNote error={error} />}
        <div className="row dialog-actions">
          <button type="button" className="button" onClick={() => { closeSignIn(false); }}>{messages.leave}</button>
          <button type="submit" className="button button-main" disabled={busy}>{busy ? messages.busy : messages.signIn}</button>
        </div>
      </form>
    </Dialog>
  );
}
