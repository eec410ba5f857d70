// Hook that runs requests one at a time and keeps the error of the last one.
import { useRef, useState } from "react";
import { ApiError } from "../api/client";

/** State of the last action and a function that runs one. */
export interface Action {
  readonly busy: boolean;
  /** Error of the last action; null while one runs and after a success. */
  readonly error: ApiError | null;
  /** Run an action unless one is running; an ApiError is kept in `error`, any other error is rethrown. */
  readonly run: (action: () => Promise<void>) => Promise<void>;
}

/** Return the state of the component's actions; `run` starts one. */
export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const running = useRef(false);
  const run = async (action: () => Promise<void>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setError(null);
    try {
      await action();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setError(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, error, run };
}
