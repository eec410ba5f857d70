// Does the list show the newest event, or the place to which the viewer scrolled?
import { useCallback, useRef, useState } from "react";

/** px from the end within which one is at the end. */
const NEAR = 48;

export interface Following {
  /** The element that scrolls, once it is there. */
  readonly box: HTMLDivElement | null;
  readonly setBox: (element: HTMLDivElement | null) => void;
  /** The newest event when the viewer went away from the end; null = the newest is followed. */
  readonly away: number | null;
  /** To be called when the element has scrolled. */
  readonly scrolled: () => void;
  /** Show the end, and remember that it was not the viewer who went there. */
  readonly pin: () => void;
  /** Follow again. */
  readonly back: () => void;
}

export function useFollowing(newest: number): Following {
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const last = useRef({ top: 0, height: 0 });
  const [away, leave] = useState<number | null>(null);
  const pin = useCallback(() => {
    if (box === null) return;
    box.scrollTo({ top: box.scrollHeight, behavior: "instant" });
    last.current = { top: box.scrollTop, height: box.scrollHeight };
  }, [box]);
  const scrolled = (): void => {
    if (box === null) return;
    const { scrollTop: top, scrollHeight: height, clientHeight } = box;
    // What moves while the list grows or shrinks was moved by the browser; the viewer moves it as it stands.
    const byViewer = top < last.current.top && height === last.current.height;
    last.current = { top, height };
    if (height - top - clientHeight < NEAR) leave(null);
    else if (byViewer) leave((before) => before ?? newest);
  };
  const back = (): void => {
    leave(null);
  };
  return { box, setBox, away, scrolled, pin, back };
}
