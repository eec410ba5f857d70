// When is what is being typed searched for? Once the typing rests and no characters are still being composed.

export interface Typed {
  readonly text: string;
  /** What was last searched for. */
  readonly asked: string;
  /** An input method is still choosing characters. */
  readonly composing: boolean;
}

export type Typing =
  | { readonly type: "typed"; readonly text: string; readonly composing: boolean }
  /** It was searched for. */
  | { readonly type: "asked"; readonly q: string }
  /** The address says something else: a link, or the way back. */
  | { readonly type: "moved"; readonly q: string };

export function typing(state: Typed, action: Typing): Typed {
  switch (action.type) {
    case "typed":
      return { ...state, text: action.text, composing: action.composing };
    case "asked":
      return { ...state, asked: action.q };
    case "moved":
      return action.q === state.asked ? state : { text: action.q, asked: action.q, composing: false };
  }
}

/** What is to be searched for when the typing rests here; null = nothing new. */
export function due({ text, asked, composing }: Typed): string | null {
  const q = text.trim();
  return composing || q === asked ? null : q;
}
