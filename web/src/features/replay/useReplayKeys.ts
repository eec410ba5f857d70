// Which keys steer the replay while the focus is in its bar? Space, arrows, Shift and arrows, Home and End.
import { useEffect, useEffectEvent, useRef } from "react";
import type { RefObject } from "react";

interface Steering {
  readonly toggle: () => void;
  readonly previous: () => void;
  readonly next: () => void;
  readonly previousDecision: () => void;
  readonly nextDecision: () => void;
  readonly first: () => void;
  readonly newest: () => void;
}

/** The action of a key; null = it is not ours. */
function actionOf({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): keyof Steering | null {
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

/** Give the bar this ref. A choice in the bar keeps its own keys, a button its space. */
export function useSteering(steering: Steering): RefObject<HTMLElement | null> {
  const bar = useRef<HTMLElement>(null);
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (target instanceof HTMLSelectElement || (event.key === " " && target instanceof HTMLButtonElement)) return;
    const action = actionOf(event);
    if (action === null) return;
    event.preventDefault();
    steering[action]();
  });
  useEffect(() => {
    const element = bar.current;
    const listen = (event: KeyboardEvent): void => {
      pressed(event);
    };
    element?.addEventListener("keydown", listen);
    return () => element?.removeEventListener("keydown", listen);
  }, []);
  return bar;
}
