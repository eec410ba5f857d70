// Small sign of a side, beside its name: a stone, a cross or a nought.
import { hasMarks } from "../model/gameText";

/** Decorative sign of a side. */
export function Pip({ game, side }: { readonly game: string; readonly side: number }) {
  if (!hasMarks(game)) return <span className={`gm-pip gm-pip-${side}`} aria-hidden="true" />;
  return (
    <svg className="gm-pip-mark" viewBox="0 0 1 1" aria-hidden="true" focusable="false">
      {side === 1 ? <path className="gm-mark gm-mark-cross" d="M.2 .2l.6 .6m0 -.6l-.6 .6" /> : <circle className="gm-mark gm-mark-nought" cx="0.5" cy="0.5" r="0.33" />}
    </svg>
  );
}
