// Who is at work in a decision.
import type { AgentName, GameView, Loop } from "./gameView";

/** Return the agent that is at work: the expert that was asked last and has not answered, or else the persona. */
export function findActiveAgent({ decision, thinking, persona }: GameView): AgentName | null {
  if (!decision) return null;
  return thinking.map(findActiveIn).findLast((agent) => agent !== null) ?? persona ?? null;
}

function findActiveIn(loop: Loop): AgentName | null {
  const open = loop.entries.findLast((entry) => entry.kind === "call" && entry.result == null);
  if (open?.kind !== "call" || open.loop === undefined) return null;
  const last = open.loop.entries.findLast((entry) => entry.kind !== "occurrence");
  return findActiveIn(open.loop) ?? last?.agent ?? null;
}
