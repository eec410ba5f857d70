// Hook that keeps a list scrolled to its end until the viewer scrolls back.
import { useCallback, useRef, useState } from "react";

/** Distance (px) from the end that counts as the end. */
const END_TOLERANCE_PX = 48;

export interface AutoScroll {
  /** Scrolling element; null before mount. */
  readonly box: HTMLDivElement | null;
  readonly setBox: (element: HTMLDivElement | null) => void;
  /** Newest seq when the viewer scrolled back; null while following. */
  readonly pausedAt: number | null;
  /** Scroll event handler of the element. */
  readonly onScroll: () => void;
  /** Scroll to the end without treating it as the viewer's action. */
  readonly scrollToEnd: () => void;
  /** Follow the newest row again. */
  readonly resume: () => void;
}

/** Direction in which a list grows: downwards, or in the direction of the text. */
type ScrollAxis = "block" | "inline";

/** Return position, length and visible length of an element along an axis. */
function measure(box: HTMLElement, axis: ScrollAxis): { readonly start: number; readonly length: number; readonly visible: number } {
  return axis === "block"
    ? { start: box.scrollTop, length: box.scrollHeight, visible: box.clientHeight }
    : { start: box.scrollLeft, length: box.scrollWidth, visible: box.clientWidth };
}

/** Return the auto-scroll state; `newest` is the seq of the newest row. */
export function useAutoScroll(newest: number, axis: ScrollAxis = "block"): AutoScroll {
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const lastPosition = useRef({ start: 0, length: 0 });
  const [pausedAt, setPausedAt] = useState<number | null>(null);
  const scrollToEnd = useCallback(() => {
    if (box === null) return;
    box.scrollTo({ [axis === "block" ? "top" : "left"]: measure(box, axis).length, behavior: "instant" });
    lastPosition.current = measure(box, axis);
  }, [box, axis]);
  const onScroll = (): void => {
    if (box === null) return;
    const { start, length, visible } = measure(box, axis);
    // Scrolling while the length changes is caused by layout; only scrolling at constant length is the viewer's.
    const byViewer = start < lastPosition.current.start && length === lastPosition.current.length;
    lastPosition.current = { start, length };
    if (length - start - visible < END_TOLERANCE_PX) setPausedAt(null);
    else if (byViewer) setPausedAt((before) => before ?? newest);
  };
  const resume = (): void => {
    setPausedAt(null);
  };
  return { box, setBox, pausedAt, onScroll, scrollToEnd, resume };
}
