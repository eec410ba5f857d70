// How does one search for agents? By typing: the address keeps what is searched for.
import { useEffect, useId, useReducer } from "react";
import { useWords } from "../../i18n/locale";
import { LONGEST_SEARCH } from "./agentsApi";
import { due, typing } from "./searchInput";
import { WORDS } from "./messages";

/** ms without a letter */
const REST = 250;

interface Props {
  readonly q: string;
  readonly onSearch: (q: string) => void;
}

export function SearchField({ q, onSearch }: Props) {
  const words = useWords(WORDS);
  const [typed, dispatch] = useReducer(typing, { text: q, asked: q, composing: false });
  if (q !== typed.asked) dispatch({ type: "moved", q });
  const field = useId();
  const next = due(typed);

  useEffect(() => {
    if (next === null) return;
    const timer = setTimeout(() => {
      dispatch({ type: "asked", q: next });
      onSearch(next);
    }, REST);
    return () => {
      clearTimeout(timer);
    };
  }, [next, onSearch]);

  return (
    <form
      className="field agents-search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        if (next !== null) {
          dispatch({ type: "asked", q: next });
          onSearch(next);
        }
      }}
    >
      <label htmlFor={field}>{words.search}</label>
      <input
        id={field}
        className="input"
        type="search"
        dir="auto"
        enterKeyHint="search"
        maxLength={LONGEST_SEARCH}
        placeholder={words.searchHint}
        value={typed.text}
        onChange={({ target, nativeEvent }) => {
          dispatch({ type: "typed", text: target.value, composing: nativeEvent instanceof InputEvent && nativeEvent.isComposing });
        }}
        onCompositionEnd={({ currentTarget }) => { dispatch({ type: "typed", text: currentTarget.value, composing: false }); }}
      />
    </form>
  );
}
