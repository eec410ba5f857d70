// Hook with the presenter's keys: space, arrows, Page keys (as of a clicker), Home, End, plus and minus.
import { useEffect, useEffectEvent } from "react";

/** What a key does. */
export type KeyAction = "toggle" | "next" | "previous" | "nextRound" | "previousRound" | "start" | "live" | "faster" | "slower";

const ACTIONS: Readonly<Record<string, KeyAction>> = {
  " ": "toggle",
  ArrowRight: "next",
  PageDown: "next",
  ArrowLeft: "previous",
  PageUp: "previous",
  "Shift+ArrowRight": "nextRound",
  "Shift+ArrowLeft": "previousRound",
  Home: "start",
  End: "live",
  "+": "faster",
  "=": "faster",
  "-": "slower",
};

/** Call `act` for the presenter's keys anywhere on the page, except in fields and dialogs; buttons keep Space. */
export function usePresenterKeys(act: (action: KeyAction) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const action = findAction(event);
    if (action === null) return;
    event.preventDefault();
    act(action);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => { onKeyDown(event); };
    document.addEventListener("keydown", listen);
    return () => { document.removeEventListener("keydown", listen); };
  }, []);
}

function findAction({ key, shiftKey, ctrlKey, altKey, metaKey, target }: KeyboardEvent): KeyAction | null {
  if (ctrlKey || altKey || metaKey) return null;
  if (target instanceof Element && target.closest("input, textarea, select, dialog") !== null) return null;
  if (key === " " && target instanceof Element && target.closest("button, a") !== null) return null;
  const name = shiftKey && key.startsWith("Arrow") ? `Shift+${key}` : key;
  return Object.hasOwn(ACTIONS, name) ? (ACTIONS[name] ?? null) : null;
}
