// Result of an import: counts and rejected lines.
import { useState } from "react";
import { Badge } from "../../ui/Badge";
import { UserText } from "../../ui/UserText";
import { useFormat } from "../../i18n/format";
import type { ImportSummary } from "./agentsApi";
import { IMPORT_MESSAGES } from "./importMessages";

/** Number of rejected lines shown per page. */
const PAGE_SIZE = 100;

/** Counts of an import and a table of its rejected lines. */
export function ImportResult({ result }: { readonly result: ImportSummary }) {
  const messages = IMPORT_MESSAGES.useCurrent();
  const format = useFormat();
  const errors = result.errors ?? [];
  const rejected = result.rejected ?? errors.length;
  return (
    <div className="stack">
      <p className="row" role="status">
        <strong>{messages.done}</strong>
        <Badge tone="good">{messages.counts.imported} {format.number(result.imported ?? 0)}</Badge>
        <Badge tone="brand">{messages.counts.updated} {format.number(result.updated ?? 0)}</Badge>
        <Badge tone={rejected > 0 ? "bad" : "plain"}>{messages.counts.rejected} {format.number(rejected)}</Badge>
      </p>
      <RejectedLines errors={errors} />
    </div>
  );
}

/** Table of rejected lines with their reasons; nothing without any. */
export function RejectedLines({ errors }: { readonly errors: NonNullable<ImportSummary["errors"]> }) {
  const messages = IMPORT_MESSAGES.useCurrent();
  const format = useFormat();
  const [shown, setShown] = useState(PAGE_SIZE);
  return (
    <>
      {errors.length > 0 && (
        <table className="agents-bad small">
          <caption>{messages.bad}</caption>
          <thead>
            <tr><th scope="col">{messages.line}</th><th scope="col">{messages.reason}</th></tr>
          </thead>
          <tbody>
            {errors.slice(0, shown).map(({ line, error }, index) => (
              <tr key={`${index} ${line}`}><th scope="row">{line}</th><td><UserText text={error} /></td></tr>
            ))}
          </tbody>
        </table>
      )}
      {errors.length > shown && (
        <div>
          <button type="button" className="button" onClick={() => { setShown(shown + PAGE_SIZE); }}>
            {messages.more(format.number(errors.length - shown))}
          </button>
        </div>
      )}
    </>
  );
}
