// Hook with the arrow keys inside the lanes: along a lane, and to the lane above or below.
import { useCallback, useEffect, useRef, type KeyboardEvent } from "react";

/** Position of a button: the lane from top to bottom, the column from left to right. */
interface Position {
  readonly lane: number;
  readonly column: number;
}

/** Index of the button that an arrow key leads to from the button at `from`; null when there is none. */
export function findNextButton(positions: readonly Position[], from: number, key: string): number | null {
  const here = positions[from];
  if (here === undefined) return null;
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const next = key === "ArrowRight" ? from + 1 : from - 1;
    return positions[next]?.lane === here.lane ? next : null;
  }
  if (key !== "ArrowUp" && key !== "ArrowDown") return null;
  const lanes = [...new Set(positions.map(({ lane }) => lane))].sort((one, other) => one - other);
  const lane = lanes[lanes.indexOf(here.lane) + (key === "ArrowDown" ? 1 : -1)];
  const distance = (index: number): number => Math.abs((positions[index]?.column ?? 0) - here.column);
  const inLane = [...positions.keys()].filter((index) => positions[index]?.lane === lane);
  return inLane.length === 0 ? null : inLane.reduce((best, index) => (distance(index) < distance(best) ? index : best));
}

/** Return the key handler of the lanes. It acts for who came by keyboard; after a click, arrows step through the events. */
export function useLaneKeys(): (event: KeyboardEvent<HTMLElement>) => void {
  const clicked = useRef(false);
  useEffect(() => {
    const onPointer = (): void => { clicked.current = true; };
    const onKey = ({ key }: globalThis.KeyboardEvent): void => { if (key === "Tab") clicked.current = false; };
    document.addEventListener("pointerdown", onPointer, true);
    document.addEventListener("keydown", onKey, true);
    return () => {
      document.removeEventListener("pointerdown", onPointer, true);
      document.removeEventListener("keydown", onKey, true);
    };
  }, []);
  return useCallback((event: KeyboardEvent<HTMLElement>) => {
    if (clicked.current || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-moment]")];
    const lanes: readonly (Element | null)[] = [...event.currentTarget.querySelectorAll("ol")];
    const positions = buttons.map((button) => ({ lane: lanes.indexOf(button.closest("ol")), column: Number(button.dataset.column) }));
    const next = findNextButton(positions, buttons.findIndex((button) => button === event.target), event.key);
    if (next === null) return;
    event.preventDefault();
    buttons[next]?.focus();
  }, []);
}
