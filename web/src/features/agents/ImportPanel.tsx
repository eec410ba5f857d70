// Panel for importing agent profiles from a JSON Lines file or pasted text.
import { useId, useState } from "react";
import { ApiError } from "../../api/client";
import { ErrorNote } from "../../ui/ErrorNote";
import { useFormat } from "../../i18n/format";
import { withSignIn } from "../session/session";
import { ImportResult } from "./ImportResult";
import { SidePanel } from "./SidePanel";
import { MAX_IMPORT_BYTES, importAgents, type ImportSummary } from "./agentsApi";
import { IMPORT_MESSAGES } from "./importMessages";

const BYTES_PER_MEBIBYTE = 1024 * 1024;

type ImportState =
  | { readonly kind: "nothing" | "unreadable" }
  | { readonly kind: "tooBig"; readonly bytes: number }
  | { readonly kind: "error"; readonly error: ApiError }
  | { readonly kind: "done"; readonly result: ImportSummary };

interface Props {
  readonly onImported: () => void;
  readonly onClose: () => void;
}

/** Import form with the result of the last import. */
export function ImportPanel({ onImported, onClose }: Props) {
  const messages = IMPORT_MESSAGES.useCurrent();
  const [file, setFile] = useState<File | null>(null);
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const [state, setState] = useState<ImportState | null>(null);
  const id = useId();
  const send = async (): Promise<void> => {
    setBusy(true);
    setState(null);
    const result = await runImport(file, text);
    setState(result);
    setBusy(false);
    if (result.kind === "done") onImported();
  };
  return (
    <SidePanel title={messages.title} onClose={onClose}>
      <p className="small soft">{messages.what}</p>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void send();
        }}
      >
        <div className="field">
          <label htmlFor={`${id}-file`}>{messages.file}</label>
          <input
            id={`${id}-file`}
            type="file"
            className="input"
            accept=".jsonl,.ndjson,.json,.txt"
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => { setFile(target.files?.[0] ?? null); }}
          />
          <span className="hint" id={`${id}-hint`}>{messages.fileHint}</span>
        </div>
        <div className="field">
          <label htmlFor={`${id}-text`}>{messages.paste}</label>
          <textarea
            id={`${id}-text`}
            className="input agents-lines"
            rows={5}
            spellCheck={false}
            placeholder={messages.pasteHint}
            disabled={file !== null}
            value={text}
            onChange={({ target }) => { setText(target.value); }}
          />
        </div>
        <div className="row"><button type="submit" className="button button-main" disabled={busy}>{busy ? messages.busy : messages.send}</button></div>
      </form>
      {state && <ImportStatus state={state} />}
    </SidePanel>
  );
}

/** Import the file or the pasted text; a file is sent unchanged, byte for byte. */
async function runImport(file: File | null, text: string): Promise<ImportState> {
  const lines = file ?? new Blob([text]);
  if (lines.size === 0 || (file === null && text.trim() === "")) return { kind: "nothing" };
  if (lines.size > MAX_IMPORT_BYTES) return { kind: "tooBig", bytes: lines.size };
  try {
    // Read the file first: one that was changed or removed since its selection would look like an unreachable gateway.
    const bytes = new Blob([await lines.arrayBuffer()]);
    return { kind: "done", result: await withSignIn(() => importAgents(bytes)) };
  } catch (error) {
    return error instanceof ApiError ? { kind: "error", error } : { kind: "unreadable" };
  }
}

function ImportStatus({ state }: { readonly state: ImportState }) {
  const messages = IMPORT_MESSAGES.useCurrent();
  const format = useFormat();
  const size = (bytes: number): string => messages.mebibytes(format.number(Math.ceil((bytes / BYTES_PER_MEBIBYTE) * 10) / 10));
  switch (state.kind) {
    case "done":
      return <ImportResult result={state.result} />;
    case "error":
      return <ErrorNote error={state.error} />;
    case "tooBig":
      return <p className="refusal small" role="alert">{messages.tooBig(size(state.bytes), size(MAX_IMPORT_BYTES))}</p>;
    case "nothing":
    case "unreadable":
      return <p className="refusal small" role="alert">{messages[state.kind]}</p>;
  }
}
