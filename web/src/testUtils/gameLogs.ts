// Golden logs of games (tests/golden/game_logs.py), and the page of a game with a given log.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { LogEntry } from "../eventLog/types";
import type { GameView } from "../features/games/model/gameView";
import { projectGame } from "../features/games/model/projectGame";

const FOLDER = join(import.meta.dirname, "../../../tests/golden/games");

/** Names of the golden logs. */
export const GAME_LOGS = ["misere", "every-event"] as const;
/** Name of a golden log. */
export type GameLogName = (typeof GAME_LOGS)[number];

function readLines(file: string): unknown[] {
  return readFileSync(join(FOLDER, file), "utf8").trimEnd().split("\n").map((line) => JSON.parse(line) as unknown);
}

/** Read the events of a golden log. */
export function readGameLog(name: GameLogName): readonly LogEntry[] {
  return readLines(`${name}.jsonl`) as LogEntry[];
}

/** Read the gateway's views of a golden log, each with the number of the last event that it contains. */
export function readGameViews(name: GameLogName): readonly { readonly after: number; readonly view: object }[] {
  return readLines(`${name}.views.jsonl`) as { after: number; view: object }[];
}

/** Return the view after the entries. Throws without one. */
export function foldGame(entries: readonly LogEntry[]): GameView {
  let view: GameView | null = null;
  for (const entry of entries) view = projectGame(view, entry);
  if (view === null) throw new Error("no entries");
  return view;
}

/** Create a log of a game that a person plays; its events are numbered. */
export function createPersonsLog(...events: readonly (readonly [type: string, payload: object])[]): readonly LogEntry[] {
  const started = { game_id: "g-person", game: "tictactoe", rows: 3, columns: 3, referee: "towow", seats: ["human", "team"], first_side: 1, level: 2, language: "en", game_rule: "", model: "simulated" };
  return [["started", started] as const, ...events].map(([type, payload], index) => ({
    seq: index + 1,
    event_id: `evt-${index + 1}`,
    event_type: `towow.game.${type}`,
    timestamp: "2026-11-27T03:00:00.000Z",
    payload: { game_id: "g-person", ...payload },
  }));
}
