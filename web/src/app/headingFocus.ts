// Focus on the heading of the page that an action has opened, so that a keyboard user is not left at the top.
import { useEffect, type RefObject } from "react";

let requested = false;

/** Have the next page's heading take the focus, unless the user has moved it elsewhere by then. */
export function requestHeadingFocus(): void {
  requested = true;
}

/** Focus the heading when it is mounted, if that was requested. */
export function useRequestedFocus(heading: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!requested) return;
    requested = false;
    const focused = document.activeElement;
    if (focused === null || focused === document.body) heading.current?.focus({ preventScroll: true });
  }, [heading]);
}
