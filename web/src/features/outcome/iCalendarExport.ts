// How do the dates of a plan come into a calendar? As iCalendar text (RFC 5545): each dated milestone is a day's event.
import type { DemandView } from "../../eventLog/types";
import { besideName } from "../proposal/normalizedPlan";

interface CalendarWords {
  /** BCP 47, for PRODID. */
  readonly tag: string;
  readonly untitled: string;
  readonly of: (summary: string) => string;
}

interface Day {
  readonly name: string;
  readonly label: string;
  /** YYYYMMDD */
  readonly date: string;
  readonly next: string;
}

/** Octets of a line, without its CRLF. */
const LINE = 75;
const NAME = 80;

/** Whether there is a milestone with a date. */
export function hasDates(view: DemandView): boolean {
  return days(view).length > 0;
}

/** The calendar of a plan; `url`: where the negotiation is to be seen. Without dated milestones it has no events. */
export function calendarOf(view: DemandView, url: string, words: CalendarWords): string {
  const summary = (view.proposal?.summary ?? "").trim() || view.raw_input;
  const name = Array.from(summary).slice(0, NAME).join("");
  const stamp = instant(view.proposal?.created_at) ?? instant(view.updated_at) ?? "19700101T000000Z";
  const seen = new Map<string, number>();
  const events = days(view).flatMap((day) => [
    "BEGIN:VEVENT",
    `UID:${uidOf(view.demand_id, day.name, seen)}`,
    `DTSTAMP:${stamp}`,
    `SEQUENCE:${view.proposal?.version ?? 0}`,
    `DTSTART;VALUE=DATE:${day.date}`,
    `DTEND;VALUE=DATE:${day.next}`,
    `SUMMARY:${escaped(day.name || words.untitled)}`,
    `DESCRIPTION:${escaped([day.label, words.of(summary), url].filter(Boolean).join("\n"))}`,
    `URL:${plain(url)}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ]);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//ToWow//ToWow//${words.tag}`,
    "CALSCALE:GREGORIAN",
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    ...events,
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

function days(view: DemandView): Day[] {
  return (view.proposal?.timeline?.milestones ?? []).flatMap(({ name, date, label }) => {
    const at = /^\d{4}-\d{2}-\d{2}$/.test(date ?? "") ? new Date(`${date ?? ""}T00:00:00Z`) : null;
    // A day that there is not, 31 February, reads as another one or none.
    if (at === null || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== date) return [];
    const next = new Date(at.getTime() + 86_400_000);
    return [{ name: name ?? "", label: besideName(name ?? "", label ?? ""), date: digits(at).slice(0, 8), next: digits(next).slice(0, 8) }];
  });
}

/** 20260122T100000.000Z without its punctuation. */
function digits(at: Date): string {
  return at.toISOString().replace(/[-:]/g, "");
}

function instant(said: string | null | undefined): string | null {
  const at = new Date(said ?? "");
  return Number.isNaN(at.getTime()) ? null : `${digits(at).slice(0, 15)}Z`;
}

/** The same for the same milestone of the same demand, whatever else the plan has: a calendar replaces it, then. */
function uidOf(demandId: string, name: string, seen: Map<string, number>): string {
  const nth = (seen.get(name) ?? 0) + 1;
  seen.set(name, nth);
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const octet of new TextEncoder().encode(name)) {
    high = Math.imul(high ^ octet, 2654435761);
    low = Math.imul(low ^ octet, 1597334677);
  }
  const hash = [high, low].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
  return `${demandId.replace(/[^A-Za-z0-9-]/g, "")}.${hash}.${nth}@towow`;
}

/** A text value (RFC 5545 § 3.3.11). */
function escaped(text: string): string {
  return plain(text.replace(/\r\n?/g, "\n").replace(/[\\;,]/g, "\\$&").replace(/\n/g, "\\n"));
}

/** Without the control characters that no content line may hold. */
function plain(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, "");
}

/** A content line in pieces of at most 75 octets, no character split (RFC 5545 § 3.1). */
function folded(line: string): string {
  const octets = new TextEncoder();
  let written = "";
  let room = LINE;
  for (const character of line) {
    const size = octets.encode(character).length;
    if (size > room) {
      written += "\r\n ";
      room = LINE - 1;
    }
    written += character;
    room -= size;
  }
  return written;
}
