// iCalendar export (RFC 5545) of a plan's events.
import type { DemandView } from "../../eventLog/types";
import type { Locale } from "../../i18n/locale";
import { listCalendarEvents, type CalendarEvent, type EventPeriod } from "./calendarEvents";
import { EXPORT_MESSAGES } from "./exportMessages";

/** Maximum content line length in octets, without CRLF. */
const MAX_LINE_OCTETS = 75;
const MAX_NAME_CHARS = 80;

/** Render a plan as iCalendar text; `url` is the page of the negotiation. */
export function renderCalendar(view: DemandView, url: string, language: Locale): string {
  const summary = (view.proposal?.summary ?? "").trim() || view.raw_input;
  const name = Array.from(summary).slice(0, MAX_NAME_CHARS).join("");
  const stamp = formatInstant(view.proposal?.created_at) ?? formatInstant(view.updated_at) ?? "19700101T000000Z";
  const countByKey = new Map<string, number>();
  const events = listCalendarEvents(view, language).flatMap((event) => [
    "BEGIN:VEVENT",
    `UID:${createUid(view.demand_id, event.key, countByKey)}`,
    `DTSTAMP:${stamp}`,
    `SEQUENCE:${view.proposal?.version ?? 0}`,
    ...renderPeriod(event.period),
    `SUMMARY:${escapeText(event.title)}`,
    ...(event.place === "" ? [] : [`LOCATION:${escapeText(event.place)}`]),
    `DESCRIPTION:${escapeText([event.description, url].filter((line) => line !== "").join("\n"))}`,
    `URL:${stripControls(url)}`,
    ...renderStatus(event),
    "END:VEVENT",
  ]);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//ToWow//ToWow//${EXPORT_MESSAGES[language].tag}`,
    "CALSCALE:GREGORIAN",
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    ...events,
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

/** Render start and end; whole days have dates, times are in UTC. */
function renderPeriod(period: EventPeriod): readonly string[] {
  if (period.kind === "days") return [`DTSTART;VALUE=DATE:${formatDigits(period.start).slice(0, 8)}`, `DTEND;VALUE=DATE:${formatDigits(period.end).slice(0, 8)}`];
  return [`DTSTART:${formatUtc(period.start)}`, ...(period.end === null ? [] : [`DTEND:${formatUtc(period.end)}`])];
}

/** Render whether the event is certain, and whether its time is taken: a whole day is not. */
function renderStatus({ tentative, period }: CalendarEvent): readonly string[] {
  return [`STATUS:${tentative ? "TENTATIVE" : "CONFIRMED"}`, ...(period.kind === "days" ? ["TRANSP:TRANSPARENT"] : [])];
}

function formatUtc(at: Date): string {
  return `${formatDigits(at).slice(0, 15)}Z`;
}

/** Format a date as 20260122T100000.000Z. */
function formatDigits(at: Date): string {
  return at.toISOString().replace(/[-:]/g, "");
}

function formatInstant(timestamp: string | null | undefined): string | null {
  const at = new Date(timestamp ?? "");
  return Number.isNaN(at.getTime()) ? null : formatUtc(at);
}

/** Create a UID that is stable for the same part of the same demand, so that a new import replaces the event. */
function createUid(demandId: string, key: string, countByKey: Map<string, number>): string {
  const occurrence = (countByKey.get(key) ?? 0) + 1;
  countByKey.set(key, occurrence);
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const octet of new TextEncoder().encode(key)) {
    high = Math.imul(high ^ octet, 2654435761);
    low = Math.imul(low ^ octet, 1597334677);
  }
  const hash = [high, low].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
  return `${demandId.replace(/[^A-Za-z0-9-]/g, "")}.${hash}.${occurrence}@towow`;
}

/** Escape a text value (RFC 5545 § 3.3.11). */
function escapeText(text: string): string {
  return stripControls(text.replace(/\r\n?/g, "\n").replace(/[\\;,]/g, "\\$&").replace(/\n/g, "\\n"));
}

/** Remove control characters that content lines may not contain. */
function stripControls(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, "");
}

/** Fold a content line into pieces of at most 75 octets without splitting characters (RFC 5545 § 3.1). */
function foldLine(line: string): string {
  const octets = new TextEncoder();
  let folded = "";
  let remaining = MAX_LINE_OCTETS;
  for (const character of line) {
    const size = octets.encode(character).length;
    if (size > remaining) {
      folded += "\r\n ";
      remaining = MAX_LINE_OCTETS - 1;
    }
    folded += character;
    remaining -= size;
  }
  return folded;
}
