// Hook that keeps the URL parameter `at` and the shown moment in sync.
import { useEffect, useEffectEvent, useRef } from "react";
import { useSearchParams } from "react-router";
import { useUpdateSearchParams } from "../../ui/useUpdateSearchParams";
import { URL_UPDATE_MS } from "./keyMoments";
import { useReplaySource } from "./replaySource";

const PARAMETER = "at";

/** Parse the moment of a URL; null for the newest or an invalid value. */
function parseMoment(query: URLSearchParams): number | null {
  const at = Number(query.get(PARAMETER) ?? "");
  return Number.isSafeInteger(at) && at >= 1 ? at : null;
}

/** Seek when the URL changes, and update the URL when the shown moment changes. */
export function useReplayUrl(): void {
  const { log } = useReplaySource();
  const [query] = useSearchParams();
  const update = useUpdateSearchParams();
  const urlSeq = parseMoment(query);
  // Last values written by either side, so that neither reacts to its own change.
  const lastUrlSeq = useRef<number | null>(null);
  const lastReplaySeq = useRef<number | null>(null);

  useEffect(() => {
    // Read the location itself: the router's state may lag behind later updates.
    const at = parseMoment(new URLSearchParams(location.search));
    if (lastUrlSeq.current === at) return;
    lastUrlSeq.current = at;
    lastReplaySeq.current = at;
    log.seekTo(at);
  }, [log, urlSeq]);

  const writeUrl = useEffectEvent((at: number | null) => {
    lastUrlSeq.current = at;
    update((params) => {
      if (at === null) params.delete(PARAMETER);
      else params.set(PARAMETER, String(at));
    }, { replace: true, preventScrollReset: true });
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const stop = log.store.subscribe(({ replaySeq: at }) => {
      if (at === lastReplaySeq.current) return;
      lastReplaySeq.current = at;
      timer ??= setTimeout(() => {
        timer = null;
        if (lastUrlSeq.current !== lastReplaySeq.current) writeUrl(lastReplaySeq.current);
      }, URL_UPDATE_MS);
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [log]);
}
