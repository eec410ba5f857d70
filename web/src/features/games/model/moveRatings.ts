// Ratings of moves in a decision, the moves that were placed only tentatively, and the heat of threats.
import { readNumber, readObject } from "../../../eventLog/readJson";
import { getDecisions } from "./decisions";
import type { Candidate, Decision, GameView, Threat } from "./gameView";

/** Rating of the move to a point. */
export interface MoveRating {
  readonly x: number;
  readonly y: number;
  /** Score for the team, 0 to 1: an engine's if there is one. */
  readonly score: number;
  readonly proof: "won" | "drawn" | "lost" | null;
  /** Whether an engine computed the score. */
  readonly verified: boolean;
  readonly isBound: boolean;
  /** Who recommends it. */
  readonly sources: readonly string[];
  readonly reason: string;
}

/** Move that is not on the board. */
export interface Ghost {
  readonly x: number;
  readonly y: number;
  readonly kind: "proposed" | "taken_back" | "overruled";
}

/**
 * Return the ratings of the moves that a decision's analyses recommend, the best first, upper bounds last. An engine's score
 * counts more than an opinion; a bound that excludes nothing is left out.
 */
export function rateMoves({ analyses }: Decision): readonly MoveRating[] {
  const byPoint = new Map<string, MoveRating>();
  for (const { source, candidates } of analyses) {
    for (const candidate of candidates) {
      const key = `${candidate.x},${candidate.y}`;
      byPoint.set(key, merge(byPoint.get(key), candidate, source));
    }
  }
  const found = [...byPoint.values()].filter(({ isBound, score }) => !isBound || score < 1);
  return found.sort((one, two) => Number(one.isBound) - Number(two.isBound) || two.score - one.score || two.sources.length - one.sources.length);
}

function merge(known: MoveRating | undefined, { x, y, score, proof, verified = false, is_bound, reason = "" }: Candidate, source: string): MoveRating {
  const keepsScore = known !== undefined && known.verified && !verified;
  return {
    x,
    y,
    score: keepsScore ? known.score : score,
    verified: verified || (known?.verified ?? false),
    proof: proof ?? known?.proof ?? null,
    isBound: keepsScore ? known.isBound : is_bound === true,
    sources: [...(known?.sources ?? []).filter((name) => name !== source), source],
    reason: reason === "" ? (known?.reason ?? "") : reason,
  };
}

/** Return the decision that is being made, or else the last one that was made; null before the first. */
export function getShownDecision(view: GameView): Decision | null {
  const decisions = getDecisions(view);
  if (view.decision) return decisions.at(-1) ?? null;
  return decisions.findLast(({ made }) => made !== null) ?? null;
}

/** Return the moves of a decision that are not on the board: the last proposal, and those that were given up. */
export function findGhosts(decision: Decision): readonly Ghost[] {
  const ghosts: Ghost[] = [];
  let proposed: Ghost | null = null;
  for (const entry of decision.loops.flatMap((loop) => loop.entries)) {
    if (entry.kind !== "occurrence") continue;
    const { x: row, y: column } = readObject(entry.event);
    const [x, y] = [readNumber(row), readNumber(column)];
    if (x === null || y === null) continue;
    if (entry.occurrence === "proposed") proposed = { x, y, kind: "proposed" };
    if (entry.occurrence !== "taken_back" && entry.occurrence !== "overruled") continue;
    ghosts.push({ x, y, kind: entry.occurrence });
    proposed = null;
  }
  return decision.made === null && proposed !== null ? [...ghosts.filter((one) => !isSame(one, proposed)), proposed] : ghosts;
}

/** Whether two things are on the same point. */
export function isSame(one: { readonly x: number; readonly y: number }, two: { readonly x: number; readonly y: number }): boolean {
  return one.x === two.x && one.y === two.y;
}

/** Kind of a threat to one point: of the other side, of one's own, or a point where its side loses. */
export type HeatKind = "against" | "own" | "losing";

/** Heat of a point. */
export interface Heat {
  readonly x: number;
  readonly y: number;
  readonly kind: HeatKind;
  readonly urgent: boolean;
}

/** Return the points of a decision's threats; a point of several has the most urgent one. */
export function findHeat({ threat, side }: Decision): readonly Heat[] {
  const byPoint = new Map<string, Heat>();
  for (const each of threat?.threats ?? []) {
    for (const [x, y] of each.points ?? []) {
      const key = `${x},${y}`;
      const known = byPoint.get(key);
      const heat = { x, y, kind: getHeatKind(each, side), urgent: each.must_reply === true };
      if (known === undefined || (heat.urgent && !known.urgent)) byPoint.set(key, heat);
    }
  }
  return [...byPoint.values()];
}

function getHeatKind({ kind, side }: Threat, team: number): HeatKind {
  if (kind === "losing_point") return "losing";
  return side === team ? "own" : "against";
}
