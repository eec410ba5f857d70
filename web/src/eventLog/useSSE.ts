// How does a component watch a demand? It follows the stream as long as it is on the page and somebody looks.
import { useEffect, useRef } from "react";
import { openLog, useLog } from "./logStore";
import type { Connection } from "./logStore";
import { follow } from "./sseClient";
import type { Cursor } from "./sseClient";

/** ms after which a page that nobody looks at lets go of its line: a browser has six for all pages of a gateway. */
const UNSEEN = 30_000;

/**
 * Follow `demandId`; the log is in the store. Gives how the page hears of it at the moment. `viewer`: who looks; when
 * that is somebody else by now, what was not to be seen is asked for again.
 */
export function useSSE(demandId: string, viewer: string | null = null): Connection {
  const cursor = useRef<Cursor>({ id: "" });
  useEffect(() => {
    cursor.current = { id: "" };
    openLog(demandId);
  }, [demandId]);
  useEffect(() => watch(demandId, cursor.current), [demandId, viewer]);
  return useLog((log) => (log.demandId === demandId ? log.connection : "connecting"));
}

/** Follow from the last event that is here while the page is visible; gives what ends it. */
function watch(demandId: string, cursor: Cursor): () => void {
  let line = new AbortController();
  let unseen: ReturnType<typeof setTimeout> | undefined;
  const begin = (): void => {
    line = new AbortController();
    void follow(demandId, line.signal, cursor);
  };
  const turned = (): void => {
    clearTimeout(unseen);
    if (document.visibilityState === "hidden") {
      unseen = setTimeout(() => {
        line.abort();
      }, UNSEEN);
    } else if (line.signal.aborted) {
      begin();
    }
  };
  begin();
  turned(); // it may be a page that was opened where nobody looks
  document.addEventListener("visibilitychange", turned);
  return () => {
    document.removeEventListener("visibilitychange", turned);
    clearTimeout(unseen);
    line.abort();
  };
}
