// How does one sign in? With a key, which the gateway keeps for the browser where no script can read it.
import { useId, useState } from "react";
import { Refused } from "../../api/client";
import { Dialog } from "../../ui/Dialog";
import { RefusalNote } from "../../ui/ErrorNote";
import { useWords } from "../../i18n/locale";
import { close, signIn, useSessionState } from "./session";
import { WORDS } from "./messages";

/** As long as somebody is to sign in; on every page. */
export function SignInDialog() {
  return useSessionState((state) => state.asking) ? <Asking /> : null;
}

function Asking() {
  const words = useWords(WORDS);
  const [key, setKey] = useState("");
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const field = useId();
  const send = async (): Promise<void> => {
    setBusy(true);
    setRefused(null);
    try {
      await signIn(key.trim());
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setRefused(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={words.signIn} onClose={() => { close(false); }}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && key.trim() !== "") void send();
        }}
      >
        <div className="field">
          <label htmlFor={field}>{words.key}</label>
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
          <span className="hint" id={`${field}-hint`}>{words.keyHint}</span>
        </div>
        {refused && <RefusalNote refused={refused} />}
        <div className="row dialog-actions">
          <button type="button" className="button" onClick={() => { close(false); }}>{words.leave}</button>
          <button type="submit" className="button button-main" disabled={busy}>{busy ? words.busy : words.signIn}</button>
        </div>
      </form>
    </Dialog>
  );
}
