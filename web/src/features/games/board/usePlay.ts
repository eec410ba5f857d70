// Hook that plays a person's moves on the board, and says why a click does nothing.
import { useState } from "react";
import { ApiError } from "../../../api/client";
import { withSignIn } from "../../session/session";
import { playMove } from "../gameApi";
import { MESSAGES } from "../messages";
import { getPersonsSide, getPlayerName } from "../model/gameText";
import { useGameLog } from "../model/gameLog";
import type { GameView } from "../model/gameView";
import type { PendingMove } from "./boardPoints";
import { BOARD_MESSAGES } from "./messages";

interface Play {
  /** What the last click did, or why it did nothing. */
  readonly said: string;
  readonly error: ApiError | null;
  /** Move on its way; null once it is on the board. */
  readonly pending: PendingMove | null;
  /** Whether the person may move now. */
  readonly canPlay: boolean;
  readonly play: (x: number, y: number) => void;
}

/** What was said, and in which situation: it holds until that changes. */
interface Said {
  readonly text: string;
  readonly situation: string;
}

/** Return the state of the person's moves in a game and `play`. */
export function usePlay(view: GameView): Play {
  const messages = BOARD_MESSAGES.useCurrent();
  const names = MESSAGES.useCurrent();
  const looking = useGameLog((log) => log.replaySeq !== null);
  const away = useGameLog(({ connection }) => connection !== "live" && connection !== "over");
  const [said, setSaid] = useState<Said>({ text: "", situation: "" });
  const [error, setError] = useState<ApiError | null>(null);
  const [sent, setSent] = useState<PendingMove | null>(null);
  const side = getPersonsSide(view);
  // It has arrived; after an undo the same number is another move's.
  if (sent !== null && !looking && view.plies >= sent.ply) setSent(null);
  const pending = sent !== null && sent.ply === view.plies + 1 && !looking ? sent : null;
  const isTurn = view.status === "running" && side !== null && view.to_move === side;
  const situation = [view.status, isTurn, looking].join(" ");

  const refuse = (x: number, y: number): string | null => {
    const { refused } = messages;
    if (looking) return refused.looking;
    if (view.status === "ended") return refused.over;
    if (side === null) return refused.watching;
    if (!isTurn) return refused.theirs(view.to_move ? getPlayerName(view, view.to_move, names) : names.seat.team);
    if (pending !== null) return refused.sending;
    if (view.board[x]?.[y] !== "0") return refused.stone(messages.point(x, y));
    return away ? refused.away : null;
  };

  const send = async (x: number, y: number): Promise<void> => {
    const ply = view.plies + 1;
    setError(null);
    setSent({ x, y, ply });
    try {
      await withSignIn(() => playMove(view.game_id, x, y, ply));
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      setSent(null);
      setError(problem);
    }
  };

  const play = (x: number, y: number): void => {
    const refusal = refuse(x, y);
    setSaid({ text: refusal ?? messages.sent(messages.point(x, y)), situation });
    if (refusal === null) void send(x, y);
  };

  return { said: said.situation === situation ? said.text : "", error, pending, canPlay: isTurn && !looking && pending === null, play };
}
