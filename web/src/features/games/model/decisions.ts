// Decisions of a game: what the page keeps of each.
import type { Decision, GameView } from "./gameView";

/** Return the decisions with a new one; the one before it keeps its loops. */
export function addDecision(view: GameView, decision: Decision): readonly Decision[] {
  const before = view.decisions.at(-1);
  if (before === undefined) return [decision];
  return [...view.decisions.slice(0, -1), { ...before, loops: view.thinking, dropped: before.made === null }, decision];
}

/** Return the decisions with the last one changed; there may be none. */
export function changeDecisions(view: GameView, change: (decision: Decision) => Partial<Decision>): readonly Decision[] {
  const last = view.decisions.at(-1);
  return last === undefined ? view.decisions : [...view.decisions.slice(0, -1), { ...last, ...change(last) }];
}

/** Return all decisions with their loops, in their order. */
export function getDecisions(view: GameView): readonly Decision[] {
  return view.decisions.map((decision, index) => (index === view.decisions.length - 1 ? { ...decision, loops: view.thinking } : decision));
}
