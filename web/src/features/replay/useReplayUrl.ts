// Which moment does the address name? `?at=n`: the view after event n. Address and moment follow each other.
import { useEffect, useEffectEvent, useRef } from "react";
import { useSearchParams } from "react-router";
import { lookAt, useLog } from "../../eventLog/logStore";
import { ADDRESS_PAUSE } from "./keyMoments";

const NAME = "at";

/** The moment of an address; null = the newest, also for what names none. */
function momentIn(query: URLSearchParams): number | null {
  const at = Number(query.get(NAME) ?? "");
  return Number.isSafeInteger(at) && at >= 1 ? at : null;
}

/** Look at the moment in the address, whenever it names another one, and name there the one that is looked at. */
export function useReplayLink(): void {
  const [query, setQuery] = useSearchParams();
  const named = momentIn(query);
  // What the address names, and what it is about to name: so neither side answers what it said itself.
  const told = useRef<number | null>(null);
  const agreed = useRef<number | null>(null);

  useEffect(() => {
    // The address itself, for what the router tells may be older than what was put there meanwhile.
    const at = momentIn(new URLSearchParams(location.search));
    if (told.current === at) return;
    told.current = at;
    agreed.current = at;
    lookAt(at);
  }, [named]);

  const name = useEffectEvent((at: number | null) => {
    told.current = at;
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        if (at === null) after.delete(NAME);
        else after.set(NAME, String(at));
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const stop = useLog.subscribe(({ at }) => {
      if (at === agreed.current) return;
      agreed.current = at;
      timer ??= setTimeout(() => {
        timer = null;
        if (told.current !== agreed.current) name(agreed.current);
      }, ADDRESS_PAUSE);
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, []);
}
