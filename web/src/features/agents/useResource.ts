// How does a part of this page get what the gateway knows, again when it asks to be asked again?
import { useEffect, useReducer, useState } from "react";
import { Refused } from "../../api/client";
import { isAway } from "../../ui/ErrorNote";

/** s until the gateway is asked again that does not answer at all */
const LATER = 4;

export interface Asked<T> {
  /** What it is the answer to. */
  readonly key: string;
  readonly answer: T | null;
  readonly refused: Refused | null;
}

type Heard<T> = { readonly key: string } & ({ readonly answer: T } | { readonly refused: Refused });

/** What came before stays while it cannot be had anew, as long as it answers the same question. */
export function heard<T>(state: Asked<T>, said: Heard<T>): Asked<T> {
  if ("answer" in said) return { key: said.key, answer: said.answer, refused: null };
  return { key: said.key, answer: state.key === said.key && !isGone(said.refused) ? state.answer : null, refused: said.refused };
}

/** s after which to ask again by itself; null = that would not help. */
export function againAfter(refused: Refused | null): number | null {
  if (refused === null) return null;
  if (isAway(refused)) return LATER;
  return refused.status === 503 || refused.status === 429 ? (refused.retryAfter ?? LATER) : null;
}

interface Asking<T> extends Asked<T> {
  /** The answer to what is asked now is not here yet. */
  readonly busy: boolean;
  readonly again: () => void;
}

/** `key` says all that `load` depends on; null asks nothing. */
export function useAsked<T>(key: string | null, load: (signal: AbortSignal) => Promise<T>): Asking<T> {
  const [state, dispatch] = useReducer(heard<T>, { key: "", answer: null, refused: null });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (key === null) return;
    const stopped = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      try {
        const answer = await load(stopped.signal);
        if (!stopped.signal.aborted) dispatch({ key, answer });
      } catch (error) {
        if (stopped.signal.aborted || !(error instanceof Refused)) return;
        dispatch({ key, refused: error });
        const after = againAfter(error);
        if (after !== null) timer = setTimeout(() => void look(), after * 1000);
      }
    };
    void look();
    return () => {
      stopped.abort();
      clearTimeout(timer);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` says all that `load` depends on
  }, [key, turn]);
  const again = (): void => {
    setTurn((before) => before + 1);
  };
  return { ...state, busy: key !== null && state.key !== key, again };
}

function isGone({ status }: Refused): boolean {
  return status === 404;
}
