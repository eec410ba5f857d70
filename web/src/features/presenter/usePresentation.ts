// Hook that follows the state of a presentation.
import { useEffect, useEffectEvent, useState } from "react";
import { ApiError } from "../../api/client";
import { readPresentation, type PresentationState } from "./presentationApi";
import type { PresentationLink } from "./presentationLink";

/** Delay (ms) after a request that failed. */
const RETRY_MS = 2000;

/** What is known of a presentation; `gone`: it is over or unknown, `lost`: the gateway does not answer. */
export interface PresentationNews {
  readonly state: PresentationState | null;
  readonly connection: "connecting" | "live" | "lost" | "gone";
}

const NO_NEWS: PresentationNews = { state: null, connection: "connecting" };

/** Follow a presentation while mounted; `onNews` is called with each new state. */
export function usePresentation(demandId: string, link: PresentationLink | null, onNews?: (state: PresentationState) => void): PresentationNews {
  const [news, setNews] = useState(NO_NEWS);
  const tell = useEffectEvent((state: PresentationState) => {
    setNews({ state, connection: "live" });
    onNews?.(state);
  });
  useEffect(() => {
    if (link === null) return;
    const controller = new AbortController();
    const fail = (connection: PresentationNews["connection"]): void => { setNews(({ state }) => ({ state, connection })); };
    void follow(demandId, link, controller.signal, tell, fail);
    return () => { controller.abort(); };
  }, [demandId, link]);
  return link === null ? NO_NEWS : news;
}

type Fail = (connection: PresentationNews["connection"]) => void;

/** Read one state after the other until the signal aborts or the presentation is gone. */
async function follow(demandId: string, link: PresentationLink, signal: AbortSignal, tell: (state: PresentationState) => void, fail: Fail): Promise<void> {
  let revision = 0;
  while (!signal.aborted) {
    try {
      const state = await readPresentation(demandId, link, revision, signal);
      if (state.revision !== revision) tell(state);
      revision = state.revision;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && error.status === 404) {
        fail("gone");
        return;
      }
      fail("lost");
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
