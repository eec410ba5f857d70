// What changed from one version of a plan to the next? Item by item, field by field.
import type { PlainAssignment, PlainGap, PlainMilestone, PlainPlan } from "./normalizedPlan";

export type Mark = "same" | "added" | "changed" | "removed";

/** An item of the plan, or one that is no longer in it. `changed` names the fields that differ from `before`. */
export interface Compared<T> {
  readonly item: T;
  readonly mark: Mark;
  readonly before: T | null;
  readonly changed: readonly (keyof T)[];
}

/** The texts of a plan that stand alone. */
const ALONE = ["summary", "objective", "rationale", "confidence", "startDate"] as const;
export type Alone = (typeof ALONE)[number];

export interface PlanDiff {
  readonly assignments: readonly Compared<PlainAssignment>[];
  readonly milestones: readonly Compared<PlainMilestone>[];
  readonly criteria: readonly Compared<string>[];
  readonly risks: readonly Compared<string>[];
  readonly gaps: readonly Compared<PlainGap>[];
  /** What a text was before, where it is another now. */
  readonly texts: Readonly<Partial<Record<Alone, string>>>;
  readonly differs: boolean;
}

type Key<T> = (item: T) => string;

/** By what two assignments are the same one: its holder in its role; else its holder; else its role. */
const ASSIGNMENT: readonly Key<PlainAssignment>[] = [(a) => pair(a.agentId, a.role), (a) => a.agentId, (a) => a.role];
/** Whether it is confirmed is no change of the plan but an answer to it. */
const ASSIGNMENT_FIELDS: readonly (keyof PlainAssignment)[] = ["agentId", "role", "responsibility", "dependencies", "required", "notes"];
const MILESTONE: readonly Key<PlainMilestone>[] = [(m) => m.name, (m) => (m.date || m.label ? pair(m.date, m.label) : "")];
const GAP: readonly Key<PlainGap>[] = [(g) => g.type];

/** `now` against `before`; null = there is nothing to compare it with, so that nothing is marked. */
export function diff(before: PlainPlan | null, now: PlainPlan): PlanDiff {
  const was = before ?? now;
  const lists = {
    assignments: compared(was.assignments, now.assignments, ASSIGNMENT, ASSIGNMENT_FIELDS),
    milestones: compared(was.milestones, now.milestones, MILESTONE, ["name", "date", "label"]),
    criteria: compared(was.criteria, now.criteria, [same], []),
    risks: compared(was.risks, now.risks, [same], []),
    gaps: compared(was.gaps, now.gaps, GAP, ["importance", "reason"]),
  };
  const texts = Object.fromEntries(ALONE.filter((name) => was[name] !== now[name]).map((name) => [name, was[name]]));
  const differs = Object.keys(texts).length > 0 || Object.values(lists).some((list) => list.some(({ mark }) => mark !== "same"));
  return { ...lists, texts, differs };
}

/** An item as far as it is marked, whatever it is. */
export type Marked = Pick<Compared<unknown>, "mark">;

/** How many items of a list were added, changed, removed. */
export function counted(list: readonly Marked[]): Readonly<Record<Exclude<Mark, "same">, number>> {
  const of = (mark: Mark): number => list.filter((item) => item.mark === mark).length;
  return { added: of("added"), changed: of("changed"), removed: of("removed") };
}

/** The items of `now` in their order, then those of `before` that are gone. The keys are tried one after the other. */
function compared<T extends object | string>(before: readonly T[], now: readonly T[], keys: readonly Key<T>[], fields: readonly (keyof T)[]): Compared<T>[] {
  const partner = partners(before, now, keys);
  const left = before.filter((_, index) => !partner.includes(index));
  return [
    ...now.map((item, index) => one(item, before[partner[index] ?? -1], fields)),
    ...left.map((item) => ({ item, mark: "removed" as const, before: item, changed: [] })),
  ];
}

/** For each item of `now` the index of its counterpart; -1 = it has none. */
function partners<T>(before: readonly T[], now: readonly T[], keys: readonly Key<T>[]): number[] {
  const partner = now.map(() => -1);
  for (const key of keys) {
    now.forEach((item, index) => {
      if (partner[index] !== -1 || key(item) === "") return;
      partner[index] = before.findIndex((other, at) => !partner.includes(at) && key(other) === key(item));
    });
  }
  return partner;
}

function one<T extends object | string>(item: T, before: T | undefined, fields: readonly (keyof T)[]): Compared<T> {
  if (before === undefined) return { item, mark: "added", before: null, changed: [] };
  const changed = fields.filter((name) => JSON.stringify(item[name]) !== JSON.stringify(before[name]));
  return { item, mark: changed.length > 0 ? "changed" : "same", before, changed };
}

function pair(one: string, other: string): string {
  return JSON.stringify([one, other]);
}

function same(said: string): string {
  return said;
}
