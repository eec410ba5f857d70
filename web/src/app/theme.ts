// Light or dark? As the viewer chose, else as the system is.
import { create } from "zustand";
import { remember, remembered } from "./safeLocalStorage";

type Theme = "light" | "dark";

const KEY = "towow.theme";
const DARK = "(prefers-color-scheme: dark)";

function chosen(): Theme | null {
  const kept = remembered(KEY);
  return kept === "light" || kept === "dark" ? kept : null;
}

function ofSystem(): Theme {
  return matchMedia(DARK).matches ? "dark" : "light";
}

export const useTheme = create<{ readonly theme: Theme }>()(() => ({ theme: chosen() ?? ofSystem() }));

/** Put the theme on the document, now and whenever it changes. */
export function dress(): void {
  const wear = ({ theme }: { readonly theme: Theme }): void => {
    document.documentElement.dataset.theme = theme;
  };
  wear(useTheme.getState());
  useTheme.subscribe(wear);
  matchMedia(DARK).addEventListener("change", () => {
    if (chosen() === null) useTheme.setState({ theme: ofSystem() });
  });
}

/** Wear this one from now on, also next time. */
export function choose(theme: Theme): void {
  remember(KEY, theme);
  useTheme.setState({ theme });
}
