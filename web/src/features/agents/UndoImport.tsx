// Button that undoes an import, and what became of it.
import { useState } from "react";
import { ErrorNote } from "../../ui/ErrorNote";
import { escapeBidi } from "../../ui/escapeBidi";
import { useAction } from "../../ui/useAction";
import { useFormat } from "../../i18n/format";
import { withSignIn } from "../session/session";
import { undoImport, type UndoResult } from "./agentsApi";
import type { ImportRecord } from "./importRecord";
import { IMPORT_MESSAGES } from "./importMessages";

/** Undo of the last import, as far as it is known what was there before. */
export function UndoImport({ record, onUndone }: { readonly record: ImportRecord; readonly onUndone: () => void }) {
  const messages = IMPORT_MESSAGES.useCurrent();
  const format = useFormat();
  const { busy, error, run } = useAction();
  const [undone, setUndone] = useState<UndoResult | null>(null);
  if (record.changes.length === 0) return null;
  const undo = (): void => void run(() => withSignIn(async () => {
    setUndone(await undoImport(record.changes));
    onUndone();
  }));
  const kept = undone?.kept ?? [];
  return (
    <div className="stack small">
      {undone === null ? (
        <>
          <p className="soft">{record.complete ? messages.undoHint : messages.undoPart(format.number(record.changes.length))}</p>
          <div><button type="button" className="button" aria-disabled={busy} onClick={undo}>{busy ? messages.busy : messages.undo}</button></div>
        </>
      ) : (
        <>
          <p role="status"><strong>{messages.undone(format.number(undone.restored ?? 0), format.number(undone.deleted ?? 0))}</strong></p>
          {kept.length > 0 && <p className="problem">{messages.keptAgents(format.list(kept.map(escapeBidi)))}</p>}
        </>
      )}
      {error && <ErrorNote error={error} />}
    </div>
  );
}
