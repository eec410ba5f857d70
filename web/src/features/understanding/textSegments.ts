// Segments of a demand's text: which words are a need, a limit, a preference, not wanted, background or not used.
import type { Locale } from "../../i18n/locale";
import { spansOverlap, type DemandReading, type Span } from "./demandReading";
import { listLimitWords } from "./limitWords";

/** What a segment of the text was read as. */
export type SegmentKind = "need" | "limit" | "preference" | "not_wanted" | "background" | "not_used";

/** Consecutive characters of the text; `kind` is null for words that belong to no part. */
export interface TextSegment {
  readonly text: string;
  readonly kind: SegmentKind | null;
}

interface Claim {
  readonly span: Span;
  readonly kind: SegmentKind;
}

/**
 * Split a text by what its words were read as; joined, the segments are the text. Spans count code points. Parts without
 * a span are found by their words. Limits of logs that do not say where they stand are found by the ways in which their
 * values are written in `language`. Of overlapping parts, limits and background have what the others leave.
 */
export function splitText(text: string, reading: DemandReading, language: Locale): readonly TextSegment[] {
  const characters = Array.from(text);
  const claims: Claim[] = [];
  const claim = (kind: SegmentKind, span: Span | null): void => {
    if (span !== null && span[1] <= characters.length && !claims.some((other) => spansOverlap(other.span, span))) claims.push({ span, kind });
  };
  const claimRest = (kind: SegmentKind, span: Span | null): void => {
    for (const free of span === null ? [] : findFree(span, claims)) claim(kind, trim(characters, free));
  };
  const lower = characters.map((character) => character.toLowerCase());
  const find = (words: string): Span | null => findWords(lower, words)[0] ?? null;
  for (const { need, span } of reading.needs) claim("need", span ?? find(need));
  for (const { text: words, span } of reading.notWanted) claim("not_wanted", span ?? find(words));
  for (const { span } of reading.notUnderstood) claim("not_used", span);
  for (const words of reading.preferences) for (const span of findWords(lower, words)) claim("preference", span);
  for (const { span } of reading.limitWords ?? []) claimRest("limit", span);
  if (reading.limitWords === null) {
    for (const words of listLimitWords(reading, language)) for (const span of findWords(lower, words)) claim("limit", span);
    for (const span of findNumbers(characters)) claim("limit", span);
  }
  for (const { span } of reading.background) claimRest("background", span);
  return cut(characters, claims.toSorted((one, other) => one.span[0] - other.span[0]));
}

/** Find the parts of a span that nothing claims. */
function findFree(span: Span, claims: readonly Claim[]): Span[] {
  const free: Span[] = [];
  let from = span[0];
  for (const taken of claims.filter((other) => spansOverlap(other.span, span)).toSorted((one, other) => one.span[0] - other.span[0])) {
    if (taken.span[0] > from) free.push([from, taken.span[0]]);
    from = taken.span[1];
  }
  return from < span[1] ? [...free, [from, span[1]]] : free;
}

const EDGE = /[\s,.;:!?，。；：！？、]/u;

/** Cut white space and punctuation off both ends of a span; null if nothing is left. */
function trim(characters: readonly string[], [from, to]: Span): Span | null {
  const inner = characters.slice(from, to).map((character) => !EDGE.test(character));
  return inner.includes(true) ? [from + inner.indexOf(true), from + inner.lastIndexOf(true) + 1] : null;
}

function cut(characters: readonly string[], claims: readonly Claim[]): TextSegment[] {
  const segments: TextSegment[] = [];
  let end = 0;
  const add = (to: number, kind: SegmentKind | null): void => {
    if (to > end) segments.push({ text: characters.slice(end, to).join(""), kind });
    end = to;
  };
  for (const { span, kind } of claims) {
    add(span[0], null);
    add(span[1], kind);
  }
  add(characters.length, null);
  return segments;
}

/** Find all occurrences of words that do not begin or end inside a Latin word or a number. */
function findWords(lower: readonly string[], words: string): Span[] {
  const wanted = Array.from(words.toLowerCase());
  if (wanted.length === 0) return [];
  const found: Span[] = [];
  for (let from = 0; from + wanted.length <= lower.length; from += 1) {
    const to = from + wanted.length;
    if (wanted.every((character, index) => lower[from + index] === character) && !splitsWord(lower, from) && !splitsWord(lower, to)) found.push([from, to]);
  }
  return found;
}

const LATIN = /[\p{Script=Latin}]/u;
const DIGIT = /\p{Nd}/u;

/** Whether an offset is between two Latin letters or between two digits. */
function splitsWord(characters: readonly string[], offset: number): boolean {
  const [before, after] = [characters[offset - 1] ?? "", characters[offset] ?? ""];
  return [LATIN, DIGIT].some((kind) => kind.test(before) && kind.test(after));
}

/** A number with its currency sign, unit or separators: 30, £1,500, 8万, 19:30. */
const NUMBER = /[£$€¥￥]?\p{Nd}+(?:[.,:]\p{Nd}+)*(?:%|(?:st|nd|rd|th|am|pm|k)(?![a-z])|[万千百亿]*[元块人位岁]?)/giu;

/** Find the numbers of a text: one that is no other part was read as part of a limit, else it would be not understood. */
function findNumbers(characters: readonly string[]): Span[] {
  const text = characters.join("");
  return Array.from(text.matchAll(NUMBER), ({ 0: match, index }) => {
    const from = Array.from(text.slice(0, index)).length;
    return [from, from + Array.from(match).length] as const;
  });
}
