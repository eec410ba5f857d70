// Hook that fetches a resource again and again while the page is visible.
import { useCallback, useEffect, useReducer, useRef } from "react";
import { ApiError } from "../../api/client";

/** Last answer for a resource. */
export interface PeriodicFetch<T> {
  /** Last data; kept while later requests fail. */
  readonly data: T | null;
  /** Error of the last request; null after a success. */
  readonly error: ApiError | null;
  /** When the last data came (ms since the epoch, by the viewer's clock); null before. */
  readonly heardAt: number | null;
  /** Fetch at once. */
  readonly refresh: () => void;
}

type State<T> = Pick<PeriodicFetch<T>, "data" | "error" | "heardAt">;
type Outcome<T> = { readonly data: T } | { readonly error: ApiError };

function reduce<T>(state: State<T>, outcome: Outcome<T>): State<T> {
  return "data" in outcome ? { data: outcome.data, error: null, heardAt: Date.now() } : { ...state, error: outcome.error };
}

/**
 * Fetch at once, and again `intervalMs` after each answer, as long as the page is visible and `enabled`. `load` must keep
 * its identity while it means the same.
 */
export function usePeriodicFetch<T>(load: (signal: AbortSignal) => Promise<T>, intervalMs: number, enabled: boolean): PeriodicFetch<T> {
  const [state, dispatch] = useReducer(reduce<T>, { data: null, error: null, heardAt: null });
  const fetchNow = useRef<() => void>(() => undefined);
  useEffect(() => {
    if (!enabled) return;
    let controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = async (): Promise<void> => {
      clearTimeout(timer);
      controller.abort();
      const { signal } = (controller = new AbortController());
      try {
        const data = await load(signal);
        if (!signal.aborted) dispatch({ data });
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        dispatch({ error });
      }
      if (!signal.aborted && !document.hidden) timer = setTimeout(() => void run(), intervalMs);
    };
    const onVisibility = (): void => {
      clearTimeout(timer);
      if (document.hidden) controller.abort();
      else void run();
    };
    fetchNow.current = () => void run();
    document.addEventListener("visibilitychange", onVisibility);
    if (!document.hidden) void run();
    return () => {
      document.removeEventListener("visibilitychange", onVisibility);
      clearTimeout(timer);
      controller.abort();
      fetchNow.current = () => undefined;
    };
  }, [load, intervalMs, enabled]);
  const refresh = useCallback(() => { fetchNow.current(); }, []);
  return { ...state, refresh };
}
