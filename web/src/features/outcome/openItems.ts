// Open items of a plan without gaps: unconfirmed assignments, declined requests, risks.
import { getOpenGaps } from "../../eventLog/openGaps";
import type { DemandView } from "../../eventLog/types";
import { normalizePlan, type NormalizedAssignment, type NormalizedPlan } from "../proposal/normalizedPlan";

interface OpenItems {
  readonly unconfirmed: readonly NormalizedAssignment[];
  readonly unmetRequests: NonNullable<NormalizedPlan["adjustment"]>["declined"];
  /** Number of risks, which may include conditions that were not agreed to. */
  readonly risks: number;
}

/** Return the open items; null while the plan has gaps or its completeness is unknown. */
export function getOpenItems(view: DemandView): OpenItems | null {
  if (view.is_complete !== true || getOpenGaps(view).length > 0) return null;
  if (!view.proposal) return { unconfirmed: [], unmetRequests: [], risks: 0 };
  const plan = normalizePlan(view.proposal);
  return { unconfirmed: plan.assignments.filter((assignment) => !assignment.confirmed), unmetRequests: plan.adjustment?.declined ?? [], risks: plan.risks.length };
}

/** Whether there are no open items. */
export function isFullySettled({ unconfirmed: unconfirmed, unmetRequests: unmetRequests, risks }: OpenItems): boolean {
  return unconfirmed.length + unmetRequests.length + risks === 0;
}
