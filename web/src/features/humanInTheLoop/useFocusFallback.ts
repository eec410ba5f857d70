// Who goes on when something leaves the page with the focus in it?
import { useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";

/** Does `onGone`, as it was at first, when what `what` holds leaves the page with the focus in it. */
export function useLeaving(what: RefObject<HTMLElement | null>, onGone: () => void): void {
  const gone = useRef(onGone);
  useLayoutEffect(() => {
    const [here, tell] = [what.current, gone.current];
    return () => {
      if (here?.contains(document.activeElement)) tell();
    };
  }, [what]);
}
