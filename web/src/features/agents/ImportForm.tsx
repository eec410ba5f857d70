// Form that chooses what to import: a file, or pasted lines.
import { useId, useState } from "react";
import { IMPORT_MESSAGES } from "./importMessages";

/** What to import; a file goes before the text. */
export interface ImportSource {
  readonly file: File | null;
  readonly text: string;
}

interface Props {
  readonly busy: boolean;
  readonly onPreview: (source: ImportSource) => void;
  /** Called when something else is chosen, so that a preview no longer holds. */
  readonly onChange: () => void;
}

/** Form with a file input, a text area and a button that asks for the preview. */
export function ImportForm({ busy, onPreview, onChange }: Props) {
  const messages = IMPORT_MESSAGES.useCurrent();
  const [source, setSource] = useState<ImportSource>({ file: null, text: "" });
  const id = useId();
  const change = (more: Partial<ImportSource>): void => {
    setSource({ ...source, ...more });
    onChange();
  };
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onPreview(source);
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
          onChange={({ target }) => { change({ file: target.files?.[0] ?? null }); }}
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
          disabled={source.file !== null}
          value={source.text}
          onChange={({ target }) => { change({ text: target.value }); }}
        />
      </div>
      <div className="row"><button type="submit" className="button" aria-disabled={busy}>{busy ? messages.busy : messages.preview}</button></div>
    </form>
  );
}

/** Return the chosen lines, null if there are none. A file is read first: one removed meanwhile would look like an unreachable gateway. */
export async function readLines({ file, text }: ImportSource): Promise<Blob | null> {
  if (file === null) return text.trim() === "" ? null : new Blob([text]);
  return file.size === 0 ? null : new Blob([await file.arrayBuffer()]);
}
