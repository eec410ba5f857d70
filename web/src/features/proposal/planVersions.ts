// Earlier versions of the shown plan, their causes and reviews.
import { readNumber, readString } from "../../eventLog/readJson";
import type { ChannelPart, DemandView, LogEntry, Plan } from "../../eventLog/types";
import type { LogState } from "../../eventLog/logStore";
import { normalizePlan, type NormalizedAdjustment, type NormalizedAssignment, type NormalizedPlan } from "./normalizedPlan";

/** List the plans before the shown one, newest first; one version may occur more than once. */
export function listEarlierPlans(views: readonly DemandView[], count: number, shown: Plan): readonly Plan[] {
  const plans: Plan[] = [];
  let newest: Plan | null = shown;
  for (let index = Math.min(count, views.length) - 1; index >= 0; index--) {
    const plan = views[index]?.proposal ?? null;
    if (plan !== null && plan !== newest) plans.push(plan);
    newest = plan;
  }
  return plans;
}

/** Return the newest plan with another version; null for the first version. */
export function getPreviousVersion(earlier: readonly NormalizedPlan[], shown: NormalizedPlan): NormalizedPlan | null {
  return earlier.find(({ version }) => version !== shown.version) ?? null;
}

/** Return the adjustment that produced this version; null when it is carried over from an earlier one. */
export function getVersionAdjustment(shown: NormalizedPlan, before: NormalizedPlan | null): NormalizedAdjustment | null {
  return JSON.stringify(shown.adjustment) === JSON.stringify(before?.adjustment) ? null : shown.adjustment;
}

/** Return the assignments of departed agents, from the newest plan that had them. */
export function getLostAssignments(shown: NormalizedPlan, earlier: readonly NormalizedPlan[], departed: readonly string[]): readonly NormalizedAssignment[] {
  const getAssignmentsOf = ({ assignments }: NormalizedPlan, agent: string): readonly NormalizedAssignment[] => assignments.filter(({ agentId }) => agentId === agent);
  return departed
    .filter((agent) => getAssignmentsOf(shown, agent).length === 0)
    .flatMap((agent) => earlier.map((plan) => getAssignmentsOf(plan, agent)).find((held) => held.length > 0) ?? []);
}

/** Review of the shown version. `never`: nobody reviewed it; `since`: it changed after `version` was reviewed. */
type ReviewState = { readonly kind: "yes" | "never" } | { readonly kind: "since"; readonly version: number };

/** Return whether anybody reviewed exactly the shown version; withdrawals do not count. */
export function getReviewState(part: ChannelPart, shown: NormalizedPlan): ReviewState {
  const feedbacks = (part.candidates ?? []).flatMap(({ feedbacks }) => feedbacks ?? []);
  const isReviewed = feedbacks.some((one) => one?.proposal_version === shown.version && one?.feedback_type !== "withdraw");
  if (isReviewed) return { kind: "yes" };
  const version = readNumber(part.review?.version);
  return version !== null && shown.version !== null && version < shown.version ? { kind: "since", version } : { kind: "never" };
}

/** Cause of a version without an adjustment: an agent left, or a subnet filled a gap. */
export type VersionCause = { readonly kind: "left"; readonly agentId: string } | { readonly kind: "subnet"; readonly gap: string };

/** Return the cause of the shown version; null when there is no such event. */
export function getVersionCause(log: Pick<LogState, "entries" | "views">, count: number, shown: NormalizedPlan): VersionCause | null {
  const index = log.views.findIndex(({ proposal }) => proposal !== null && readNumber(proposal.version) === shown.version);
  const entry = index < count ? log.entries[index] : undefined;
  if (entry?.event_type === "towow.agent.withdrawn") return { kind: "left", agentId: readString(entry.payload.agent_id) };
  return entry?.event_type === "towow.subnet.completed" ? { kind: "subnet", gap: readString(entry.payload.gap_type) } : null;
}

/** Whether the shown version was written by the fallback instead of the model. */
export function isFallbackVersion(entries: readonly LogEntry[], count: number, channel: string, version: number | null): boolean {
  return entries
    .slice(0, count)
    .some(({ event_type, payload }) => event_type === "towow.proposal.distributed" && payload.channel_id === channel && payload.version === version && payload.fallback === true);
}

/** Normalise a list of plans. */
export function normalizePlans(plans: readonly Plan[]): readonly NormalizedPlan[] {
  return plans.map(normalizePlan);
}
