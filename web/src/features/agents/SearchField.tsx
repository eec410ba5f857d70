// Search field with debounced input; the query is kept in the URL.
import { useEffect, useId, useReducer } from "react";
import { MAX_SEARCH_CHARS } from "./agentsApi";
import { getPendingQuery, searchInputReducer } from "./searchInput";
import { MESSAGES } from "./messages";

/** Debounce delay (ms). */
const DEBOUNCE_MS = 250;

interface Props {
  readonly q: string;
  readonly onSearch: (q: string) => void;
}

/** Search field; calls `onSearch` after a typing pause or on submit. */
export function SearchField({ q, onSearch }: Props) {
  const messages = MESSAGES.useCurrent();
  const [state, dispatch] = useReducer(searchInputReducer, { text: q, submitted: q, composing: false });
  if (q !== state.submitted) dispatch({ type: "navigated", q });
  const inputId = useId();
  const pendingQuery = getPendingQuery(state);

  useEffect(() => {
    if (pendingQuery === null) return;
    const timer = setTimeout(() => {
      dispatch({ type: "submitted", q: pendingQuery });
      onSearch(pendingQuery);
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [pendingQuery, onSearch]);

  return (
    <form
      className="field agents-search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        if (pendingQuery !== null) {
          dispatch({ type: "submitted", q: pendingQuery });
          onSearch(pendingQuery);
        }
      }}
    >
      <label htmlFor={inputId}>{messages.search}</label>
      <input
        id={inputId}
        className="input"
        type="search"
        dir="auto"
        enterKeyHint="search"
        maxLength={MAX_SEARCH_CHARS}
        placeholder={messages.searchHint}
        value={state.text}
        onChange={({ target, nativeEvent }) => {
          dispatch({ type: "input", text: target.value, composing: nativeEvent instanceof InputEvent && nativeEvent.isComposing });
        }}
        onCompositionEnd={({ currentTarget }) => { dispatch({ type: "input", text: currentTarget.value, composing: false }); }}
      />
    </form>
  );
}
