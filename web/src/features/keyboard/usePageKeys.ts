// Hook with the keys of the whole page.
import { useEffect, useEffectEvent, type RefObject } from "react";
import { getPageAction, keepsKey, type PageAction } from "./pageKeys";

/** Act on keys wherever the focus is, unless somebody types, a dialog is open, or the focused element keeps the key. */
export function usePageKeys(actions: Readonly<Partial<Record<PageAction, () => void>>>, bar: RefObject<HTMLElement | null>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]") !== null) return;
    const action = getPageAction(event);
    const act = action === null ? undefined : actions[action];
    if (act === undefined || keepsKey(event.target, event.key, bar.current) || (event.repeat && action === "toggle")) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => { onKeyDown(event); };
    document.addEventListener("keydown", listen);
    return () => { document.removeEventListener("keydown", listen); };
  }, []);
}
