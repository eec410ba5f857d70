// The line that ended a game.
import type { GameView } from "./gameView";

/** Point of a board. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

const DIRECTIONS = [[0, 1], [1, 0], [1, 1], [1, -1]] as const;

/** Return the longest line through the last move; [] unless a line ended the game. */
export function findWinningLine({ board, history, outcome }: GameView): readonly Point[] {
  const last = history.at(-1);
  if (outcome?.reason !== "line" || last === undefined) return [];
  const stone = board[last.x]?.[last.y];
  const walk = (dx: number, dy: number): Point[] => {
    const found: Point[] = [];
    for (let x = last.x + dx, y = last.y + dy; board[x]?.[y] === stone; x += dx, y += dy) found.push({ x, y });
    return found;
  };
  const lines = DIRECTIONS.map(([dx, dy]) => [...walk(-dx, -dy).reverse(), { x: last.x, y: last.y }, ...walk(dx, dy)]);
  return lines.reduce((longest, line) => (line.length > longest.length ? line : longest));
}
