// Texts of people and agents within the narrator's sentences: short, on one line, isolated in direction.
import { getFormat } from "../../i18n/format";
import type { Locale } from "../../i18n/locale";
import { truncateText } from "../stage/truncateText";
import { SPOKEN_MESSAGES } from "./narratorMessages";

/** Greatest widths, in units of a Latin letter; a Chinese character is two wide. */
const PART_WIDTH = 30;
const QUOTE_WIDTH = 60;
const TITLE_WIDTH = 92;

/** Characters that are two wide. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3ffff}]/u;
/** Marks that end a sentence, which a quotation within another does not need. */
const END_MARKS = /[\s.。;；,，]+$/u;

/** Return a name, role or gap; "" for non-strings. */
export function clipPart(text: unknown): string {
  return isolate(clip(text, PART_WIDTH));
}

/** Return somebody's words without the mark that ends them; "" for non-strings. */
export function clipQuote(text: unknown): string {
  return isolate(clip(text, QUOTE_WIDTH).replace(END_MARKS, ""));
}

/** Return a demand, title or question; "" for non-strings. */
export function clipTitle(text: unknown): string {
  return isolate(clip(text, TITLE_WIDTH).replace(END_MARKS, ""));
}

/** Return names, without those that are empty. */
export function clipNames(names: readonly string[]): readonly string[] {
  return names.map(clipPart).filter((name) => name !== "");
}

/** List the first items, and how many more there are: a, b and 3 more. */
export function listShortly(items: readonly string[], count: number, language: Locale): string {
  const rest = items.length - count;
  if (rest <= 0) return getFormat(language).list(items);
  return SPOKEN_MESSAGES[language].more(items.slice(0, count).join(SPOKEN_MESSAGES[language].comma), rest);
}

/** Whether a character is two wide, as Chinese ones are. */
export function isWide(character: string): boolean {
  return WIDE.test(character);
}

/** Return the width of a text in units of a Latin letter. */
export function measureText(text: string): number {
  return Array.from(text).reduce((width, character) => width + (isWide(character) ? 2 : 1), 0);
}

function clip(text: unknown, maxWidth: number): string {
  const line = truncateText(text, maxWidth);
  if (measureText(line) <= maxWidth) return line;
  let kept = "";
  for (const character of line) {
    if (measureText(kept + character) >= maxWidth) break;
    kept += character;
  }
  return `${kept}…`;
}

/** Isolate a text, so that its direction does not affect the sentence. */
function isolate(text: string): string {
  return text === "" ? "" : `\u2068${text}\u2069`;
}
