// State of the search input: debounced, aware of IME composition, synchronised with the URL.

/** State of the search input. */
export interface SearchInputState {
  readonly text: string;
  /** Last query that was searched for. */
  readonly submitted: string;
  /** Whether an input method editor is composing characters. */
  readonly composing: boolean;
}

/** Actions of the search input. */
export type SearchInputAction =
  | { readonly type: "input"; readonly text: string; readonly composing: boolean }
  /** The query was searched for. */
  | { readonly type: "submitted"; readonly q: string }
  /** The URL changed: a link or browser history. */
  | { readonly type: "navigated"; readonly q: string };

/** Reducer of the search input. */
export function searchInputReducer(state: SearchInputState, action: SearchInputAction): SearchInputState {
  switch (action.type) {
    case "input":
      return { ...state, text: action.text, composing: action.composing };
    case "submitted":
      return { ...state, submitted: action.q };
    case "navigated":
      return action.q === state.submitted ? state : { text: action.q, submitted: action.q, composing: false };
  }
}

/** Return the query to search for after a typing pause; null when there is nothing new. */
export function getPendingQuery({ text, submitted, composing }: SearchInputState): string | null {
  const q = text.trim();
  return composing || q === submitted ? null : q;
}
