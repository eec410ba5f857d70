// What of a plan is not settled yet although every need has somebody? Parts nobody confirmed, requests that were not met.
import { openGaps } from "../../eventLog/openGaps";
import type { DemandView } from "../../eventLog/types";
import { plain } from "../proposal/normalizedPlan";
import type { PlainAssignment, PlainPlan } from "../proposal/normalizedPlan";

interface Unsettled {
  readonly open: readonly PlainAssignment[];
  readonly unmet: NonNullable<PlainPlan["adjustment"]>["declined"];
  /** How many risks the plan names; conditions that were not agreed to may be among them. */
  readonly risks: number;
}

/** Null as long as something lacks or it is not known whether it does; all of it empty when there is nothing to settle. */
export function unsettledIn(view: DemandView): Unsettled | null {
  if (view.is_complete !== true || openGaps(view).length > 0) return null;
  if (!view.proposal) return { open: [], unmet: [], risks: 0 };
  const plan = plain(view.proposal);
  return { open: plan.assignments.filter((one) => !one.confirmed), unmet: plan.adjustment?.declined ?? [], risks: plan.risks.length };
}

/** Whether nothing at all is left to settle. */
export function isSettled({ open, unmet, risks }: Unsettled): boolean {
  return open.length + unmet.length + risks === 0;
}
