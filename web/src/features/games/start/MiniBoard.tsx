// Small picture of a game, with a typical position.
import { hasLines, hasMarks } from "../model/gameText";
import type { GameKey } from "../gameApi";

/** Positions of the pictures: 0 is empty. */
const POSITIONS: Readonly<Record<GameKey, readonly string[]>> = {
  gomoku: ["0000000", "0000200", "0001000", "0012000", "0210000", "0120000", "0000000"],
  gomoku8: ["00000", "00210", "02100", "01200", "00000"],
  nogo: ["000000", "001200", "012010", "001200", "020100", "000000"],
  nogo7: ["00000", "01200", "00120", "02010", "00000"],
  tictactoe: ["102", "010", "201"],
  misere: ["120", "010", "002"],
};

/** Decorative picture of a game. */
export function MiniBoard({ game }: { readonly game: GameKey }) {
  const rows = POSITIONS[game];
  const size = rows.length;
  const inset = hasLines(game) ? 0.5 : 0;
  const count = hasLines(game) ? size : size + 1;
  const lines = Array.from({ length: count }, (_, index) => `M${inset} ${index + inset}H${size - inset}M${index + inset} ${inset}V${size - inset}`).join("");
  return (
    <svg className={hasMarks(game) ? "gm-mini gm-drawing-marks" : "gm-mini"} viewBox={`-0.1 -0.1 ${size + 0.2} ${size + 0.2}`} aria-hidden="true" focusable="false">
      <path className="gm-lines" d={lines} />
      {rows.flatMap((row, x) => Array.from(row, (stone, y) => {
        if (stone === "0") return null;
        const [cx, cy, key] = [y + 0.5, x + 0.5, `${x} ${y}`];
        if (!hasMarks(game)) return <circle key={key} className={stone === "1" ? "gm-mini-black" : "gm-mini-white"} cx={cx} cy={cy} r="0.42" />;
        return stone === "1"
          ? <path key={key} className="gm-mark gm-mark-cross" d={`M${cx - 0.26} ${cy - 0.26}l.52 .52m0 -.52l-.52 .52`} />
          : <circle key={key} className="gm-mark gm-mark-nought" cx={cx} cy={cy} r="0.28" />;
      }))}
    </svg>
  );
}
