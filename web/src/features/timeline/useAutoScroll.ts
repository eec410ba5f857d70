// Hook that keeps a list scrolled to the newest row until the viewer scrolls up.
import { useCallback, useRef, useState } from "react";

/** Distance (px) from the end that counts as the end. */
const END_TOLERANCE_PX = 48;

export interface AutoScroll {
  /** Scrolling element; null before mount. */
  readonly box: HTMLDivElement | null;
  readonly setBox: (element: HTMLDivElement | null) => void;
  /** Newest seq when the viewer scrolled up; null while following. */
  readonly pausedAt: number | null;
  /** Scroll event handler of the element. */
  readonly onScroll: () => void;
  /** Scroll to the end without treating it as the viewer's action. */
  readonly scrollToEnd: () => void;
  /** Follow the newest row again. */
  readonly resume: () => void;
}

/** Return the auto-scroll state; `newest` is the seq of the newest row. */
export function useAutoScroll(newest: number): AutoScroll {
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const lastPosition = useRef({ top: 0, height: 0 });
  const [pausedAt, setPausedAt] = useState<number | null>(null);
  const scrollToEnd = useCallback(() => {
    if (box === null) return;
    box.scrollTo({ top: box.scrollHeight, behavior: "instant" });
    lastPosition.current = { top: box.scrollTop, height: box.scrollHeight };
  }, [box]);
  const onScroll = (): void => {
    if (box === null) return;
    const { scrollTop: top, scrollHeight: height, clientHeight } = box;
    // Scrolling while the height changes is caused by layout; only scrolling at constant height is the viewer's.
    const byViewer = top < lastPosition.current.top && height === lastPosition.current.height;
    lastPosition.current = { top, height };
    if (height - top - clientHeight < END_TOLERANCE_PX) setPausedAt(null);
    else if (byViewer) setPausedAt((before) => before ?? newest);
  };
  const resume = (): void => {
    setPausedAt(null);
  };
  return { box, setBox, pausedAt, onScroll, scrollToEnd, resume };
}
