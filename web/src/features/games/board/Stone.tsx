// Stones: black is solid, white has a ring within; crosses and noughts; and moves that are not on the board.
import { memo } from "react";
import type { Side } from "../model/gameView";
import type { GhostKind } from "./boardPoints";

interface ShapeProps {
  readonly x: number;
  readonly y: number;
  readonly side: Side;
  readonly marks: boolean;
  readonly fill: string;
}

/** Shape of a side's stone, centred on its point. */
function Shape({ x, y, side, marks, fill }: ShapeProps) {
  const [cx, cy] = [y + 0.5, x + 0.5];
  if (marks) {
    return side === 1
      ? <path className="gm-mark gm-mark-cross" d={`M${cx - 0.26} ${cy - 0.26}l.52 .52m0 -.52l-.52 .52`} />
      : <circle className="gm-mark gm-mark-nought" cx={cx} cy={cy} r="0.28" />;
  }
  return (
    <>
      <circle className={side === 1 ? "gm-stone gm-stone-black" : "gm-stone gm-stone-white"} cx={cx} cy={cy} r="0.43" fill={fill} />
      {side === 2 && <circle className="gm-stone-ring" cx={cx} cy={cy} r="0.34" />}
    </>
  );
}

interface StoneProps extends ShapeProps {
  readonly isLast: boolean;
  readonly wins: boolean;
}

/** A stone on the board; the last one is marked, and those of a line that ended the game. */
export const Stone = memo(function Stone({ isLast, wins, ...shape }: StoneProps) {
  const { x, y, marks } = shape;
  return (
    <g>
      {wins && <rect className="gm-wins" x={y + 0.02} y={x + 0.02} width="0.96" height="0.96" rx="0.2" />}
      <Shape {...shape} />
      {isLast && (marks
        ? <rect className="gm-last-cell" x={y + 0.07} y={x + 0.07} width="0.86" height="0.86" rx="0.1" />
        : <circle className="gm-last" cx={y + 0.5} cy={x + 0.5} r="0.47" />)}
    </g>
  );
});

/** A move that is not on the board: proposed or being sent, or given up and crossed out. */
export function Ghost({ kind, ...shape }: ShapeProps & { readonly kind: GhostKind }) {
  const { x, y } = shape;
  const isGivenUp = kind === "taken_back" || kind === "overruled";
  return (
    <g>
      <g className={isGivenUp ? "gm-ghost gm-ghost-gone" : "gm-ghost"}><Shape {...shape} /></g>
      <circle className="gm-ghost-edge" cx={y + 0.5} cy={x + 0.5} r="0.43" />
      {isGivenUp && <path className="gm-ghost-cross" d={`M${y + 0.16} ${x + 0.84}L${y + 0.84} ${x + 0.16}`} />}
    </g>
  );
}
