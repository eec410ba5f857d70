// Hook that polls the list of recent demands and loads further pages.
import { useEffect, useReducer, useRef } from "react";
import { ApiError } from "../../api/client";
import { listDemands, type DemandItem, type DemandPage } from "../../api/demands";
import { appendPage, refreshList, type PagedList } from "./pagedList";

/** Delay (ms) between polls. */
const POLL_MS = 4000;
const PAGE_SIZE = 20;
/** Maximum page size that the gateway accepts. */
const MAX_PAGE_SIZE = 200;

/** Filter of the list. */
interface DemandFilter {
  /** Owner; null for everybody. */
  readonly userId: string | null;
  /** Status; null for any. */
  readonly status: DemandItem["status"] | null;
}

/** State of the list. */
interface RecentState {
  /** Filter that the list belongs to, as JSON. */
  readonly key: string;
  readonly list: PagedList | null;
  readonly error: ApiError | null;
  /** Time of the last successful poll (ms since the epoch). */
  readonly fetchedAtMs: number;
}

type RecentAction = { readonly key: string } & (
  | { readonly page: DemandPage; readonly append: boolean; readonly fetchedAtMs: number }
  | { readonly error: ApiError }
);

const EMPTY_STATE: RecentState = { key: "", list: null, error: null, fetchedAtMs: 0 };

/** Reducer of the list; an action with another key starts a new list. */
export function recentReducer(state: RecentState, action: RecentAction): RecentState {
  const previous = state.key === action.key ? state : { ...EMPTY_STATE, key: action.key };
  if ("error" in action) return { ...previous, error: action.error };
  const { page, append, fetchedAtMs } = action;
  const list = append && previous.list ? appendPage(previous.list, page) : refreshList(previous.list, page);
  return { ...previous, list, error: null, fetchedAtMs };
}

/** Poll the demands that match the filter while the page is visible; `loadMore` loads the next page. */
export function useRecentDemands({ userId, status }: DemandFilter): RecentState & { readonly loadMore: () => void } {
  const key = JSON.stringify([userId, status]);
  const [state, dispatch] = useReducer(recentReducer, EMPTY_STATE);
  const current = state.key === key ? state : EMPTY_STATE;
  const limitRef = useRef(PAGE_SIZE);
  const controllerRef = useRef<AbortController | null>(null);

  const read = async (limit: number, previous: string | null, signal: AbortSignal): Promise<void> => {
    const filter = { limit, ...(userId === null ? {} : { user_id: userId }), ...(status === null ? {} : { status }), ...(previous === null ? {} : { before: previous }) };
    try {
      const page = await listDemands(filter, signal);
      if (!signal.aborted) dispatch({ key, page, append: previous !== null, fetchedAtMs: Date.now() });
    } catch (error) {
      if (!signal.aborted && error instanceof ApiError) dispatch({ key, error });
    }
  };

  useEffect(() => {
    limitRef.current = Math.min(MAX_PAGE_SIZE, Math.max(PAGE_SIZE, current.list?.items.length ?? 0));
  });

  useEffect(() => {
    const controller = new AbortController();
    controllerRef.current = controller;
    let busy = false;
    const poll = (): void => {
      if (busy || document.hidden) return;
      busy = true;
      void read(limitRef.current, null, controller.signal).finally(() => (busy = false));
    };
    limitRef.current = PAGE_SIZE;
    poll();
    const timer = setInterval(poll, POLL_MS);
    document.addEventListener("visibilitychange", poll);
    return () => {
      controller.abort();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", poll);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` identifies everything that `read` depends on
  }, [key]);

  const loadMore = (): void => {
    const next = current.list?.next;
    if (next != null && controllerRef.current) void read(PAGE_SIZE, next, controllerRef.current.signal);
  };
  return { ...current, loadMore };
}
