// How does an administrator import many agents at once? From a file or pasted lines; every bad line is told.
import { useId, useState } from "react";
import { Refused } from "../../api/client";
import { RefusalNote } from "../../ui/ErrorNote";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/locale";
import { signedIn } from "../session/session";
import { ImportResult } from "./ImportResult";
import { Panel } from "./SidePanel";
import { MOST_IMPORTED, importAgents } from "./agentsApi";
import type { Imported } from "./agentsApi";
import { WORDS } from "./importMessages";

const MEBIBYTE = 1024 * 1024;

type Said =
  | { readonly kind: "nothing" | "unreadable" }
  | { readonly kind: "tooBig"; readonly bytes: number }
  | { readonly kind: "refused"; readonly refused: Refused }
  | { readonly kind: "done"; readonly result: Imported };

interface Props {
  readonly onImported: () => void;
  readonly onClose: () => void;
}

export function ImportPanel({ onImported, onClose }: Props) {
  const words = useWords(WORDS);
  const [file, setFile] = useState<File | null>(null);
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<Said | null>(null);
  const id = useId();
  const send = async (): Promise<void> => {
    setBusy(true);
    setSaid(null);
    const answer = await imported(file, text);
    setSaid(answer);
    setBusy(false);
    if (answer.kind === "done") onImported();
  };
  return (
    <Panel title={words.title} onClose={onClose}>
      <p className="small soft">{words.what}</p>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void send();
        }}
      >
        <div className="field">
          <label htmlFor={`${id}-file`}>{words.file}</label>
          <input
            id={`${id}-file`}
            type="file"
            className="input"
            accept=".jsonl,.ndjson,.json,.txt"
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => { setFile(target.files?.[0] ?? null); }}
          />
          <span className="hint" id={`${id}-hint`}>{words.fileHint}</span>
        </div>
        <div className="field">
          <label htmlFor={`${id}-text`}>{words.paste}</label>
          <textarea
            id={`${id}-text`}
            className="input agents-lines"
            rows={5}
            spellCheck={false}
            placeholder={words.pasteHint}
            disabled={file !== null}
            value={text}
            onChange={({ target }) => { setText(target.value); }}
          />
        </div>
        <div className="row"><button type="submit" className="button button-main" disabled={busy}>{busy ? words.busy : words.send}</button></div>
      </form>
      {said && <What said={said} />}
    </Panel>
  );
}

/** What became of it; the file goes as it is, so that the gateway sees the very bytes. */
async function imported(file: File | null, text: string): Promise<Said> {
  const lines = file ?? new Blob([text]);
  if (lines.size === 0 || (file === null && text.trim() === "")) return { kind: "nothing" };
  if (lines.size > MOST_IMPORTED) return { kind: "tooBig", bytes: lines.size };
  try {
    // Read it first: one that was changed or removed since it was chosen would look like a gateway that is away.
    const bytes = new Blob([await lines.arrayBuffer()]);
    return { kind: "done", result: await signedIn(() => importAgents(bytes)) };
  } catch (error) {
    return error instanceof Refused ? { kind: "refused", refused: error } : { kind: "unreadable" };
  }
}

function What({ said }: { readonly said: Said }) {
  const words = useWords(WORDS);
  const format = useFormat();
  const size = (bytes: number): string => words.mebibytes(format.number(Math.ceil((bytes / MEBIBYTE) * 10) / 10));
  switch (said.kind) {
    case "done":
      return <ImportResult result={said.result} />;
    case "refused":
      return <RefusalNote refused={said.refused} />;
    case "tooBig":
      return <p className="refusal small" role="alert">{words.tooBig(size(said.bytes), size(MOST_IMPORTED))}</p>;
    case "nothing":
    case "unreadable":
      return <p className="refusal small" role="alert">{words[said.kind]}</p>;
  }
}
