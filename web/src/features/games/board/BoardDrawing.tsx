// Drawing of a board: lines or cells, threats, candidates, ghosts, stones. A point is one unit wide.
import { memo, useId } from "react";
import { hasLines, hasMarks } from "../model/gameText";
import type { Side } from "../model/gameView";
import type { BoardPoint } from "./boardPoints";
import { Ghost, Stone } from "./Stone";

interface Props {
  readonly game: string;
  readonly rows: number;
  readonly columns: number;
  readonly points: readonly (readonly BoardPoint[])[];
}

/** The drawing; decorative, since the buttons above it say the same in words. */
export function BoardDrawing({ game, rows, columns, points }: Props) {
  const id = useId();
  const marks = hasMarks(game);
  const all = points.flat();
  return (
    <svg className={`gm-drawing ${marks ? "gm-drawing-marks" : ""}`} viewBox={`0 0 ${columns} ${rows}`} aria-hidden="true" focusable="false">
      <defs>
        <pattern id={`${id}-stripes`} width="0.16" height="0.16" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className="gm-heat-ground" width="0.16" height="0.16" />
          <rect className="gm-heat-line" width="0.06" height="0.16" />
        </pattern>
        <pattern id={`${id}-dots`} width="0.2" height="0.2" patternUnits="userSpaceOnUse">
          <rect className="gm-own-ground" width="0.2" height="0.2" />
          <circle className="gm-own-dot" cx="0.1" cy="0.1" r="0.055" />
        </pattern>
        <radialGradient id={`${id}-black`} cx="35%" cy="30%" r="75%"><stop offset="0" stopColor="#5d6472" /><stop offset="0.6" stopColor="#1d2029" /><stop offset="1" stopColor="#0b0c11" /></radialGradient>
        <radialGradient id={`${id}-white`} cx="35%" cy="30%" r="80%"><stop offset="0" stopColor="#ffffff" /><stop offset="0.7" stopColor="#eef0f4" /><stop offset="1" stopColor="#c9ceda" /></radialGradient>
      </defs>
      <Lines game={game} rows={rows} columns={columns} />
      {all.map((point) => point.heat && (
        <rect
          key={`heat ${point.x} ${point.y}`}
          className={`gm-heat ${point.heat.urgent ? "gm-heat-urgent" : ""}`}
          x={point.y + 0.06}
          y={point.x + 0.06}
          width="0.88"
          height="0.88"
          rx="0.14"
          fill={`url(#${id}-${point.heat.kind === "own" ? "dots" : "stripes"})`}
        />
      ))}
      {all.map((point) => point.heat?.kind === "losing" && <path key={`x ${point.x} ${point.y}`} className="gm-losing" d={`M${point.y + 0.68} ${point.x + 0.14}l.18 .18m0 -.18l-.18 .18`} />)}
      {all.map((point) => point.rating && point.ghost === null && (
        <circle key={`rating ${point.x} ${point.y}`} className={point.isBest ? "gm-rating gm-rating-best" : "gm-rating"} cx={point.y + 0.5} cy={point.x + 0.5} r="0.38" />
      ))}
      {all.map((point) => point.ghost && <Ghost key={`ghost ${point.x} ${point.y}`} x={point.x} y={point.y} side={point.ghostSide} kind={point.ghost} marks={marks} fill={getFill(id, point.ghostSide)} />)}
      {all.map((point) => point.stone && <Stone key={`stone ${point.x} ${point.y}`} x={point.x} y={point.y} side={point.stone} marks={marks} fill={getFill(id, point.stone)} isLast={point.isLast} wins={point.wins} />)}
    </svg>
  );
}

function getFill(id: string, side: Side): string {
  return `url(#${id}-${side === 1 ? "black" : "white"})`;
}

/** Star points of boards with lines, by their size. */
const STARS: Readonly<Record<number, readonly number[]>> = { 15: [3, 7, 11], 9: [2, 4, 6] };

/** Lines whose crossings are the points, or borders of cells. */
const Lines = memo(function Lines({ game, rows, columns }: Omit<Props, "points">) {
  const inset = hasLines(game) ? 0.5 : 0;
  const across = Array.from({ length: hasLines(game) ? rows : rows + 1 }, (_, row) => `M${inset} ${row + inset}H${columns - inset}`);
  const down = Array.from({ length: hasLines(game) ? columns : columns + 1 }, (_, column) => `M${column + inset} ${inset}V${rows - inset}`);
  const stars = hasLines(game) && rows === columns ? (STARS[rows] ?? []) : [];
  return (
    <>
      <path className="gm-lines" d={[...across, ...down].join("")} />
      {stars.flatMap((x) => stars.map((y) => <circle key={`${x} ${y}`} className="gm-star" cx={y + 0.5} cy={x + 0.5} r="0.09" />))}
    </>
  );
});
