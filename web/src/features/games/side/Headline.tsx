// Name of the game, its players, the banner with the state, and the person's buttons.
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { getServerTime } from "../../../eventLog/serverClock";
import { lookUp } from "../../../eventLog/readJson";
import { useFormat } from "../../../i18n/format";
import { Badge, type Tone } from "../../../ui/Badge";
import { ErrorNote } from "../../../ui/ErrorNote";
import { useAction } from "../../../ui/useAction";
import { MESSAGES as NEGOTIATION } from "../../negotiation/messages";
import { ConfirmButton } from "../../session/ConfirmButton";
import { withSignIn } from "../../session/session";
import { Pip } from "../board/Pip";
import { resignGame, takeBackMove } from "../gameApi";
import { MESSAGES } from "../messages";
import { findActiveAgent } from "../model/activity";
import { getGameName, getPersonsSide, getPlayerName, getSeat, getSideName } from "../model/gameText";
import { useGameLog } from "../model/gameLog";
import type { GameView, Side } from "../model/gameView";
import { other } from "../model/projectGame";

/** Name and players. */
export function Headline({ view }: { readonly view: GameView }) {
  const messages = MESSAGES.useCurrent();
  const { model } = NEGOTIATION.useCurrent();
  return (
    <section className="gm-headline">
      <h1>{getGameName(view.game, messages)}</h1>
      <ul className="gm-players" aria-label={messages.versus(getPlayerName(view, 1, messages), getPlayerName(view, 2, messages))}>
        {([1, 2] as const).map((side) => (
          <li key={side} className="gm-player" data-to-move={view.to_move === side || undefined} data-winner={view.outcome?.winner === side || undefined}>
            <Pip game={view.game} side={side} />
            <span>{messages.seatShort[getSeat(view, side)]}</span> <span className="small soft">{getSideName(view.game, side, messages)}</span>
          </li>
        ))}
      </ul>
      <p className="row small gm-facts">
        <Badge tone={view.model === "simulated" ? "warn" : "plain"}>{lookUp<string>(model, view.model) ?? view.model}</Badge>
        <span className="soft">{messages.level(view.level)}</span>
      </p>
    </section>
  );
}

/** Whose turn it is, or how the game ended. */
export function StateBanner({ view }: { readonly view: GameView | null }) {
  const messages = MESSAGES.useCurrent();
  return (
    <p className={`gm-banner tone-${view === null ? "plain" : getTone(view)}`} role="status" tabIndex={-1} data-state={view === null ? "opening" : view.status} data-to-move={view?.to_move ?? undefined} data-winner={view?.outcome?.winner ?? undefined}>
      {view === null ? <strong>{messages.opening}</strong> : view.status === "ended" ? <Result view={view} /> : <Turn view={view} />}
    </p>
  );
}

function getTone(view: GameView): Tone {
  const person = getPersonsSide(view);
  if (view.status === "running") return view.to_move === person ? "brand" : "talk";
  const winner = view.outcome?.winner ?? null;
  if (winner === null) return "warn";
  return person === null || winner === person ? "good" : "bad";
}

function Turn({ view }: { readonly view: GameView }) {
  const messages = MESSAGES.useCurrent();
  const side = view.to_move;
  const agent = findActiveAgent(view);
  if (side == null) return <strong>{messages.waits}</strong>;
  if (side === getPersonsSide(view)) return <><strong>{messages.yourTurn(getSideName(view.game, side, messages))}</strong><span className="small gm-hint">{messages.yourTurnHint}</span></>;
  return (
    <>
      <span className="gm-pulse" aria-hidden="true" />
      <strong>{messages.turnOf(messages.seat[getSeat(view, side)], getSideName(view.game, side, messages))}</strong>
      {agent !== null && <span data-active={agent}>{messages.thinking(messages.agent[agent])}</span>}
      {view.decision && <Countdown deadline={view.decision.deadline} />}
    </>
  );
}

/** Time left until a deadline; only while the game is followed, since it depends on the clock. */
function Countdown({ deadline }: { readonly deadline: string }) {
  const messages = MESSAGES.useCurrent();
  const { duration } = useFormat();
  const following = useGameLog((log) => log.replaySeq === null && log.connection === "live");
  const [now, setNow] = useState(getServerTime);
  useEffect(() => {
    const timer = setInterval(() => { setNow(getServerTime()); }, 500);
    return () => { clearInterval(timer); };
  }, []);
  const left = Date.parse(deadline) - now;
  if (!following || !Number.isFinite(left)) return null;
  return <span className="small gm-countdown" data-beside aria-live="off">{left > 0 ? messages.until(duration(Math.max(1000, left))) : messages.overdue}</span>;
}

function Result({ view }: { readonly view: GameView }) {
  const messages = MESSAGES.useCurrent();
  const winner = view.outcome?.winner ?? null;
  const reason = view.outcome?.reason ?? "full_board";
  const name = (side: Side): string => getSideName(view.game, side, messages);
  const person = getPersonsSide(view);
  return (
    <>
      <strong>{winner === null ? (reason === "full_board" ? messages.draw : messages.noWinner) : winner === person ? messages.youWin : messages.wins(messages.seat[getSeat(view, winner)], name(winner))}</strong>
      <span>{messages.reason[reason](winner === null ? "" : name(winner), winner === null ? "" : name(other(winner)), view.game === "misere")}</span>
      <span className="small">{messages.afterMoves(view.plies)}</span>
    </>
  );
}

/** Buttons of the person: resign, take back; another game in the end. Renders nothing in replay. */
export function Actions({ view }: { readonly view: GameView }) {
  const messages = MESSAGES.useCurrent();
  const replaying = useGameLog((log) => log.replaySeq !== null);
  const { busy, error, run } = useAction();
  const hasMove = view.history.some(({ by }) => by === "human");
  if (view.status === "ended") return <Link className="button" to="/games">{messages.again}</Link>;
  if (replaying || getPersonsSide(view) === null) return null;
  return (
    <>
      <button
        type="button"
        className="button"
        data-action="undo"
        aria-disabled={!hasMove || busy}
        onClick={() => { if (hasMove) void run(() => withSignIn(async () => { await takeBackMove(view.game_id, view.plies); })); }}
      >
        {busy ? messages.takingBack : messages.takeBack}
      </button>
      <ConfirmButton
        key={view.game_id}
        action="resign"
        words={{ label: messages.resign, title: messages.resignTitle, description: messages.resignWhat, confirm: messages.resignYes, dismiss: messages.resignNo, pending: messages.resigning, endedAlready: messages.endedAlready }}
        run={() => resignGame(view.game_id)}
        focusAfter="[data-state=ended]"
        keepsFocus
      />
      {error && <ErrorNote error={error} />}
    </>
  );
}
