// Board of a game: drawn as SVG, with a button on each point that says what is there.
import { memo, useCallback, useRef, useState, type CSSProperties, type KeyboardEvent } from "react";
import { useFormat } from "../../../i18n/format";
import { MESSAGES } from "../messages";
import { getSideName } from "../model/gameText";
import type { GameView } from "../model/gameView";
import { BoardDrawing } from "./BoardDrawing";
import type { BoardPoint } from "./boardPoints";
import { BOARD_MESSAGES } from "./messages";

interface Props {
  readonly view: GameView;
  readonly points: readonly (readonly BoardPoint[])[];
  readonly numbers: boolean;
  /** Whether a click on an empty point plays it. */
  readonly playable: boolean;
  readonly onPoint: (x: number, y: number) => void;
}

/** Steps of the arrow keys, in rows and columns. */
const STEPS: Readonly<Record<string, readonly [number, number]>> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Board with coordinates. One point has the tab stop; arrows, Home and End move it. */
export function Board({ view, points, numbers, playable, onPoint }: Props) {
  const messages = BOARD_MESSAGES.useCurrent();
  const describe = useDescription(view.game);
  const { rows, columns } = view;
  const [focused, setFocused] = useState({ x: Math.floor(rows / 2), y: Math.floor(columns / 2) });
  const grid = useRef<HTMLDivElement>(null);
  const moveTo = (x: number, y: number): void => {
    grid.current?.querySelector<HTMLElement>(`[data-x="${x}"][data-y="${y}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    const clamp = (value: number, size: number): number => Math.min(Math.max(value, 0), size - 1);
    if (step !== undefined) moveTo(clamp(focused.x + step[0], rows), clamp(focused.y + step[1], columns));
    else if (event.key === "Home") moveTo(focused.x, 0);
    else if (event.key === "End") moveTo(focused.x, columns - 1);
    else return;
    event.preventDefault();
  };
  const onFocus = useCallback((x: number, y: number): void => { setFocused({ x, y }); }, []);
  return (
    <div className="gm-board" data-playable={playable} style={{ "--rows": rows, "--columns": columns } as CSSProperties}>
      <div className="gm-axis gm-axis-columns" aria-hidden="true">{Array.from({ length: columns }, (_, y) => <span key={y}>{y}</span>)}</div>
      <div className="gm-axis gm-axis-rows" aria-hidden="true">{Array.from({ length: rows }, (_, x) => <span key={x}>{x}</span>)}</div>
      <div className="gm-field">
        <BoardDrawing game={view.game} rows={rows} columns={columns} points={points} />
        {/* eslint-disable-next-line jsx-a11y/interactive-supports-focus -- its cells have the focus */}
        <div className="gm-points" role="grid" aria-label={messages.board(rows, columns)} ref={grid} onKeyDown={onKeyDown}>
          {points.map((row, x) => (
            <div className="gm-row" role="row" key={x}>
              {row.map((point) => (
                <PointButton
                  key={point.y}
                  x={point.x}
                  y={point.y}
                  label={describe(point)}
                  text={getText(point, numbers, messages.proof)}
                  stone={point.stone}
                  ply={point.ply}
                  isLast={point.isLast}
                  ghost={point.ghost}
                  heat={point.heat?.kind ?? null}
                  isBest={point.isBest}
                  hasFocus={point.x === focused.x && point.y === focused.y}
                  onFocus={onFocus}
                  onPoint={onPoint}
                />
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Return the text on a point: the number of its move, or what the team thinks of it. */
function getText({ stone, ply, rating }: BoardPoint, numbers: boolean, proofs: (typeof BOARD_MESSAGES)["en"]["proof"]): string {
  if (stone !== null) return numbers && ply !== null ? String(ply) : "";
  if (rating === null) return "";
  return rating.proof === null ? `${rating.isBound ? "≤" : ""}${Math.round(rating.score * 100)}` : proofs[rating.proof];
}

/** Return a function that says in words what is on a point. */
function useDescription(game: string): (point: BoardPoint) => string {
  const messages = BOARD_MESSAGES.useCurrent();
  const names = MESSAGES.useCurrent();
  const { list } = useFormat();
  return ({ x, y, stone, ply, isLast, rating, heat, ghost }) => {
    const score = rating && (rating.proof === null ? String(Math.round(rating.score * 100)) : messages.proof[rating.proof]);
    const facts = [
      stone === null ? messages.empty : getSideName(game, stone, names),
      ply === null ? "" : names.move(String(ply)),
      isLast ? messages.last : "",
      score === null ? "" : messages.recommended(score),
      heat === null ? "" : messages.threat,
      ghost === null ? "" : messages.ghost[ghost],
    ];
    return messages.cell(x, y, list(facts.filter((fact) => fact !== "")));
  };
}

interface PointProps {
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly text: string;
  readonly stone: BoardPoint["stone"];
  readonly ply: number | null;
  readonly isLast: boolean;
  readonly ghost: BoardPoint["ghost"];
  readonly heat: string | null;
  readonly isBest: boolean;
  readonly hasFocus: boolean;
  readonly onFocus: (x: number, y: number) => void;
  readonly onPoint: (x: number, y: number) => void;
}

/** Button on a point; memoised, since a large board has 225. */
const PointButton = memo(function PointButton({ x, y, label, text, stone, ply, isLast, ghost, heat, isBest, hasFocus, onFocus, onPoint }: PointProps) {
  return (
    <button
      type="button"
      role="gridcell"
      className={`gm-point ${isBest ? "gm-point-best" : ""}`}
      aria-label={label}
      tabIndex={hasFocus ? 0 : -1}
      data-x={x}
      data-y={y}
      data-long={text.length > 2 || undefined}
      data-stone={stone ?? undefined}
      data-ply={ply ?? undefined}
      data-last={isLast || undefined}
      data-ghost={ghost ?? undefined}
      data-heat={heat ?? undefined}
      onFocus={() => { onFocus(x, y); }}
      onClick={() => { onPoint(x, y); }}
    >
      {text !== "" && <span aria-hidden="true">{text}</span>}
    </button>
  );
});
