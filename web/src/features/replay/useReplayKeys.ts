// Hook with the keyboard shortcuts of the replay bar: Space, arrows, Shift+arrows, Home, End.
import { useEffect, useEffectEvent, useRef, type RefObject } from "react";

interface ReplayActions {
  readonly toggle: () => void;
  readonly previous: () => void;
  readonly next: () => void;
  readonly previousDecision: () => void;
  readonly nextDecision: () => void;
  readonly first: () => void;
  readonly newest: () => void;
}

/** Return the action of a key; null when the key has none. */
function getAction({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): keyof ReplayActions | null {
  if (ctrlKey || altKey || metaKey) return null;
  switch (key) {
    case " ":
      return "toggle";
    case "ArrowLeft":
      return shiftKey ? "previousDecision" : "previous";
    case "ArrowRight":
      return shiftKey ? "nextDecision" : "next";
    case "Home":
      return "first";
    case "End":
      return "newest";
    default:
      return null;
  }
}

/** Return a ref for the replay bar whose keys trigger the actions. Selects keep their own keys, buttons keep Space. */
export function useReplayKeys(actions: ReplayActions): RefObject<HTMLElement | null> {
  const barRef = useRef<HTMLElement>(null);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (target instanceof HTMLSelectElement || (event.key === " " && target instanceof HTMLButtonElement)) return;
    const action = getAction(event);
    if (action === null) return;
    event.preventDefault();
    actions[action]();
  });
  useEffect(() => {
    const element = barRef.current;
    const listen = (event: KeyboardEvent): void => {
      onKeyDown(event);
    };
    element?.addEventListener("keydown", listen);
    return () => element?.removeEventListener("keydown", listen);
  }, []);
  return barRef;
}
