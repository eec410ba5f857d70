// Requests for games: start, list, and a person's actions.
import { fetchJson } from "../../api/client";
import { readNumber, readObject, readObjects, readString } from "../../eventLog/readJson";

/** Time limit (ms) for a list and for the answer to an action. */
const TIMEOUT_MS = 10_000;

/** Keys of the games, as the gateway names them. */
export const GAME_KEYS = ["gomoku", "gomoku8", "nogo", "nogo7", "tictactoe", "misere"] as const;
/** Key of a game. */
export type GameKey = (typeof GAME_KEYS)[number];

/** Game to start. */
export interface NewGame {
  readonly game: GameKey;
  readonly human: "first" | "second" | "none";
  readonly level: number;
  /** Opponent of the team; only without a person. */
  readonly opponent?: "team" | "engine";
  readonly userId: string;
}

/** Start a game and return its id. Throws ApiError. */
export async function startGame({ userId, ...game }: NewGame, idempotencyKey: string): Promise<string> {
  const body = { ...game, ...(userId === "" ? {} : { user_id: userId }) };
  const view = await fetchJson<unknown>("games", { method: "POST", body, headers: { "Idempotency-Key": idempotencyKey }, timeoutMs: TIMEOUT_MS });
  return readString(readObject(view).game_id);
}

function act(gameId: string, action: string, body?: unknown): Promise<unknown> {
  return fetchJson(`games/${encodeURIComponent(gameId)}/${action}`, { method: "POST", timeoutMs: TIMEOUT_MS, ...(body === undefined ? {} : { body }) });
}

/** Make a move; `ply` is its number. Throws ApiError, code E014 when it is not the person's turn. */
export function playMove(gameId: string, x: number, y: number, ply: number): Promise<unknown> {
  return act(gameId, "move", { x, y, ply });
}

/** Give the game up. Throws ApiError, code E014 when it has ended. */
export function resignGame(gameId: string): Promise<unknown> {
  return act(gameId, "resign");
}

/** Take back the person's last move; `ply` is the number of moves on the board. Throws ApiError. */
export function takeBackMove(gameId: string, ply: number): Promise<unknown> {
  return act(gameId, "undo", { ply });
}

/** Game in a list. */
export interface GameItem {
  readonly gameId: string;
  readonly game: string;
  readonly seats: readonly string[];
  readonly level: number | null;
  readonly ended: boolean;
  readonly createdAt: string;
  /** Side that won; null for a draw and while it runs. */
  readonly winner: number | null;
  readonly reason: string;
}

/** List the newest games of a user. Throws ApiError. */
export async function listGames(userId: string, signal: AbortSignal): Promise<readonly GameItem[]> {
  const query = new URLSearchParams({ user_id: userId, limit: "50" });
  const page = await fetchJson<unknown>(`games?${query.toString()}`, { timeoutMs: TIMEOUT_MS, signal });
  return readObjects(readObject(page).items).map((item) => {
    const outcome = readObject(item.outcome);
    return {
      gameId: readString(item.game_id),
      game: readString(item.game),
      seats: Array.isArray(item.seats) ? item.seats.map(readString) : [],
      level: readNumber(item.level),
      ended: item.status === "ended",
      createdAt: readString(item.created_at),
      winner: readNumber(outcome.winner),
      reason: readString(outcome.reason),
    };
  });
}
