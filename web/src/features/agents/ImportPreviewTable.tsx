// What an import would change: counts, agents that are added or changed, lines that are rejected or made void.
import { Badge } from "../../ui/Badge";
import { escapeBidi } from "../../ui/escapeBidi";
import { useFormat } from "../../i18n/format";
import type { ImportPreview, ProfileChange } from "./agentsApi";
import { RejectedLines } from "./ImportResult";
import { PROFILE_FORM_MESSAGES } from "./profileFormMessages";
import { IMPORT_MESSAGES } from "./importMessages";

/** Maximum number of agents that are listed. */
const MAX_ROWS = 100;

interface Props {
  readonly preview: ImportPreview;
  readonly busy: boolean;
  readonly onImport: () => void;
}

/** Preview with the button that imports. */
export function ImportPreviewTable({ preview, busy, onImport }: Props) {
  const messages = IMPORT_MESSAGES.useCurrent();
  const format = useFormat();
  const { added = 0, changed = 0, unchanged = 0, rejected = 0, repeated = [], changes = [], errors = [] } = preview;
  const count = added + changed;
  const hidden = count - Math.min(changes.length, MAX_ROWS);
  return (
    <section className="stack" aria-label={messages.previewTitle}>
      <p className="row" role="status">
        <strong>{messages.previewTitle}</strong>
        <Badge tone="good">{messages.willAdd} {format.number(added)}</Badge>
        <Badge tone="brand">{messages.willChange} {format.number(changed)}</Badge>
        {unchanged > 0 && <Badge>{messages.willStay} {format.number(unchanged)}</Badge>}
        <Badge tone={rejected > 0 ? "bad" : "plain"}>{messages.counts.rejected} {format.number(rejected)}</Badge>
      </p>
      {changes.length > 0 && (
        <ul className="agents-changes small">
          {changes.slice(0, MAX_ROWS).map((change) => <ChangeRow key={change.after.agent_id} change={change} />)}
        </ul>
      )}
      {hidden > 0 && <p className="small soft">{messages.moreAgents(format.number(hidden))}</p>}
      {repeated.length > 0 && <p className="small">{messages.repeated(format.list(repeated.slice(0, MAX_ROWS).map(format.number)))}</p>}
      <RejectedLines errors={errors} />
      {count > changes.length && <p className="small problem">{messages.tooManyToUndo(format.number(changes.length))}</p>}
      <div className="row">
        <button type="button" className="button button-main" disabled={count === 0} aria-disabled={busy} onClick={onImport}>{busy ? messages.busy : messages.send(format.number(count))}</button>
      </div>
    </section>
  );
}

function ChangeRow({ change: { line = 0, before, after, fields = [] } }: { readonly change: ProfileChange }) {
  const messages = IMPORT_MESSAGES.useCurrent();
  const { label } = PROFILE_FORM_MESSAGES.useCurrent();
  const format = useFormat();
  const names = fields.map((field) => (field in label ? label[field as keyof typeof label] : field));
  return (
    <li className="row">
      <span className="soft">{messages.atLine(format.number(line))}</span>
      <strong><bdi>{escapeBidi(after.display_name)}</bdi></strong>
      {before == null ? <Badge tone="good">{messages.willAdd}</Badge> : <span>{messages.changes(format.list(names))}</span>}
    </li>
  );
}
