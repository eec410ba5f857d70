// What did an import do, and what is wrong with each bad line?
import { useState } from "react";
import { Badge } from "../../ui/Badge";
import { OwnWords } from "../../ui/UserText";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/locale";
import type { Imported } from "./agentsApi";
import { WORDS } from "./importMessages";

/** Bad lines that are shown at once. */
const SOME = 100;

export function ImportResult({ result }: { readonly result: Imported }) {
  const words = useWords(WORDS);
  const format = useFormat();
  const [shown, setShown] = useState(SOME);
  const errors = result.errors ?? [];
  const rejected = result.rejected ?? errors.length;
  return (
    <div className="stack">
      <p className="row" role="status">
        <strong>{words.done}</strong>
        <Badge tone="good">{words.counts.imported} {format.number(result.imported ?? 0)}</Badge>
        <Badge tone="brand">{words.counts.updated} {format.number(result.updated ?? 0)}</Badge>
        <Badge tone={rejected > 0 ? "bad" : "plain"}>{words.counts.rejected} {format.number(rejected)}</Badge>
      </p>
      {errors.length > 0 && (
        <table className="agents-bad small">
          <caption>{words.bad}</caption>
          <thead>
            <tr><th scope="col">{words.line}</th><th scope="col">{words.reason}</th></tr>
          </thead>
          <tbody>
            {errors.slice(0, shown).map(({ line, error }, place) => (
              <tr key={`${place} ${line}`}><th scope="row">{line}</th><td><OwnWords text={error} /></td></tr>
            ))}
          </tbody>
        </table>
      )}
      {errors.length > shown && (
        <div>
          <button type="button" className="button" onClick={() => { setShown(shown + SOME); }}>
            {words.more(format.number(errors.length - shown))}
          </button>
        </div>
      )}
    </div>
  );
}
