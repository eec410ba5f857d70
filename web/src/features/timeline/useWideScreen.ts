// Hook that tells whether the screen is wide enough for the lanes.
import { useSyncExternalStore } from "react";

const WIDE = "(min-width: 60rem)";

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener("change", onChange);
  return () => { query.removeEventListener("change", onChange); };
}

/** Return whether the screen is wide; true where no screen is known. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches, () => true);
}
