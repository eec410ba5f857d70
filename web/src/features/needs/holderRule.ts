// Which holders of a need count: the rule by which the gateway tells what a plan is worth
// (`_counts` in channel_admin/core/need_outcomes.py, `Proposal.day`, `is_day_allowed`).
import { readNumber, readObject, readObjects, readString, readStrings, readTrue } from "../../eventLog/readJson";
import { readTermsOf } from "../../eventLog/terms";
import type { JsonObject } from "../../eventLog/types";

/** Part of a plan: who holds which need. */
export interface HeldPart {
  readonly agentId: string;
  readonly name: string;
  readonly role: string;
  /** Id of a need; "" for a part that meets none. */
  readonly need: string;
  readonly reserve: boolean;
  readonly confirmed: boolean;
  /** Day on which the part begins, YYYY-MM-DD; "" without one of its own. */
  readonly day: string;
}

const WEEKDAYS: readonly string[] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** Read the parts of a plan of any release. */
export function readParts(plan: unknown): readonly HeldPart[] {
  return readObjects(readObject(plan).assignments).map((part) => ({
    agentId: readString(part.agent_id),
    name: readString(part.display_name),
    role: readString(part.role),
    need: readString(part.need),
    reserve: readTrue(part.reserve),
    confirmed: readTrue(part.is_confirmed),
    day: readDate(readTermsOf(part)?.start),
  }));
}

/** Return the ids of the agents that count as holders of a need: confirmed, not in reserve, free, on a day that the limits allow. */
export function getConfirmedHolders(need: string, plan: unknown, limits: unknown): ReadonlySet<string> {
  const source = readObject(plan);
  const unfree = readObjects(source.findings).filter(({ kind }) => kind === "not_free").map(({ agent_id }) => readString(agent_id));
  const parts = readParts(source);
  const planDay = getDay(source, parts);
  const counts = (part: HeldPart): boolean =>
    part.need === need && !part.reserve && part.confirmed && !unfree.includes(part.agentId) && isDayAllowed(part.day || planDay, readObject(limits));
  return new Set(parts.filter(counts).map(({ agentId }) => agentId));
}

/** Return the day of a plan: that on which most of its parts begin, else the latest milestone, else its start; "" when unknown. */
function getDay(plan: JsonObject, parts: readonly HeldPart[]): string {
  const days = parts.filter(({ reserve, day }) => !reserve && day !== "").map(({ day }) => day).sort();
  const counts = [...new Set(days)].map((day) => days.filter((each) => each === day).length);
  const most = [...new Set(days)][counts.indexOf(Math.max(...counts))];
  if (most !== undefined) return most;
  const timeline = readObject(plan.timeline);
  const milestones = readObjects(timeline.milestones).map(({ date }) => readDate(date)).filter(Boolean).sort();
  return milestones.at(-1) ?? readDate(timeline.start_date);
}

function isDayAllowed(day: string, limits: JsonObject): boolean {
  if (day === "") return true;
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  const [notOn, dates] = [readStrings(limits.not_on), readStrings(limits.dates)];
  if (notOn.includes(day) || notOn.includes(WEEKDAYS[weekday] ?? "")) return false;
  if (dates.length > 0 && !dates.includes(day)) return false;
  const weekdays = Array.isArray(limits.weekdays) ? limits.weekdays.map(readNumber) : [];
  return weekdays.length === 0 || weekdays.includes(weekday);
}

/** Return the date at the start of a date or an instant; "" for anything else. */
function readDate(value: unknown): string {
  const day = readString(value).slice(0, 10);
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) ? day : "";
}
