// The plan of one turn in a few words; the plan itself has a card of its own.
import { useFormat } from "../../../i18n/format";
import type { PlanVersion } from "../model/plan";
import { comparePlans } from "../model/planChanges";
import { MESSAGES } from "../messages";
import { ChangeSummary } from "./PlanDifferences";
import { PLAN_MESSAGES } from "./messages";

/** Phases and hours of a plan, and what changed since `before`, the plan of an earlier round. */
export function PlanBrief({ version, before }: { readonly version: PlanVersion; readonly before: PlanVersion | null }) {
  const messages = PLAN_MESSAGES.useCurrent();
  const page = MESSAGES.useCurrent();
  const { number } = useFormat();
  const { plan } = version;
  return (
    <div>
      <h5>{page.thePlan}</h5>
      <p className="row small">
        <span>{page.phases(plan.phases.length)}</span>
        {plan.totalHours !== null && <span>{messages.total(number(plan.totalHours))}</span>}
        {before && <ChangeSummary changes={comparePlans(before.plan, plan)} round={before.round} />}
      </p>
    </div>
  );
}
