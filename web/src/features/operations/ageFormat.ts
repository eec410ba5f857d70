// Durations and times in the past in one unit: 12 s, 5 min, 3 h, 4 days; 5 min ago.
import { useLocale, type Locale } from "../../i18n/locale";

const UNITS = [["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]] as const;
const LANGUAGE_TAGS: Readonly<Record<Locale, string>> = { zh: "zh-CN", en: "en-GB" };

/** Formats of durations. */
export interface AgeFormat {
  /** Seconds: 5 min. */
  readonly age: (seconds: number) => string;
  /** Seconds that have passed: 5 min ago. */
  readonly ago: (seconds: number) => string;
}

/** Return the formats of a locale. */
export function getAgeFormat(locale: Locale): AgeFormat {
  const tag = LANGUAGE_TAGS[locale];
  const relative = new Intl.RelativeTimeFormat(tag, { style: "short" });
  return {
    age: (seconds) => {
      const [amount, unit] = split(seconds);
      return new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay: "short" }).format(amount);
    },
    ago: (seconds) => {
      const [amount, unit] = split(seconds);
      return relative.format(-amount, unit);
    },
  };
}

const FORMATS: Readonly<Record<Locale, AgeFormat>> = { zh: getAgeFormat("zh"), en: getAgeFormat("en") };

/** Return the formats of the current locale. */
export function useAgeFormat(): AgeFormat {
  return FORMATS[useLocale()];
}

/** Return a duration (s) in the largest unit of which it has at least two, or one: 90 min, 3 h, 45 s. */
function split(seconds: number): [number, (typeof UNITS)[number][0]] {
  const whole = Math.max(0, Math.round(seconds));
  const [unit, length] = UNITS.find(([, length]) => whole >= 2 * length) ?? ["second", 1];
  return [Math.floor(whole / length), unit];
}
