// How a session stands: agreed or not, its plan, what to do first, what is open.
import { isOpen } from "./findings";
import { getLastPositions } from "./lastPositions";
import type { Finding } from "./discussion";
import type { Plan, PlanVersion, Todo } from "./plan";
import type { SessionView } from "./sessionView";

/** How a session stands. `settled`: no view moved any more, short of agreement; `unknown`: a status of a newer gateway. */
export type ResultKind = "running" | "agreed" | "settled" | "divided" | "stopped" | "failed" | "moderated" | "unknown";

/** Return how a session stands. */
export function getResultKind({ end }: SessionView): ResultKind {
  if (end === null) return "running";
  switch (end.reason) {
    case "user":
      return "stopped";
    case "error":
      return "failed";
    case "moderation":
      return "moderated";
    case "max_rounds":
      return "divided";
    case "early_stop":
      return end.status === "converged" ? "settled" : "divided";
    default:
      if (end.status === "converged") return "agreed";
      return end.status === "terminated" ? "divided" : "unknown";
  }
}

/** Plan that is shown, and how far it holds. */
export interface StandingPlan {
  readonly plan: Plan;
  /** Round in which it was made; null when unknown. */
  readonly round: number | null;
  /** Whether nobody has agreed on it, or not yet. */
  readonly provisional: boolean;
}

/** Return the plan of the report, else the newest; null before the first. */
export function getStandingPlan(view: SessionView): StandingPlan | null {
  const { report, plans } = view;
  if (report?.plan != null) return { plan: report.plan, round: report.planRound, provisional: report.provisional };
  const newest: PlanVersion | undefined = plans.at(-1);
  return newest === undefined ? null : { plan: newest.plan, round: newest.round, provisional: true };
}

/** Return the first `count` to-dos by their days. */
export function getFirstTodos(todos: readonly Todo[], count: number): readonly Todo[] {
  return [...todos].sort((one, other) => (one.due < other.due ? -1 : one.due > other.due ? 1 : 0)).slice(0, count);
}

/** Point that is open: what the two still hold, a finding, or a text of the report. */
export type OpenPoint =
  | { readonly kind: "difference"; readonly planner: string; readonly critic: string }
  | { readonly kind: "finding"; readonly finding: Finding }
  | { readonly kind: "text"; readonly text: string };

/** Return what is open: two different conclusions without an agreement, findings, uncertainties of the report. */
export function getOpenPoints(view: SessionView): readonly OpenPoint[] {
  const { findings, report, end } = view;
  const said = report?.uncertainties ?? [];
  const open = findings.filter((finding) => isOpen(finding) && !said.some((text) => text.includes(finding.text)));
  return [
    ...(end !== null && end.status !== "converged" ? getDifference(view) : []),
    ...open.map((finding) => ({ kind: "finding", finding }) as const),
    ...said.map((text) => ({ kind: "text", text }) as const),
  ];
}

function getDifference(view: SessionView): readonly OpenPoint[] {
  const { planner, critic } = getLastPositions(view);
  if (planner === null || critic === null || planner.conclusion === critic.conclusion) return [];
  return [{ kind: "difference", planner: planner.conclusion, critic: critic.conclusion }];
}
