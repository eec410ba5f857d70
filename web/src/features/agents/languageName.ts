// Display names of languages.
import type { Locale } from "../../i18n/locale";

/** Return the display name of a language code; an invalid code is returned unchanged. */
export function getLanguageName(code: string, language: Locale): string {
  try {
    return new Intl.DisplayNames([language], { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}
