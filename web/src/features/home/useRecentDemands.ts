// Which negotiations are there? Read again every few seconds while somebody looks, further back when asked.
import { useEffect, useReducer, useRef } from "react";
import { Refused } from "../../api/client";
import { listDemands } from "../../api/demands";
import type { DemandItem, DemandPage } from "../../api/demands";
import { continued, renewed } from "./pagedList";
import type { Listed } from "./pagedList";

/** ms between two looks */
const EVERY = 4000;
const PAGE = 20;
/** The most that the gateway lists at once. */
const MOST = 200;

interface Filter {
  /** null = everybody's */
  readonly userId: string | null;
  /** null = any */
  readonly status: DemandItem["status"] | null;
}

interface Recent {
  /** What it is a list of. */
  readonly key: string;
  readonly listed: Listed | null;
  readonly refused: Refused | null;
  /** When it was read (ms). */
  readonly at: number;
}

type Heard = { readonly key: string } & (
  | { readonly page: DemandPage; readonly further: boolean; readonly at: number }
  | { readonly refused: Refused }
);

const NOTHING: Recent = { key: "", listed: null, refused: null, at: 0 };

/** What was heard of another list than `key` says begins a new one. */
export function heard(state: Recent, said: Heard): Recent {
  const before = state.key === said.key ? state : { ...NOTHING, key: said.key };
  if ("refused" in said) return { ...before, refused: said.refused };
  const { page, further, at } = said;
  const listed = further && before.listed ? continued(before.listed, page) : renewed(before.listed, page);
  return { ...before, listed, refused: null, at };
}

/** `more` reads one page further back. */
export function useRecent({ userId, status }: Filter): Recent & { readonly more: () => void } {
  const key = JSON.stringify([userId, status]);
  const [state, dispatch] = useReducer(heard, NOTHING);
  const current = state.key === key ? state : NOTHING;
  const shown = useRef(PAGE);
  const line = useRef<AbortController | null>(null);

  const read = async (limit: number, before: string | null, signal: AbortSignal): Promise<void> => {
    const wanted = { limit, ...(userId === null ? {} : { user_id: userId }), ...(status === null ? {} : { status }), ...(before === null ? {} : { before }) };
    try {
      const page = await listDemands(wanted, signal);
      if (!signal.aborted) dispatch({ key, page, further: before !== null, at: Date.now() });
    } catch (error) {
      if (!signal.aborted && error instanceof Refused) dispatch({ key, refused: error });
    }
  };

  useEffect(() => {
    shown.current = Math.min(MOST, Math.max(PAGE, current.listed?.items.length ?? 0));
  });

  useEffect(() => {
    const stopped = new AbortController();
    line.current = stopped;
    let busy = false;
    const look = (): void => {
      if (busy || document.hidden) return;
      busy = true;
      void read(shown.current, null, stopped.signal).finally(() => (busy = false));
    };
    shown.current = PAGE;
    look();
    const timer = setInterval(look, EVERY);
    document.addEventListener("visibilitychange", look);
    return () => {
      stopped.abort();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` says all that `read` depends on
  }, [key]);

  const more = (): void => {
    const next = current.listed?.next;
    if (next != null && line.current) void read(PAGE, next, line.current.signal);
  };
  return { ...current, more };
}
