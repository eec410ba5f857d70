// Who is speaking now, told from the events so far.
import { isClosing } from "./projectSession";
import type { Discussant, Role } from "./sessionEvents";
import type { Round } from "./discussion";
import type { SessionView } from "./sessionView";

/**
 * What happens now. `speaking`: those named write their turns; `deciding`: the host compares and decides; `closing`:
 * last statements; `reporting`: the report is written; `ending`: all has been said; `over`: the session has ended.
 */
type ActivityKind = "speaking" | "deciding" | "closing" | "reporting" | "ending" | "over";

/** What happens now. */
export interface Activity {
  readonly kind: ActivityKind;
  readonly round: number;
  /** Who is awaited. */
  readonly agents: readonly Role[];
  /** Whether the critic is to argue against the planner on purpose, or the planner against the critic. */
  readonly devilsAdvocate: Role | null;
}

const DISCUSSANTS: readonly Discussant[] = ["planner", "critic"];

/** Return what happens now. */
export function getActivity(view: SessionView): Activity {
  const last = view.rounds.at(-1);
  const at = (kind: ActivityKind, agents: readonly Role[] = [], round = last?.round ?? 1): Activity => ({ kind, round, agents, devilsAdvocate: null });
  if (view.end !== null) return at("over");
  if (view.report !== null) return at("ending", ["host"]);
  if (isClosing(view)) {
    const awaited = getAwaited(view.closing, DISCUSSANTS);
    return awaited.length > 0 ? at("closing", awaited) : at("reporting", ["reporter"]);
  }
  if (last === undefined) return at("speaking", view.start.parallel ? DISCUSSANTS : ["planner"]);
  const { decision } = last;
  if (decision === null) return getSpeaking(view, last);
  if (decision.action === "terminate") return at(decision.endReason === "user" ? "ending" : "reporting", ["reporter"]);
  const next: Round = { round: last.round + 1, turns: [], tools: [], failures: [], decision: null };
  return getSpeaking({ ...view, rounds: [...view.rounds, next] }, next);
}

/** Return who speaks in a round without a decision: both in the first one, later one after the other. */
function getSpeaking({ rounds, start }: SessionView, round: Round): Activity {
  const before = rounds.find((one) => one.round === round.round - 1)?.decision ?? null;
  const named = before?.nextAgents.filter((agent) => agent === "planner" || agent === "critic") ?? [];
  const awaited = getAwaited(round, named.length > 0 ? named : DISCUSSANTS);
  const advocate = before?.directives.find((directive) => directive.devilsAdvocate)?.to;
  const devilsAdvocate = advocate === "planner" || advocate === "critic" ? advocate : null;
  if (awaited.length === 0) return { kind: "deciding", round: round.round, agents: ["host"], devilsAdvocate: null };
  const together = round.round === 1 && start.parallel;
  return { kind: "speaking", round: round.round, agents: together ? awaited : awaited.slice(0, 1), devilsAdvocate };
}

function getAwaited(round: Round | null, agents: readonly Discussant[]): readonly Discussant[] {
  return agents.filter((agent) => round?.turns.every((turn) => turn.agent !== agent) ?? true);
}
