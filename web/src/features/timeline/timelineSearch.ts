// Search in what was said: the words of people, models and the page.
import type { LogEntry } from "../../eventLog/types";
import type { Locale } from "../../i18n/locale";
import { describeBubble, describePlanLine } from "../lanes/bubbleText";
import { getPayload, type TimelineRow } from "./timelineRows";

/** Fields whose strings are ids, instants or names of states, and plans that repeat what was said before. */
const NOT_SAID: ReadonlySet<string> = new Set([
  "about", "answered_by", "aspect_id", "code", "currency", "decision", "default", "detail", "error_code", "feedback_type", "final_proposal", "kind", "last_proposal",
  "limit", "model", "option", "per", "register", "response_type", "status", "timezone", "today", "until", "usage", "visibility", "deadline", "spent", "confidence",
  "invited_agents", "participants", "requested_by", "holders", "confirmed_participants", "optional_participants", "cancelled_by",
]);

/** Texts by entry and locale, so that each is put together once. */
const CACHE: Readonly<Record<Locale, WeakMap<LogEntry, string>>> = { zh: new WeakMap(), en: new WeakMap() };

/** Return the seqs of the rows that contain a text, in order; none for a blank text. */
export function findHits(rows: readonly TimelineRow[], text: string, language: Locale): readonly number[] {
  const wanted = normalize(text.trim());
  if (wanted === "") return [];
  return rows.filter((row) => getSearchText(row, language).includes(wanted)).map(({ entry }) => entry.seq);
}

function getSearchText(row: TimelineRow, language: Locale): string {
  const known = CACHE[language].get(row.entry);
  if (known !== undefined) return known;
  const { verb, said } = describeBubble(row, language);
  const name = row.entry.event_type === "towow.proposal.distributed" ? describePlanLine(row, language) : verb;
  const text = normalize([name, said, ...listTexts(getPayload(row.entry))].join("\n"));
  CACHE[language].set(row.entry, text);
  return text;
}

/** List the texts in a payload, those of its parts too. */
function listTexts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(listTexts);
  return Object.entries(value).flatMap(([name, part]) => (NOT_SAID.has(name) || /(^|_)ids?$/.test(name) ? [] : listTexts(part)));
}

/** Return a text without differences of case and width. */
function normalize(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
