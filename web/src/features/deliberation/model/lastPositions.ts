// What each discussant holds now.
import type { Position } from "./discussion";
import type { Discussant } from "./sessionEvents";
import type { SessionView } from "./sessionView";

/** Return each discussant's last position, those of a devil's advocate excepted. */
export function getLastPositions({ rounds, closing }: SessionView): Readonly<Record<Discussant, Position | null>> {
  const found: Record<Discussant, Position | null> = { planner: null, critic: null };
  for (const turn of [...rounds, ...(closing ? [closing] : [])].flatMap((round) => round.turns)) {
    if (turn.kind === "spoken" && !turn.opposition) found[turn.agent] = turn.position;
  }
  return found;
}
