// In which language does the page speak? The viewer's choice, else the browser's.
import { useSyncExternalStore } from "react";
import { create } from "zustand";
import { remembered, remember } from "../app/safeLocalStorage";

export type Language = "zh" | "en";

const KEY = "towow.language";

function first(): Language {
  const chosen = remembered(KEY);
  if (chosen === "zh" || chosen === "en") return chosen;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}

export const useLanguage = create<{ readonly language: Language }>()(() => ({ language: first() }));

/** Speak this one from now on, also next time. */
export function speak(language: Language): void {
  remember(KEY, language);
  useLanguage.setState({ language });
}

/** The language at the moment, outside of a component. */
export function spoken(): Language {
  return useLanguage.getState().language;
}

/** The language in a component, also in one that is written to a text, where Zustand would give the first one. */
export function useSpoken(): Language {
  return useSyncExternalStore(useLanguage.subscribe, spoken, spoken);
}

/** The words of a dictionary in the language of the page. Every dictionary has the same keys in both. */
export function useWords<W>(words: Readonly<Record<Language, W>>): W {
  return words[useSpoken()];
}
