// Hook that follows an event stream while the page is visible.
import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import type { Connection } from "./eventLog";
import { followLog, type Cursor, type EventStream } from "./sseClient";

/** Time (ms) after which a hidden page closes its connection: HTTP/1.1 browsers allow six per host. */
const HIDDEN_TIMEOUT_MS = 30_000;

/**
 * Follow a log into its store and return the connection state. A change of `viewer` (user id) reconnects, since the new
 * user may have access.
 */
export function useSSE(stream: EventStream, logId: string, viewer: string | null = null): Connection {
  const cursor = useRef<Cursor>({ id: "" });
  useEffect(() => {
    cursor.current = { id: "" };
    stream.log.open(logId);
  }, [stream, logId]);
  useEffect(() => followWhileVisible(stream, logId, cursor.current), [stream, logId, viewer]);
  return useStore(stream.log.store, (log) => (log.logId === logId ? log.connection : "connecting"));
}

/** Follow from the cursor while the page is visible; returns a function that stops it. */
function followWhileVisible(stream: EventStream, logId: string, cursor: Cursor): () => void {
  let controller = new AbortController();
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  const connect = (): void => {
    controller = new AbortController();
    void followLog(stream, logId, controller.signal, cursor);
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
