// Reading of a demand: its understanding with every field present, from a log of any release.
import { isJsonObject, readNumber, readObject, readObjects, readString, readStrings } from "../../eventLog/readJson";
import { readMoney, readTermsOf, type Terms } from "../../eventLog/terms";
import type { JsonObject } from "../../eventLog/types";
import type { Money } from "../../i18n/money";

/** Part of a text: offsets [from, to) in code points. */
export type Span = readonly [from: number, to: number];

/** One thing that the demand asks of others; `id` is "" until the gateway has assigned one. */
export interface Need {
  readonly id: string;
  readonly need: string;
  readonly count: number;
  readonly required: boolean;
  readonly span: Span | null;
}

/** Words of the demand and where they stand; without a span when they do not stand there as they are. */
export interface TextPart {
  readonly text: string;
  readonly span: Span | null;
}

/** What a plan must keep to; a limit that is not stated is "", empty or null. */
export interface DemandLimits {
  readonly place: string;
  /** Allowed dates, YYYY-MM-DD. */
  readonly dates: readonly string[];
  /** Allowed days of the week, 0 (Monday) to 6. */
  readonly weekdays: readonly number[];
  /** Excluded days: YYYY-MM-DD, or `monday` to `sunday`. */
  readonly not_on: readonly string[];
  readonly people: { readonly min: number; readonly max: number } | null;
  readonly budget: Money | null;
  /** ISO 639-1. */
  readonly language: string;
  readonly hours: string;
}

/** The understanding of a demand. */
export interface DemandReading {
  readonly title: string;
  readonly confidence: string;
  readonly fallback: boolean;
  readonly needs: readonly Need[];
  readonly limits: DemandLimits;
  readonly preferences: readonly string[];
  readonly notWanted: readonly TextPart[];
  readonly notUnderstood: readonly TextPart[];
  /** Words that state a limit; null in logs of earlier releases, which do not say. */
  readonly limitWords: readonly TextPart[] | null;
  /** Words that only explain. */
  readonly background: readonly TextPart[];
  readonly motivation: string;
  readonly likelyPreferences: readonly string[];
  /** Date and budget in words, for logs and models without such limits. */
  readonly dateText: string;
  readonly budgetText: string;
  /** What the requester offers or requires beyond the limits. */
  readonly terms: Terms | null;
}

/** Read an understanding. Logs of earlier releases have no needs and limits: these are taken from tags and context. */
export function readUnderstanding(value: unknown): DemandReading {
  const understanding = readObject(value);
  const context = readObject(understanding.context);
  const deep = readObject(understanding.deep_understanding);
  const needs = readNeeds(understanding);
  const notWanted = readTextParts(understanding.not_wanted);
  const used = [...needs, ...notWanted].flatMap(({ span }) => (span === null ? [] : [span]));
  return {
    title: readString(understanding.title),
    confidence: readString(understanding.confidence),
    fallback: understanding.fallback === true,
    needs,
    limits: readLimits(readObject(understanding.limits), context),
    preferences: readStrings(understanding.preferences),
    notWanted,
    // Words that the requester has made a need of since are used.
    notUnderstood: readTextParts(understanding.not_understood).filter(({ span }) => !used.some((other) => spansOverlap(span, other))),
    limitWords: Array.isArray(understanding.limit_words) ? readTextParts(understanding.limit_words) : null,
    background: readTextParts(understanding.background),
    motivation: readString(deep.motivation),
    likelyPreferences: readStrings(deep.likely_preferences),
    dateText: readString(context.date),
    budgetText: readString(context.budget),
    terms: readTermsOf(understanding),
  };
}

/** Whether two parts of a text share a character. */
export function spansOverlap(one: Span | null, other: Span): boolean {
  return one !== null && one[0] < other[1] && other[0] < one[1];
}

function readNeeds(understanding: JsonObject): readonly Need[] {
  const needs = readObjects(understanding.needs).flatMap((need) => readNeed(need) ?? []);
  if (needs.length > 0 || Array.isArray(understanding.needs)) return needs;
  return readStrings(understanding.capability_tags).map((tag) => ({ id: "", need: tag, count: 1, required: true, span: null }));
}

function readNeed(need: JsonObject): Need | null {
  const text = readString(need.need);
  if (text === "") return null;
  return { id: readString(need.id), need: text, count: readNumber(need.count) ?? 1, required: need.required !== false, span: readSpan(need.span) };
}

function readLimits(limits: JsonObject, context: JsonObject): DemandLimits {
  const attendees = readNumber(context.expected_attendees);
  return {
    place: readString(limits.place) || readString(context.location),
    dates: readStrings(limits.dates),
    weekdays: Array.isArray(limits.weekdays) ? limits.weekdays.flatMap((day) => readNumber(day) ?? []) : [],
    not_on: readStrings(limits.not_on),
    people: readPeople(limits.people) ?? (attendees === null ? null : { min: attendees, max: attendees }),
    budget: readMoney(limits.budget),
    language: readString(limits.language),
    hours: readString(limits.hours),
  };
}

function readPeople(value: unknown): DemandLimits["people"] {
  if (!isJsonObject(value)) return null;
  const [min, max] = [readNumber(value.min), readNumber(value.max)];
  return min === null || max === null ? null : { min, max };
}

function readTextParts(value: unknown): readonly TextPart[] {
  return readObjects(value).flatMap((part) => {
    const text = readString(part.text);
    return text === "" ? [] : [{ text, span: readSpan(part.span) }];
  });
}

function readSpan(value: unknown): Span | null {
  if (!Array.isArray(value)) return null;
  const [from, to] = value.map(readNumber);
  return from == null || to == null || from < 0 || from >= to ? null : [from, to];
}

/** Return limits as the gateway takes them: without those that are not stated. */
export function toLimitsBody(limits: DemandLimits): JsonObject {
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== null && value !== "" && !(Array.isArray(value) && value.length === 0)));
}

/** Return needs as the gateway takes them: without ids and spans that are unknown. */
export function toNeedsBody(needs: readonly Need[]): JsonObject[] {
  return needs.map(({ id, span, ...need }) => ({ ...need, ...(id === "" ? {} : { id }), ...(span === null ? {} : { span }) }));
}

/** Return parts of the text as the gateway takes them. */
export function toTextPartsBody(parts: readonly TextPart[]): JsonObject[] {
  return parts.map(({ text, span }) => (span === null ? { text } : { text, span }));
}
