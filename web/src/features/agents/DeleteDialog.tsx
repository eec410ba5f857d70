// Is an agent really to be deleted?
import { asText } from "../../ui/escapeBidi";
import { Dialog } from "../../ui/Dialog";
import { useWords } from "../../i18n/locale";
import { WORDS } from "./messages";

interface Props {
  readonly name: string;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

export function DeleteDialog({ name, onDelete, onClose }: Props) {
  const words = useWords(WORDS);
  return (
    <Dialog title={words.deleteTitle(asText(name))} onClose={onClose}>
      <p>{words.deleteHint}</p>
      <div className="row dialog-actions">
        <button type="button" className="button" onClick={onClose}>{words.cancel}</button>
        <button type="button" className="button button-bad" onClick={onDelete}>{words.delete}</button>
      </div>
    </Dialog>
  );
}
