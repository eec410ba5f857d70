// Which plans came before the one that is shown, and was this one reviewed?
import { amount, text } from "../../eventLog/readJson";
import type { ChannelPart, DemandView, Entry, Plan } from "../../eventLog/types";
import type { LogState } from "../../eventLog/logStore";
import { plain } from "./normalizedPlan";
import type { PlainAdjustment, PlainAssignment, PlainPlan } from "./normalizedPlan";

/** The plans before the shown one, the newest first: each as it was told, the same version perhaps more than once. */
export function earlierPlans(views: readonly DemandView[], count: number, shown: Plan): readonly Plan[] {
  const plans: Plan[] = [];
  let newest: Plan | null = shown;
  for (let index = Math.min(count, views.length) - 1; index >= 0; index--) {
    const plan = views[index]?.proposal ?? null;
    if (plan !== null && plan !== newest) plans.push(plan);
    newest = plan;
  }
  return plans;
}

/** The last plan of another version; null = the shown one is the first. */
export function versionBefore(earlier: readonly PlainPlan[], shown: PlainPlan): PlainPlan | null {
  return earlier.find(({ version }) => version !== shown.version) ?? null;
}

/** What the adjustment that made this version did. One that made an earlier version is only carried along. */
export function ownAdjustment(shown: PlainPlan, before: PlainPlan | null): PlainAdjustment | null {
  return JSON.stringify(shown.adjustment) === JSON.stringify(before?.adjustment) ? null : shown.adjustment;
}

/** The assignments of those who are gone, as the last plan that named them had them. */
export function lostAssignments(shown: PlainPlan, earlier: readonly PlainPlan[], gone: readonly string[]): readonly PlainAssignment[] {
  const named = ({ assignments }: PlainPlan, agent: string): readonly PlainAssignment[] => assignments.filter(({ agentId }) => agentId === agent);
  return gone
    .filter((agent) => named(shown, agent).length === 0)
    .flatMap((agent) => earlier.map((plan) => named(plan, agent)).find((held) => held.length > 0) ?? []);
}

/** `never`: nobody has said anything of it yet; `since`: it was changed after `version` had been reviewed. */
type Reviewed = { readonly kind: "yes" | "never" } | { readonly kind: "since"; readonly version: number };

/** Whether anybody reviewed the very version that is shown. Who only leaves has not reviewed it. */
export function reviewed(part: ChannelPart, shown: PlainPlan): Reviewed {
  const said = (part.candidates ?? []).flatMap(({ feedbacks }) => feedbacks ?? []);
  const of = said.some((one) => one?.proposal_version === shown.version && one?.feedback_type !== "withdraw");
  if (of) return { kind: "yes" };
  const version = amount(part.review?.version);
  return version !== null && shown.version !== null && version < shown.version ? { kind: "since", version } : { kind: "never" };
}

/** What made a version where no adjustment did: somebody who left, or what a subnet brought for a gap. */
export type Cause = { readonly kind: "left"; readonly agentId: string } | { readonly kind: "subnet"; readonly gap: string };

export function causeOf(log: Pick<LogState, "entries" | "views">, count: number, shown: PlainPlan): Cause | null {
  const index = log.views.findIndex(({ proposal }) => proposal !== null && amount(proposal.version) === shown.version);
  const entry = index < count ? log.entries[index] : undefined;
  if (entry?.event_type === "towow.agent.withdrawn") return { kind: "left", agentId: text(entry.payload.agent_id) };
  return entry?.event_type === "towow.subnet.completed" ? { kind: "subnet", gap: text(entry.payload.gap_type) } : null;
}

/** Whether no model wrote the shown version: what was sent round says so. */
export function standIn(entries: readonly Entry[], count: number, channel: string, version: number | null): boolean {
  return entries
    .slice(0, count)
    .some(({ event_type, payload }) => event_type === "towow.proposal.distributed" && payload.channel_id === channel && payload.version === version && payload.fallback === true);
}

/** The plans as the page says them. */
export function plainPlans(plans: readonly Plan[]): readonly PlainPlan[] {
  return plans.map(plain);
}
