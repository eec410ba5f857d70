// Confirmation dialog for deleting an agent.
import { escapeBidi } from "../../ui/escapeBidi";
import { Dialog } from "../../ui/Dialog";
import { MESSAGES } from "./messages";

interface Props {
  readonly name: string;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** Dialog that asks to confirm the deletion of an agent. */
export function DeleteDialog({ name, onDelete, onClose }: Props) {
  const messages = MESSAGES.useCurrent();
  return (
    <Dialog title={messages.deleteTitle(escapeBidi(name))} onClose={onClose}>
      <p>{messages.deleteHint}</p>
      <div className="row dialog-actions">
        <button type="button" className="button" onClick={onClose}>{messages.cancel}</button>
        <button type="button" className="button button-bad" onClick={onDelete}>{messages.delete}</button>
      </div>
    </Dialog>
  );
}
