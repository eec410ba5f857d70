// Hook that handles the loss of focus when a focused element is unmounted.
import { useLayoutEffect, useRef, type RefObject } from "react";

/** Call the first `onFocusLost` when `container` is unmounted while it contains the focus. */
export function useFocusFallback(container: RefObject<HTMLElement | null>, onFocusLost: () => void): void {
  const callback = useRef(onFocusLost);
  useLayoutEffect(() => {
    const [element, notify] = [container.current, callback.current];
    return () => {
      if (element?.contains(document.activeElement)) notify();
    };
  }, [container]);
}
