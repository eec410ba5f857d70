// Hook that follows a demand's event stream while the page is visible.
import { useEffect, useRef } from "react";
import { openLog, useLogStore, type Connection } from "./logStore";
import { followDemand, type Cursor } from "./sseClient";

/** Time (ms) after which a hidden page closes its connection: HTTP/1.1 browsers allow six per host. */
const HIDDEN_TIMEOUT_MS = 30_000;

/**
 * Follow `demandId` into the log store and return the connection state. A change of `viewer` (user id) reconnects,
 * since the new user may have access.
 */
export function useSSE(demandId: string, viewer: string | null = null): Connection {
  const cursor = useRef<Cursor>({ id: "" });
  useEffect(() => {
    cursor.current = { id: "" };
    openLog(demandId);
  }, [demandId]);
  useEffect(() => followWhileVisible(demandId, cursor.current), [demandId, viewer]);
  return useLogStore((log) => (log.demandId === demandId ? log.connection : "connecting"));
}

/** Follow from the cursor while the page is visible; returns a function that stops it. */
function followWhileVisible(demandId: string, cursor: Cursor): () => void {
  let controller = new AbortController();
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  const connect = (): void => {
    controller = new AbortController();
    void followDemand(demandId, controller.signal, cursor);
  };
  const onVisibilityChange = (): void => {
    clearTimeout(hiddenTimer);
    if (document.visibilityState === "hidden") {
      hiddenTimer = setTimeout(() => {
        controller.abort();
      }, HIDDEN_TIMEOUT_MS);
    } else if (controller.signal.aborted) {
      connect();
    }
  };
  connect();
  onVisibilityChange(); // The page may have been opened in a background tab.
  document.addEventListener("visibilitychange", onVisibilityChange);
  return () => {
    document.removeEventListener("visibilitychange", onVisibilityChange);
    clearTimeout(hiddenTimer);
    controller.abort();
  };
}
