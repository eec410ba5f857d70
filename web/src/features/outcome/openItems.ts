// Open items of a plan without gaps: unconfirmed assignments, declined requests, risks.
import { getOpenGaps } from "../../eventLog/openGaps";
import { getPlanOutcome } from "../../eventLog/planOutcome";
import type { DemandView } from "../../eventLog/types";
import { normalizePlan, type NormalizedAssignment, type NormalizedPlan } from "../proposal/normalizedPlan";

interface OpenItems {
  readonly unconfirmed: readonly NormalizedAssignment[];
  readonly unmetRequests: NonNullable<NormalizedPlan["adjustment"]>["declined"];
  /** Number of risks, which may include conditions that were not agreed to. */
  readonly risks: number;
  /** Whether the plan is complete; null in logs that do not tell. */
  readonly complete: boolean | null;
}

/** Return the open items; null while the plan has gaps or its completeness is unknown. */
export function getOpenItems(view: DemandView): OpenItems | null {
  if (view.is_complete !== true || getOpenGaps(view).length > 0) return null;
  const complete = getPlanOutcome(view)?.complete ?? null;
  if (!view.proposal) return { unconfirmed: [], unmetRequests: [], risks: 0, complete };
  const plan = normalizePlan(view.proposal);
  return { unconfirmed: plan.assignments.filter((assignment) => !assignment.confirmed && !assignment.reserve), unmetRequests: plan.adjustment?.declined ?? [], risks: plan.risks.length, complete };
}

/** Whether there are no open items, and the plan is not known to be incomplete. */
export function isFullySettled({ unconfirmed, unmetRequests, risks, complete }: OpenItems): boolean {
  return complete !== false && unconfirmed.length + unmetRequests.length + risks === 0;
}
