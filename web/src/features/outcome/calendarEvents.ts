// Events of an agreed plan for a calendar: the plan's day, each part that has a time of its own, and the milestones before it.
import { getPlanOutcome } from "../../eventLog/planOutcome";
import type { DemandView } from "../../eventLog/types";
import { getFormat } from "../../i18n/format";
import type { Locale } from "../../i18n/locale";
import { formatMoney } from "../../i18n/money";
import { getPartlyLabel } from "../negotiation/agreement";
import { normalizePlan, type NormalizedAssignment, type NormalizedPlan } from "../proposal/normalizedPlan";
import { getPlanDay, readDay } from "../proposal/planDay";
import { formatFee } from "../terms/termTexts";
import { readUnderstanding } from "../understanding/demandReading";
import { describeTotal } from "./describeTotal";
import { EXPORT_MESSAGES } from "./exportMessages";
import { MESSAGES } from "./messages";
import { getPlanCosts } from "./planCosts";
import { getPlanReport } from "./planReport";

/** Period of an event: whole days, `end` the day after the last; or instants, `end` null when only the start is known. */
export type EventPeriod = { readonly kind: "days"; readonly start: Date; readonly end: Date } | { readonly kind: "time"; readonly start: Date; readonly end: Date | null };

/** Event for a calendar. */
export interface CalendarEvent {
  /** Stable for the same part of the same plan. */
  readonly key: string;
  readonly title: string;
  readonly period: EventPeriod;
  /** "" when unknown. */
  readonly place: string;
  readonly description: string;
  /** Whether the plan is not (completely) agreed. */
  readonly tentative: boolean;
}

const DAY_MS = 86_400_000;

/** Whether the plan has a day, or a part with a time. */
export function hasCalendarEvents(view: DemandView): boolean {
  return listCalendarEvents(view, "en").length > 0;
}

/** List the events of the shown plan; days that do not exist are left out. */
export function listCalendarEvents(view: DemandView, language: Locale): readonly CalendarEvent[] {
  if (!view.proposal) return [];
  const plan = normalizePlan(view.proposal);
  const reading = readUnderstanding(view.understanding);
  const held = plan.assignments.filter(({ reserve }) => !reserve);
  const title = reading.title || plan.summary || view.raw_input;
  const common = { place: reading.limits.place, tentative: view.status === "failed" || getPlanOutcome(view)?.complete === false };
  const day = getPlanDay(plan);
  const period = day === "" ? null : getPlanPeriod(day, [...(reading.terms === null ? [] : [reading.terms]), ...held.flatMap(({ terms }) => terms ?? [])]);
  const whole = period === null ? [] : [{ ...common, key: "plan", title, period, description: describePlan(view, language) }];
  const parts = held.flatMap((part) => {
    const own = part.terms === null ? null : readPeriod(part.terms.start, part.terms.end);
    if (own === null || (period !== null && isSamePeriod(own, period))) return [];
    return [{ ...common, key: `${part.agentId} ${part.role}`, title: [title, part.role, part.name].filter((text) => text !== "").join(" · "), period: own, description: describePart(part, language) }];
  });
  return [...whole, ...parts, ...listMilestoneEvents(plan.milestones, title, day, common.tentative)];
}

/** List the milestones on other days than the plan's as whole days without a place: each is something to be done by then. */
function listMilestoneEvents(milestones: NormalizedPlan["milestones"], title: string, day: string, tentative: boolean): readonly CalendarEvent[] {
  return milestones.flatMap(({ name, date, label }) => {
    const period = date === day ? null : readPeriod(date, "");
    return period === null || name === "" ? [] : [{ key: `milestone ${name} ${date}`, title: `${title} · ${name}`, period, place: "", description: label, tentative }];
  });
}

/** Return the period on a day from the first start to the last end that any of the terms names, else the whole day. */
function getPlanPeriod(day: string, terms: readonly { readonly start: string; readonly end: string }[]): EventPeriod {
  const isOnDay = (instant: string): boolean => instant.startsWith(day);
  const starts = terms.map(({ start }) => start).filter(isOnDay).flatMap((start) => readInstant(start) ?? []);
  const [start] = starts.toSorted((one, other) => one.getTime() - other.getTime());
  if (start === undefined) return readPeriod(day, "") ?? { kind: "days", start: new Date(day), end: new Date(day) };
  const ends = terms.filter((one) => isOnDay(one.start)).flatMap(({ end }) => readInstant(end) ?? []).filter((end) => end > start);
  return { kind: "time", start, end: ends.toSorted((one, other) => other.getTime() - one.getTime())[0] ?? null };
}

/** Read a period from dates or instants; null when its start is none. */
function readPeriod(start: string, end: string): EventPeriod | null {
  const instant = readInstant(start);
  if (instant !== null) {
    const last = readInstant(end);
    return { kind: "time", start: instant, end: last !== null && last > instant ? last : null };
  }
  const first = readDay(start);
  if (first === null) return null;
  const last = readDay(end.slice(0, 10)) ?? first;
  return { kind: "days", start: first, end: new Date((last < first ? first : last).getTime() + DAY_MS) };
}

/** Read an instant with offset. */
function readInstant(instant: string): Date | null {
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(instant) && readDay(instant.slice(0, 10)) !== null ? new Date(instant) : null;
  return at === null || Number.isNaN(at.getTime()) ? null : at;
}

function isSamePeriod(one: EventPeriod, other: EventPeriod): boolean {
  return one.kind === other.kind && one.start.getTime() === other.start.getTime() && one.end?.getTime() === other.end?.getTime();
}

/** Describe the plan: how far it is agreed and what is missing first, then the people, the cost and the summary. */
function describePlan(view: DemandView, language: Locale): string {
  const [messages, exportMessages] = [MESSAGES[language], EXPORT_MESSAGES[language]];
  const { missing, reserves } = getPlanReport(view);
  const costs = getPlanCosts(view);
  const held = view.proposal ? normalizePlan(view.proposal).assignments.filter(({ reserve }) => !reserve) : [];
  const lines = [
    view.status === "failed" ? exportMessages.notAgreed : getPartlyLabel(view, language),
    missing.length === 0 ? "" : `${messages.stillMissing}: ${missing.map(({ text }) => text).join("; ")}`,
    ...held.map((part) => describePart(part, language)),
    reserves.length === 0 ? "" : `${messages.reserves}: ${getFormat(language).list(reserves.map(({ name }) => name))}`,
    ...(costs?.totals ?? []).map((total) => `${describeTotal(total, language)}${total.over === null ? "" : ` (${messages.overBy(formatMoney(total.over, language))})`}`),
    exportMessages.of((view.proposal?.summary ?? "").trim() || view.raw_input),
  ];
  return lines.filter((line) => line !== "").join("\n");
}

function describePart({ name, agentId, role, confirmed, terms }: NormalizedAssignment, language: Locale): string {
  const exportMessages = EXPORT_MESSAGES[language];
  const facts = [role, confirmed ? exportMessages.confirmed : exportMessages.open, terms === null ? "" : formatFee(terms, language)];
  return `${name || agentId}: ${facts.filter((fact) => fact !== "").join(", ")}`;
}
