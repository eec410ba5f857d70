// Hook that fetches a resource and retries while the gateway is unavailable.
import { useEffect, useReducer } from "react";
import { ApiError } from "../../api/client";
import { isUnreachable } from "../../ui/ErrorNote";

/** Retry delay (s) when the gateway gives none. */
const DEFAULT_RETRY_S = 4;

/** Last response for a resource. */
export interface ResourceState<T> {
  /** Key that the data or error belongs to. */
  readonly key: string;
  readonly data: T | null;
  readonly error: ApiError | null;
}

type ResourceAction<T> = { readonly key: string } & ({ readonly data: T } | { readonly error: ApiError });

/** Reducer of a resource: on an error, data of the same key is kept unless the resource is gone (404). */
export function resourceReducer<T>(state: ResourceState<T>, action: ResourceAction<T>): ResourceState<T> {
  if ("data" in action) return { key: action.key, data: action.data, error: null };
  return { key: action.key, data: state.key === action.key && !isNotFound(action.error) ? state.data : null, error: action.error };
}

/** Return the delay (s) before a retry; null when a retry would not help. */
export function getRetryDelay(error: ApiError | null): number | null {
  if (error === null) return null;
  if (isUnreachable(error)) return DEFAULT_RETRY_S;
  return error.status === 503 || error.status === 429 ? (error.retryAfterS ?? DEFAULT_RETRY_S) : null;
}

/** State of a resource. */
interface Resource<T> extends ResourceState<T> {
  /** Whether the response for the current key has not arrived yet. */
  readonly loading: boolean;
}

/**
 * Fetch a resource whenever `key` changes. `key` must identify everything that `load` depends on.
 */
export function useResource<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Resource<T> {
  const [state, dispatch] = useReducer(resourceReducer<T>, { key: "", data: null, error: null });
  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const fetchData = async (): Promise<void> => {
      try {
        const data = await load(controller.signal);
        if (!controller.signal.aborted) dispatch({ key, data });
      } catch (error) {
        if (controller.signal.aborted || !(error instanceof ApiError)) return;
        dispatch({ key, error });
        const delayS = getRetryDelay(error);
        if (delayS !== null) timer = setTimeout(() => void fetchData(), delayS * 1000);
      }
    };
    void fetchData();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` identifies everything that `load` depends on
  }, [key]);
  return { ...state, loading: state.key !== key };
}

function isNotFound({ status }: ApiError): boolean {
  return status === 404;
}
