// Panel for importing agent profiles from a JSON Lines file or pasted text: preview, import, undo.
import { useState } from "react";
import { ApiError } from "../../api/client";
import { ErrorNote } from "../../ui/ErrorNote";
import { useFormat } from "../../i18n/format";
import { withSignIn } from "../session/session";
import { ImportForm, readLines, type ImportSource } from "./ImportForm";
import { ImportPreviewTable } from "./ImportPreviewTable";
import { ImportResult } from "./ImportResult";
import { SidePanel } from "./SidePanel";
import { UndoImport } from "./UndoImport";
import { MAX_IMPORT_BYTES, importAgents, previewImport, type ImportPreview } from "./agentsApi";
import type { ImportRecord } from "./importRecord";
import { IMPORT_MESSAGES } from "./importMessages";

const BYTES_PER_MEBIBYTE = 1024 * 1024;

type ImportState =
  | { readonly kind: "form" | "done" | "nothing" | "unreadable" }
  | { readonly kind: "tooBig"; readonly bytes: number }
  | { readonly kind: "error"; readonly error: ApiError }
  | { readonly kind: "preview"; readonly preview: ImportPreview; readonly lines: Blob };

interface Props {
  /** The last import of this visit; null before the first. */
  readonly last: ImportRecord | null;
  readonly onImported: (record: ImportRecord | null) => void;
  readonly onClose: () => void;
}

/** Import form; what it would change is shown before anything is stored, and can be undone afterwards. */
export function ImportPanel({ last, onImported, onClose }: Props) {
  const messages = IMPORT_MESSAGES.useCurrent();
  const [busy, setBusy] = useState(false);
  const [state, setState] = useState<ImportState>({ kind: last ? "done" : "form" });
  const run = async (work: () => Promise<ImportState>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setState(await work().catch((error: unknown): ImportState => (error instanceof ApiError ? { kind: "error", error } : { kind: "unreadable" })));
    setBusy(false);
  };
  const showPreview = (source: ImportSource): Promise<void> => run(() => previewLines(source));
  const store = (preview: ImportPreview, lines: Blob): Promise<void> => run(async () => {
    const result = await withSignIn(() => importAgents(lines));
    const changes = preview.changes ?? [];
    onImported({ result, changes, complete: changes.length === (preview.added ?? 0) + (preview.changed ?? 0) });
    return { kind: "done" };
  });
  return (
    <SidePanel title={messages.title} onClose={onClose}>
      <p className="small soft">{messages.what}</p>
      <ImportForm busy={busy} onPreview={(source) => void showPreview(source)} onChange={() => { setState({ kind: "form" }); }} />
      {state.kind === "preview" && <ImportPreviewTable preview={state.preview} busy={busy} onImport={() => void store(state.preview, state.lines)} />}
      {state.kind === "done" && last && <><ImportResult result={last.result} /><UndoImport record={last} onUndone={() => { onImported(last); }} /></>}
      <ImportProblem state={state} />
    </SidePanel>
  );
}

/** Preview the file or the pasted text; a file is sent unchanged, byte for byte. */
async function previewLines(source: ImportSource): Promise<ImportState> {
  const lines = await readLines(source);
  if (lines === null) return { kind: "nothing" };
  if (lines.size > MAX_IMPORT_BYTES) return { kind: "tooBig", bytes: lines.size };
  return { kind: "preview", preview: await withSignIn(() => previewImport(lines)), lines };
}

function ImportProblem({ state }: { readonly state: ImportState }) {
  const messages = IMPORT_MESSAGES.useCurrent();
  const format = useFormat();
  const size = (bytes: number): string => messages.mebibytes(format.number(Math.ceil((bytes / BYTES_PER_MEBIBYTE) * 10) / 10));
  switch (state.kind) {
    case "error":
      return <ErrorNote error={state.error} />;
    case "tooBig":
      return <p className="refusal small" role="alert">{messages.tooBig(size(state.bytes), size(MAX_IMPORT_BYTES))}</p>;
    case "nothing":
    case "unreadable":
      return <p className="refusal small" role="alert">{messages[state.kind]}</p>;
    case "form":
    case "done":
    case "preview":
      return null;
  }
}
