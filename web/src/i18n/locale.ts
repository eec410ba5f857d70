// Locale of the page: the viewer's stored choice, otherwise the browser's language.
import { useSyncExternalStore } from "react";
import { create } from "zustand";
import { readLocal, writeLocal } from "../app/safeLocalStorage";

/** Supported locales. */
export type Locale = "zh" | "en";

const STORAGE_KEY = "towow.language";

function getInitialLocale(): Locale {
  const stored = readLocal(STORAGE_KEY);
  if (stored === "zh" || stored === "en") return stored;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}

/** Zustand store of the current locale. */
export const useLocaleStore = create<{ readonly locale: Locale }>()(() => ({ locale: getInitialLocale() }));

/** Set and store the locale. */
export function setLocale(locale: Locale): void {
  writeLocal(STORAGE_KEY, locale);
  useLocaleStore.setState({ locale: locale });
}

/** Return the current locale, outside of components. */
export function getLocale(): Locale {
  return useLocaleStore.getState().locale;
}

/** Return the current locale; unlike the store's own hook also correct in static rendering. */
export function useLocale(): Locale {
  return useSyncExternalStore(useLocaleStore.subscribe, getLocale, getLocale);
}

/** Messages by locale. */
interface MessageCatalogue<W> extends Readonly<Record<Locale, W>> {
  /** Return the messages of the current locale. */
  readonly useCurrent: () => W;
}

/** Return a catalogue whose `zh` must have exactly the messages of `en`; parameters are typed in `en` alone. */
export function defineMessages<W>(messages: { readonly en: W; readonly zh: NoInfer<W> }): MessageCatalogue<W> {
  return { ...messages, useCurrent: () => messages[useLocale()] };
}
