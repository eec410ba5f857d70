// What is to be done after an agreement: by whom, until when; from what is missing, the terms and the milestones.
import { createNameLookup } from "../../eventLog/agentNames";
import { getOpenGaps } from "../../eventLog/openGaps";
import { getPlanOutcome } from "../../eventLog/planOutcome";
import type { DemandView } from "../../eventLog/types";
import type { Money } from "../../i18n/money";
import { normalizePlan, type NormalizedAssignment, type NormalizedPlan } from "../proposal/normalizedPlan";
import { getPlanDay, readDay } from "../proposal/planDay";
import { getPlanReport } from "./planReport";

/** One step; `date` is YYYY-MM-DD or "", `owner` a name, "" for everybody who takes part. */
export interface NextStep {
  readonly kind: "find" | "confirm" | "finding" | "settle" | "deposit" | "notice" | "milestone";
  /** Need, role, point to settle, or milestone; for a deposit or notice the other person's name; for a finding its role, "" without one. */
  readonly what: string;
  readonly date: string;
  readonly owner: string;
  /** Sum of a deposit; null when it is unknown. */
  readonly sum: Money | null;
  /** Kind of a finding; "" for other steps. */
  readonly finding: string;
}

const DAY_MS = 86_400_000;

/** List the steps of the shown plan: those without a date first, then by date. */
export function listNextSteps(view: DemandView): readonly NextStep[] {
  if (!view.proposal) return [];
  const plan = normalizePlan(view.proposal);
  const held = plan.assignments.filter(({ reserve }) => !reserve);
  const nameOf = createNameLookup(view);
  const steps = [...listMissing(view, held, nameOf), ...listOpenPoints(view, plan), ...held.flatMap((part) => listTermSteps(view, part, getPlanDay(plan))), ...listMilestones(plan)];
  return steps.filter(isFirst).toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));
}

function isFirst(step: NextStep, index: number, steps: readonly NextStep[]): boolean {
  return steps.findIndex((other) => JSON.stringify(other) === JSON.stringify(step)) === index;
}

function listMissing(view: DemandView, held: readonly NormalizedAssignment[], nameOf: (agentId: string) => string): readonly NextStep[] {
  const needs = getPlanOutcome(view)?.needs ?? [];
  const lacking = needs.length > 0 ? needs.filter(({ met, holders }) => !met && holders.length === 0).map(({ need }) => need) : getOpenGaps(view).map(({ gap_type }) => gap_type);
  return [
    ...lacking.map((need) => createStep("find", need, "", view.user_id)),
    ...held.filter(({ confirmed }) => !confirmed).map((part) => createStep("confirm", part.role, "", part.name || nameOf(part.agentId))),
  ];
}

/** List what was found against the plan and the requests that it does not meet: the requester settles them. */
function listOpenPoints(view: DemandView, plan: NormalizedPlan): readonly NextStep[] {
  const { missing, findings } = getPlanReport(view);
  const found = [...missing.flatMap(({ finding }) => finding ?? []), ...findings];
  const declined = (plan.adjustment?.declined ?? []).map(({ request }) => request).filter((request) => request !== "");
  return [
    ...found.map(({ kind, role }) => ({ ...createStep("finding", role, "", view.user_id), finding: kind })),
    ...declined.map((request) => createStep("settle", request, "", view.user_id)),
  ];
}

/** List what the terms of a part ask of the requester: a deposit, and notice before the day. */
function listTermSteps(view: DemandView, { terms, name, agentId }: NormalizedAssignment, day: string): readonly NextStep[] {
  if (terms === null) return [];
  const { fee, per, depositShare, noticeDays } = terms;
  const on = readDay(day);
  const until = on === null || noticeDays === null || noticeDays <= 0 ? null : new Date(on.getTime() - noticeDays * DAY_MS);
  const sum = fee !== null && depositShare !== null && per === "event" ? { ...fee, amount: Math.round(fee.amount * depositShare) } : null;
  return [
    ...(depositShare !== null && depositShare > 0 ? [createStep("deposit", name || agentId, "", view.user_id, sum)] : []),
    ...(until === null || Number.isNaN(until.getTime()) ? [] : [createStep("notice", name || agentId, until.toISOString().slice(0, 10), view.user_id)]),
  ];
}

function listMilestones({ milestones }: NormalizedPlan): readonly NextStep[] {
  return milestones.filter(({ name }) => name !== "").map(({ name, date }) => createStep("milestone", name, readDay(date) === null ? "" : date, ""));
}

function createStep(kind: NextStep["kind"], what: string, date: string, owner: string, sum: Money | null = null): NextStep {
  return { kind, what, date, owner, sum, finding: "" };
}
