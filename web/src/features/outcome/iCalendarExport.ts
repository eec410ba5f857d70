// iCalendar export (RFC 5545): one all-day event per dated milestone.
import type { DemandView } from "../../eventLog/types";
import { getDistinctLabel } from "../proposal/normalizedPlan";

interface CalendarMessages {
  /** BCP 47 language tag for PRODID. */
  readonly tag: string;
  readonly untitled: string;
  readonly of: (summary: string) => string;
}

interface DatedMilestone {
  readonly name: string;
  readonly label: string;
  /** YYYYMMDD. */
  readonly date: string;
  readonly next: string;
}

/** Maximum content line length in octets, without CRLF. */
const MAX_LINE_OCTETS = 75;
const MAX_NAME_CHARS = 80;

/** Whether the plan has a milestone with a valid date. */
export function hasDatedMilestones(view: DemandView): boolean {
  return listDatedMilestones(view).length > 0;
}

/** Render a plan as iCalendar text; `url` is the page of the negotiation. */
export function renderCalendar(view: DemandView, url: string, messages: CalendarMessages): string {
  const summary = (view.proposal?.summary ?? "").trim() || view.raw_input;
  const name = Array.from(summary).slice(0, MAX_NAME_CHARS).join("");
  const stamp = formatInstant(view.proposal?.created_at) ?? formatInstant(view.updated_at) ?? "19700101T000000Z";
  const countByName = new Map<string, number>();
  const events = listDatedMilestones(view).flatMap((day) => [
    "BEGIN:VEVENT",
    `UID:${createUid(view.demand_id, day.name, countByName)}`,
    `DTSTAMP:${stamp}`,
    `SEQUENCE:${view.proposal?.version ?? 0}`,
    `DTSTART;VALUE=DATE:${day.date}`,
    `DTEND;VALUE=DATE:${day.next}`,
    `SUMMARY:${escapeText(day.name || messages.untitled)}`,
    `DESCRIPTION:${escapeText([day.label, messages.of(summary), url].filter(Boolean).join("\n"))}`,
    `URL:${stripControls(url)}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ]);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//ToWow//ToWow//${messages.tag}`,
    "CALSCALE:GREGORIAN",
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    ...events,
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

function listDatedMilestones(view: DemandView): DatedMilestone[] {
  return (view.proposal?.timeline?.milestones ?? []).flatMap(({ name, date, label }) => {
    const at = /^\d{4}-\d{2}-\d{2}$/.test(date ?? "") ? new Date(`${date ?? ""}T00:00:00Z`) : null;
    // The Date constructor accepts or rolls over invalid days such as 31 February.
    if (at === null || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== date) return [];
    const next = new Date(at.getTime() + 86_400_000);
    return [{ name: name ?? "", label: getDistinctLabel(name ?? "", label ?? ""), date: formatDigits(at).slice(0, 8), next: formatDigits(next).slice(0, 8) }];
  });
}

/** Format a date as 20260122T100000.000Z. */
function formatDigits(at: Date): string {
  return at.toISOString().replace(/[-:]/g, "");
}

function formatInstant(timestamp: string | null | undefined): string | null {
  const at = new Date(timestamp ?? "");
  return Number.isNaN(at.getTime()) ? null : `${formatDigits(at).slice(0, 15)}Z`;
}

/** Create a UID that is stable for the same milestone of the same demand, so that a new import replaces the event. */
function createUid(demandId: string, name: string, countByName: Map<string, number>): string {
  const occurrence = (countByName.get(name) ?? 0) + 1;
  countByName.set(name, occurrence);
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const octet of new TextEncoder().encode(name)) {
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
