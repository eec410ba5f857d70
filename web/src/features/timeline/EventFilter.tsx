// How does the viewer choose what to see of the events: by agent, by kind?
import { useId, useState } from "react";
import { useWords } from "../../i18n/locale";
import { ALL, agentsIn, kindsIn, toggled } from "./rowFilter";
import type { Filter } from "./rowFilter";
import type { Line } from "./timelineRows";
import { WORDS } from "./messages/common";

interface Props {
  readonly lines: readonly Line[];
  /** How many of them are not shown. */
  readonly hidden: number;
  readonly filter: Filter;
  readonly choose: (filter: Filter) => void;
}

export function EventFilter({ lines, hidden, filter, choose }: Props) {
  const words = useWords(WORDS);
  const [open, show] = useState(false);
  const id = useId();
  return (
    <div className="event-filter">
      <div className="row">
        <button type="button" className="button" aria-expanded={open} aria-controls={id} onClick={() => { show(!open); }}>
          {words.filter}
        </button>
        <span role="status">{hidden > 0 && words.hidden(hidden)}</span>
        {(filter.agent !== null || filter.without.size > 0) && (
          <button type="button" className="button button-quiet" onClick={() => { choose(ALL); }}>{words.showAll}</button>
        )}
      </div>
      <div id={id}>{open && <Choices lines={lines} filter={filter} choose={choose} />}</div>
    </div>
  );
}

function Choices({ lines, filter, choose }: Omit<Props, "hidden">) {
  const words = useWords(WORDS);
  const id = useId();
  return (
    <div className="event-choices stack">
      <div className="field">
        <label htmlFor={id}>{words.agent}</label>
        <select id={id} className="input" value={filter.agent ?? ""} onChange={(event) => { choose({ ...filter, agent: event.target.value || null }); }}>
          <option value="">{words.everybody}</option>
          {agentsIn(lines, filter.agent).map(([agent, name]) => <option key={agent} value={agent}>{name}</option>)}
        </select>
      </div>
      <fieldset>
        <legend>{words.kinds}</legend>
        <div className="row">
          {kindsIn(lines).map((kind) => (
            <button
              key={kind}
              type="button"
              className="button event-kind"
              aria-pressed={!filter.without.has(kind)}
              onClick={() => { choose(toggled(filter, kind)); }}
            >
              {words.kind[kind]}
            </button>
          ))}
        </div>
      </fieldset>
    </div>
  );
}
