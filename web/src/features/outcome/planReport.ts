// What the page and its exports tell of an agreed plan, in their order: what is missing, the needs, who stands by.
import { createNameLookup } from "../../eventLog/agentNames";
import { readFindings, type Finding } from "../../eventLog/findings";
import { getPlanOutcome } from "../../eventLog/planOutcome";
import type { DemandView } from "../../eventLog/types";
import { normalizePlan } from "../proposal/normalizedPlan";

/** Something that is missing; `finding` when it was found by checking the plan. */
export interface MissingItem {
  readonly text: string;
  readonly finding: Finding | null;
}

/** Need with the names of its holders. */
export interface ReportedNeed {
  readonly need: string;
  readonly met: boolean;
  readonly holders: readonly string[];
}

/** Person in reserve. */
export interface ReportedReserve {
  readonly agentId: string;
  readonly name: string;
  readonly role: string;
}

/** Facts of an agreed plan. */
export interface PlanReport {
  /** Whether the plan is complete; null in logs that do not tell. */
  readonly complete: boolean | null;
  readonly missing: readonly MissingItem[];
  readonly needs: readonly ReportedNeed[];
  /** Findings that are not among what is missing. */
  readonly findings: readonly Finding[];
  readonly reserves: readonly ReportedReserve[];
}

/** Return the facts of the shown plan. */
export function getPlanReport(view: DemandView): PlanReport {
  const nameOf = createNameLookup(view);
  const plan = getPlanOutcome(view);
  const findings = readFindings(view.proposal);
  const missing = (plan?.missing ?? []).map((text) => ({ text, finding: findings.find((finding) => finding.text === text) ?? null }));
  return {
    complete: plan?.complete ?? null,
    missing,
    needs: (plan?.needs ?? []).map(({ need, met, holders }) => ({ need, met, holders: holders.map(nameOf) })),
    findings: findings.filter((finding) => !missing.some((item) => item.finding === finding)),
    reserves: view.proposal ? normalizePlan(view.proposal).assignments.filter(({ reserve }) => reserve).map(({ agentId, name, role }) => ({ agentId, name: name || nameOf(agentId), role })) : [],
  };
}
