// Log of the open game and its stream.
import { createEventLog, getVisibleView } from "../../../eventLog/eventLog";
import { readObject, readString } from "../../../eventLog/readJson";
import type { EventStream } from "../../../eventLog/sseClient";
import type { GameView } from "./gameView";
import { projectGame } from "./projectGame";

/** Log of the open game. */
export const GAME_LOG = createEventLog<GameView>(projectGame);

/** Zustand store of the open game's log. */
export const useGameLog = GAME_LOG.store;

/** Return the view at the shown moment; null before the first event and while another game is open. */
export function useVisibleGame(gameId: string): GameView | null {
  return useGameLog((log) => (log.logId === gameId ? getVisibleView(log) : null));
}

/** Stream of a game's events. */
export const GAME_STREAM: EventStream = {
  log: GAME_LOG,
  getUrl: (gameId) => `/api/v1/games/${encodeURIComponent(gameId)}/stream`,
  readFrame: (seq, data) => {
    if (!Number.isSafeInteger(seq)) return null;
    const { event_id, event_type, timestamp, payload } = readObject(JSON.parse(data));
    const entry = { seq, event_id: readString(event_id), event_type: readString(event_type), timestamp: readString(timestamp), payload: readObject(payload) };
    return { entry, last: entry.event_type === "towow.game.ended" };
  },
};
