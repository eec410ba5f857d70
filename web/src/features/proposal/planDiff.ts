// Diff of two plan versions, item by item and field by field.
import type { NormalizedAssignment, NormalizedGap, NormalizedMilestone, NormalizedPlan } from "./normalizedPlan";

/** Kind of change of one item. */
export type ChangeKind = "same" | "added" | "changed" | "removed";

/** Item of the plan, or a removed one; `changedFields` lists the fields that differ from `before`. */
export interface ItemDiff<T> {
  readonly item: T;
  readonly kind: ChangeKind;
  readonly before: T | null;
  readonly changedFields: readonly (keyof T)[];
}

/** Single-text fields of a plan. */
const TEXT_FIELDS = ["summary", "objective", "rationale", "confidence", "startDate"] as const;
/** Name of a single-text field. */
export type TextFieldName = (typeof TEXT_FIELDS)[number];

/** Differences between two plan versions. */
export interface PlanDiff {
  readonly assignments: readonly ItemDiff<NormalizedAssignment>[];
  readonly milestones: readonly ItemDiff<NormalizedMilestone>[];
  readonly criteria: readonly ItemDiff<string>[];
  readonly risks: readonly ItemDiff<string>[];
  readonly gaps: readonly ItemDiff<NormalizedGap>[];
  /** Previous values of the changed text fields. */
  readonly previousTexts: Readonly<Partial<Record<TextFieldName, string>>>;
  readonly differs: boolean;
}

type KeyFunction<T> = (item: T) => string;

/** Matching keys in order of preference: holder and role, holder, role. */
const ASSIGNMENT_KEYS: readonly KeyFunction<NormalizedAssignment>[] = [(a) => joinKeys(a.agentId, a.role), (a) => a.agentId, (a) => a.role];
/** Compared fields; `confirmed` is excluded, since it is an answer to the plan, not a change of it. */
const ASSIGNMENT_FIELDS: readonly (keyof NormalizedAssignment)[] = ["agentId", "role", "responsibility", "dependencies", "required", "notes", "reserve", "terms"];
const MILESTONE_KEYS: readonly KeyFunction<NormalizedMilestone>[] = [(m) => m.name, (m) => (m.date || m.label ? joinKeys(m.date, m.label) : "")];
const GAP_KEYS: readonly KeyFunction<NormalizedGap>[] = [(g) => g.type];

/** Compare two versions; with `before` null nothing is marked as changed. */
export function diffPlans(before: NormalizedPlan | null, current: NormalizedPlan): PlanDiff {
  const previous = before ?? current;
  const lists = {
    assignments: diffItems(previous.assignments, current.assignments, ASSIGNMENT_KEYS, ASSIGNMENT_FIELDS),
    milestones: diffItems(previous.milestones, current.milestones, MILESTONE_KEYS, ["name", "date", "label"]),
    criteria: diffItems(previous.criteria, current.criteria, [identity], []),
    risks: diffItems(previous.risks, current.risks, [identity], []),
    gaps: diffItems(previous.gaps, current.gaps, GAP_KEYS, ["importance", "reason"]),
  };
  const previousTexts = Object.fromEntries(TEXT_FIELDS.filter((name) => previous[name] !== current[name]).map((name) => [name, previous[name]]));
  const differs = Object.keys(previousTexts).length > 0 || Object.values(lists).some((list) => list.some(({ kind }) => kind !== "same"));
  return { ...lists, previousTexts, differs };
}

/** Any item with a kind of change. */
export type HasChangeKind = Pick<ItemDiff<unknown>, "kind">;

/** Count the added, changed and removed items of a list. */
export function countChanges(list: readonly HasChangeKind[]): Readonly<Record<Exclude<ChangeKind, "same">, number>> {
  const of = (kind: ChangeKind): number => list.filter((item) => item.kind === kind).length;
  return { added: of("added"), changed: of("changed"), removed: of("removed") };
}

/** Diff two lists: current items in order, then removed ones. Items are matched by each key in turn. */
function diffItems<T extends object | string>(before: readonly T[], current: readonly T[], keys: readonly KeyFunction<T>[], fields: readonly (keyof T)[]): ItemDiff<T>[] {
  const matches = matchItems(before, current, keys);
  const removed = before.filter((_, index) => !matches.includes(index));
  return [
    ...current.map((item, index) => diffItem(item, before[matches[index] ?? -1], fields)),
    ...removed.map((item) => ({ item, kind: "removed" as const, before: item, changedFields: [] })),
  ];
}

/** Return for each current item the index of its match in `before`, or -1. */
function matchItems<T>(before: readonly T[], current: readonly T[], keys: readonly KeyFunction<T>[]): number[] {
  const matches = current.map(() => -1);
  for (const key of keys) {
    current.forEach((item, index) => {
      if (matches[index] !== -1 || key(item) === "") return;
      matches[index] = before.findIndex((other, at) => !matches.includes(at) && key(other) === key(item));
    });
  }
  return matches;
}

function diffItem<T extends object | string>(item: T, before: T | undefined, fields: readonly (keyof T)[]): ItemDiff<T> {
  if (before === undefined) return { item, kind: "added", before: null, changedFields: [] };
  const changedFields = fields.filter((name) => JSON.stringify(item[name]) !== JSON.stringify(before[name]));
  return { item, kind: changedFields.length > 0 ? "changed" : "same", before, changedFields };
}

function joinKeys(one: string, other: string): string {
  return JSON.stringify([one, other]);
}

function identity(text: string): string {
  return text;
}
