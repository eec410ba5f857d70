// Points of the shown board: stones, numbers, and what is laid over them.
import { findWinningLine } from "../model/winningLine";
import { findGhosts, findHeat, isSame, rateMoves, type Ghost, type Heat, type MoveRating } from "../model/moveRatings";
import type { Decision, GameView, Side } from "../model/gameView";

/** What is laid over the board. */
export interface Overlays {
  readonly numbers: boolean;
  readonly candidates: boolean;
  readonly heat: boolean;
}

/** A move of the person that is being sent. */
export interface PendingMove {
  readonly x: number;
  readonly y: number;
  readonly ply: number;
}

/** Kind of a ghost on the board. */
export type GhostKind = Ghost["kind"] | "pending";

/** Point of the board. */
export interface BoardPoint {
  readonly x: number;
  readonly y: number;
  readonly stone: Side | null;
  /** Number of the move that put the stone there; null if it is not known. */
  readonly ply: number | null;
  readonly isLast: boolean;
  readonly wins: boolean;
  readonly rating: MoveRating | null;
  /** Whether it is the best of the rated points. */
  readonly isBest: boolean;
  readonly heat: Heat | null;
  readonly ghost: GhostKind | null;
  /** Side of the ghost. */
  readonly ghostSide: Side;
}

/** Maximum number of candidates on a board that is larger than 3×3. */
const MAX_CANDIDATES = 6;
const SMALL_BOARD = 9;

/** Return all points of the shown board, row by row. */
export function findBoardPoints(view: GameView, decision: Decision | null, overlays: Overlays, pending: PendingMove | null): readonly (readonly BoardPoint[])[] {
  const limit = view.rows * view.columns <= SMALL_BOARD ? SMALL_BOARD : MAX_CANDIDATES;
  const ratings = decision !== null && overlays.candidates ? rateMoves(decision).slice(0, limit) : [];
  const heat = decision !== null && overlays.heat ? findHeat(decision) : [];
  const ghosts = decision === null ? [] : findGhosts(decision);
  const line = findWinningLine(view);
  const last = view.history.at(-1);
  return Array.from({ length: view.rows }, (_, x) =>
    Array.from({ length: view.columns }, (__, y): BoardPoint => {
      const here = { x, y };
      const stone = view.board[x]?.[y];
      const isEmpty = stone !== "1" && stone !== "2";
      const candidate = ratings.find((one) => isSame(one, here)) ?? null;
      const isPending = pending !== null && isSame(pending, here);
      return {
        x,
        y,
        stone: isEmpty ? null : stone === "1" ? 1 : 2,
        ply: isEmpty ? null : (view.history.findLast((move) => isSame(move, here))?.ply ?? null),
        isLast: last !== undefined && isSame(last, here),
        wins: line.some((point) => isSame(point, here)),
        rating: isEmpty ? candidate : null,
        isBest: candidate !== null && candidate === ratings[0],
        heat: isEmpty ? (heat.find((one) => isSame(one, here)) ?? null) : null,
        ghost: !isEmpty ? null : isPending ? "pending" : (ghosts.findLast((one) => isSame(one, here))?.kind ?? null),
        ghostSide: isPending ? (view.to_move ?? 1) : (decision?.side ?? 1),
      };
    }),
  );
}
