// Buttons that resend or delete dead letters, after a confirmation.
import { ConfirmAction } from "./ConfirmAction";
import { LETTER_MESSAGES } from "./letterMessages";
import type { LetterAction, Selection } from "./operationsApi";

interface Props {
  readonly selection: Selection;
  /** What the dialogs call the selection. */
  readonly what: string;
  /** Addition to the buttons' names, where there are several of the same label. */
  readonly name?: string;
  readonly resendable: boolean;
  readonly disabled?: boolean;
  /** Labels of the buttons: resend, delete. */
  readonly labels: readonly [string, string];
  readonly onChange: (action: LetterAction, selection: Selection) => Promise<void>;
}

/** Resend button, if the selection can be resent, and delete button. */
export function LetterActions({ selection, what, name, resendable, disabled = false, labels: [resend, remove], onChange }: Props) {
  const messages = LETTER_MESSAGES.useCurrent();
  const shared = { dismiss: messages.dismiss, working: messages.working, disabled };
  const named = (label: string) => (name === undefined ? {} : { name: `${label}: ${name}` });
  return (
    <span className="row operations-actions">
      {resendable && (
        <ConfirmAction {...shared} {...named(resend)} label={resend} title={messages.ask.resend(what)} description={messages.what.resend} run={() => onChange("resend", selection)} />
      )}
      <ConfirmAction {...shared} {...named(remove)} label={remove} title={messages.ask.delete(what)} description={messages.what.delete} destructive run={() => onChange("delete", selection)} />
    </span>
  );
}
