// Hook that starts a game exactly once and opens its page.
import { useAction, type Action } from "../../../ui/useAction";
import { useNavigateWhileMounted } from "../../../ui/useNavigateWhileMounted";
import { getSubmitAttempt, useDraftStore, type SubmitAttempt } from "../../home/draftStore";
import { refreshSession, useSessionStore, withSignIn } from "../../session/session";
import { startGame, type NewGame } from "../gameApi";

/** Outlives the form: returning to it after a lost response starts the same game. */
let lastAttempt: SubmitAttempt | null = null;

interface StartGame extends Pick<Action, "busy" | "error"> {
  readonly start: (game: Omit<NewGame, "userId">) => Promise<void>;
}

/** Return the state of the start and `start`. */
export function useStartGame(): StartGame {
  const { busy, error, run } = useAction();
  const navigate = useNavigateWhileMounted();

  const send = async (game: Omit<NewGame, "userId">): Promise<void> => {
    if (useSessionStore.getState().session === null) await refreshSession();
    const userId = useSessionStore.getState().session?.user_id ?? useDraftStore.getState().name.trim();
    lastAttempt = getSubmitAttempt(lastAttempt, [game.game, game.human, game.opponent, String(game.level), userId]);
    const gameId = await startGame({ ...game, userId }, lastAttempt.idempotencyKey);
    lastAttempt = null;
    await navigate(`/games/${gameId}`);
  };

  return { busy, error, start: (game) => run(() => withSignIn(() => send(game))) };
}
