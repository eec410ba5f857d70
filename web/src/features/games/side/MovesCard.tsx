// Moves so far; each leads to its moment.
import { BOARD_MESSAGES } from "../board/messages";
import { Pip } from "../board/Pip";
import { MESSAGES } from "../messages";
import { GAME_LOG, useGameLog } from "../model/gameLog";
import { getSideName } from "../model/gameText";
import type { GameView } from "../model/gameView";
import { Fold } from "../talk/LoopEntries";
import { TALK_MESSAGES } from "../talk/messages";

/** Folded card with the moves; renders nothing before the first. */
export function MovesCard({ view }: { readonly view: GameView }) {
  const messages = TALK_MESSAGES.useCurrent();
  const names = MESSAGES.useCurrent();
  const { point } = BOARD_MESSAGES.useCurrent();
  const count = useGameLog((log) => log.entries.length);
  if (view.history.length === 0) return null;
  return (
    <section className="card gm-history">
      <Fold open={false} summary={<h2>{messages.moves} <span className="small soft">{view.history.length}</span></h2>}>{() => (<ol>
        {view.history.map(({ ply, side, x, y, by }) => (
          <li key={ply}>
            <button
              type="button"
              className="gm-move"
              data-side={side}
              aria-label={`${messages.goTo(ply)}: ${getSideName(view.game, side, names)} ${point(x, y)}, ${names.seatShort[by]}`}
              onClick={() => {
                const seq = view.seqOfPly[ply] ?? count;
                GAME_LOG.seekTo(seq < count ? seq : null);
              }}
            >
              <span className="soft">{ply}</span> <Pip game={view.game} side={side} /> {point(x, y)}
            </button>
          </li>
        ))}
      </ol>)}</Fold>
    </section>
  );
}
