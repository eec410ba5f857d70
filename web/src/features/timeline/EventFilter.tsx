// Filter controls of the timeline, by agent and event kind.
import { useId, useState } from "react";
import { NO_FILTER, listAgents, listKinds, toggleKind, type RowFilter } from "./rowFilter";
import type { TimelineRow } from "./timelineRows";
import { COMMON_MESSAGES } from "./messages/common";

interface Props {
  readonly rows: readonly TimelineRow[];
  /** Number of rows hidden by the filter. */
  readonly hidden: number;
  readonly filter: RowFilter;
  readonly onChange: (filter: RowFilter) => void;
}

/** Collapsible filter controls. */
export function EventFilter({ rows, hidden, filter, onChange }: Props) {
  const messages = COMMON_MESSAGES.useCurrent();
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="event-filter">
      <div className="row">
        <button type="button" className="button" aria-expanded={open} aria-controls={id} onClick={() => { setOpen(!open); }}>
          {messages.filter}
        </button>
        <span role="status">{hidden > 0 && messages.hidden(hidden)}</span>
        {(filter.agent !== null || filter.hiddenKinds.size > 0) && (
          <button type="button" className="button button-quiet" onClick={() => { onChange(NO_FILTER); }}>{messages.showAll}</button>
        )}
      </div>
      <div id={id}>{open && <FilterChoices rows={rows} filter={filter} onChange={onChange} />}</div>
    </div>
  );
}

function FilterChoices({ rows, filter, onChange }: Omit<Props, "hidden">) {
  const messages = COMMON_MESSAGES.useCurrent();
  const id = useId();
  return (
    <div className="event-choices stack">
      <div className="field">
        <label htmlFor={id}>{messages.agent}</label>
        <select id={id} className="input" value={filter.agent ?? ""} onChange={(event) => { onChange({ ...filter, agent: event.target.value || null }); }}>
          <option value="">{messages.everybody}</option>
          {listAgents(rows, filter.agent).map(([agent, name]) => <option key={agent} value={agent}>{name}</option>)}
        </select>
      </div>
      <fieldset>
        <legend>{messages.kinds}</legend>
        <div className="row">
          {listKinds(rows).map((kind) => (
            <button
              key={kind}
              type="button"
              className="button event-kind"
              aria-pressed={!filter.hiddenKinds.has(kind)}
              onClick={() => { onChange(toggleKind(filter, kind)); }}
            >
              {messages.kind[kind]}
            </button>
          ))}
        </div>
      </fieldset>
    </div>
  );
}
