// Search field of the timeline: text, number of matches, next and previous.
import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from "react";
import { useFormat } from "../../i18n/format";
import { TOOL_MESSAGES } from "./messages/tools";

/** Time (ms) without typing after which the address changes. */
const TYPING_MS = 250;

interface Props {
  readonly text: string;
  /** Number of matches. */
  readonly count: number;
  /** Place of the match that is looked at, from 0. */
  readonly index: number;
  readonly onSearch: (text: string) => void;
  /** Look at another match; the steps count from the present one. */
  readonly onStep: (steps: number) => void;
}

/** Search field; Enter and Shift+Enter go through the matches, Escape ends the search. */
export function SearchField({ text, count, index, onSearch, onStep }: Props) {
  const messages = TOOL_MESSAGES.useCurrent();
  const { number } = useFormat();
  const [draft, setDraft] = useState<string | null>(null);
  const id = useId();
  const search = useEffectEvent(() => {
    setDraft(null);
    if (draft !== null && draft !== text) onSearch(draft);
  });
  useEffect(() => {
    if (draft === null) return;
    const timer = setTimeout(() => { search(); }, TYPING_MS);
    return () => { clearTimeout(timer); };
  }, [draft]);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (draft !== null && draft !== text) onSearch(draft);
      else onStep(event.shiftKey ? -1 : 1);
      setDraft(null);
    } else if (event.key === "Escape") {
      event.preventDefault();
      setDraft(null);
      if (text === "" && draft === null) event.currentTarget.blur();
      else onSearch("");
    }
  };
  return (
    <div className="timeline-search" role="search" aria-label={messages.search} data-beside>
      <input
        id={id}
        type="search"
        className="input"
        dir="auto"
        maxLength={200}
        aria-label={messages.search}
        placeholder={messages.placeholder}
        data-search="timeline"
        value={draft ?? text}
        onChange={({ target }) => { setDraft(target.value); }}
        onKeyDown={onKeyDown}
      />
      <span className="timeline-count small soft" role="status">
        {text !== "" && draft === null && (count === 0 ? messages.none : messages.hit(number(index + 1), number(count)))}
      </span>
      <button type="button" className="button button-quiet" aria-label={messages.previous} title={messages.previous} aria-disabled={count === 0} onClick={() => { onStep(-1); }}>
        <span aria-hidden="true">↑</span>
      </button>
      <button type="button" className="button button-quiet" aria-label={messages.next} title={messages.next} aria-disabled={count === 0} onClick={() => { onStep(1); }}>
        <span aria-hidden="true">↓</span>
      </button>
    </div>
  );
}
