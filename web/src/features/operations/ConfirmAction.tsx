// Button that asks in a dialog before it changes something, and can be used again afterwards.
import { useId, useState } from "react";
import { Dialog } from "../../ui/Dialog";
import { ErrorNote } from "../../ui/ErrorNote";
import { useAction } from "../../ui/useAction";
import { requestSignIn } from "../session/session";

interface Props {
  readonly label: string;
  /** Name of the button where several have the same label. */
  readonly name?: string;
  readonly title: string;
  readonly description: string;
  readonly dismiss: string;
  /** Label of the confirmation while it runs. */
  readonly working: string;
  readonly destructive?: boolean;
  readonly disabled?: boolean;
  /** Make the change. Throws ApiError. */
  readonly run: () => Promise<void>;
}

/** Button with a confirmation dialog, which closes after a success and shows an error. */
export function ConfirmAction({ label, name, title, description, dismiss, working, destructive = false, disabled = false, run }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const { busy, error, run: runAction } = useAction();
  const look = destructive ? "button button-bad" : "button";
  const confirm = (): void => {
    void runAction(async () => {
      await run();
      setOpen(false);
    });
  };
  const signIn = async (): Promise<void> => {
    setOpen(false);
    await requestSignIn();
    setOpen(true);
  };
  return (
    <>
      <button type="button" className={look} aria-label={name} aria-haspopup="dialog" disabled={disabled} onClick={() => { setOpen(true); }}>{label}</button>
      {open && (
        <Dialog title={title} describedBy={`${id}-what`} onClose={() => { setOpen(false); }}>
          <p id={`${id}-what`}>{description}</p>
          {error && <ErrorNote error={error} signIn={() => void signIn()} />}
          <div className="row dialog-actions">
            <button type="button" className="button" onClick={() => { setOpen(false); }}>{dismiss}</button>
            <button type="button" className={destructive ? look : "button button-main"} disabled={busy} onClick={confirm}>{busy ? working : label}</button>
          </div>
        </Dialog>
      )}
    </>
  );
}
