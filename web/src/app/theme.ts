// Colour scheme: the viewer's stored choice, otherwise the system preference.
import { create } from "zustand";
import { writeLocal, readLocal } from "./safeLocalStorage";

type Theme = "light" | "dark";

const STORAGE_KEY = "towow.theme";
const DARK_QUERY = "(prefers-color-scheme: dark)";

/** Read the stored choice; null when there is none. */
function getStoredTheme(): Theme | null {
  const stored = readLocal(STORAGE_KEY);
  return stored === "light" || stored === "dark" ? stored : null;
}

/** Read the system preference. */
function getSystemTheme(): Theme {
  return matchMedia(DARK_QUERY).matches ? "dark" : "light";
}

/** Zustand store of the current theme. */
export const useThemeStore = create<{ readonly theme: Theme }>()(() => ({ theme: getStoredTheme() ?? getSystemTheme() }));

/** Set `data-theme` on the document and keep it in sync with the store and the system preference. */
export function applyTheme(): void {
  const apply = ({ theme }: { readonly theme: Theme }): void => {
    document.documentElement.dataset.theme = theme;
    // The bar of a phone's browser has the colour of the page's header.
    const colour = getComputedStyle(document.documentElement).getPropertyValue("--surface").trim();
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", colour);
  };
  apply(useThemeStore.getState());
  useThemeStore.subscribe(apply);
  matchMedia(DARK_QUERY).addEventListener("change", () => {
    if (getStoredTheme() === null) useThemeStore.setState({ theme: getSystemTheme() });
  });
}

/** Set and store the theme. */
export function setTheme(theme: Theme): void {
  writeLocal(STORAGE_KEY, theme);
  useThemeStore.setState({ theme });
}
