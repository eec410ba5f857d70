// What the replay bar shows of a game: moves as key moments, a summary of each event.
import { lookUp, readNumber, readString } from "../../../eventLog/readJson";
import type { LogEntry } from "../../../eventLog/types";
import type { Locale } from "../../../i18n/locale";
import type { KeyMoment } from "../../replay/keyMoments";
import type { ReplaySource } from "../../replay/replaySource";
import { BOARD_MESSAGES } from "../board/messages";
import { MESSAGES } from "../messages";
import { GAME_LOG } from "../model/gameLog";
import type { GameEventType } from "../model/gameView";
import { EVENT_MESSAGES } from "./messages";

const KINDS: Readonly<Partial<Record<GameEventType, KeyMoment["kind"]>>> = {
  "towow.game.move_played": "plan",
  "towow.game.move_taken_back": "warn",
  "towow.game.choice_overruled": "bad",
  "towow.game.moves_removed": "verdict",
  "towow.game.ended": "end",
};

/** Find the moves in a log, and those that were taken back or overruled. */
export function findGameMoments(entries: readonly LogEntry[]): KeyMoment[] {
  return entries.flatMap(({ seq, event_type }) => {
    const kind = lookUp<KeyMoment["kind"]>(KINDS, event_type);
    return kind === null ? [] : [{ seq, kind, round: null }];
  });
}

/** Return a short summary of an event: who and what, and the point. */
export function summarizeGameEvent({ event_type, payload }: LogEntry, language: Locale): string {
  const messages = EVENT_MESSAGES[language];
  const names = MESSAGES[language];
  const [x, y] = [readNumber(payload.x), readNumber(payload.y)];
  const point = x === null || y === null ? "" : BOARD_MESSAGES[language].point(x, y);
  if (event_type === "towow.game.move_played") return messages.played(readString(payload.ply), point, lookUp<string>(names.seatShort, payload.by) ?? "");
  const what = lookUp<string>(messages.what, event_type) ?? messages.unknown;
  const agent = lookUp<string>(names.agent, payload.agent ?? payload.speaker);
  const told = point === "" ? what : messages.at(what, point);
  return agent === null ? told : messages.by(agent, told);
}

/** Replay of the open game. */
export const GAME_REPLAY: ReplaySource = { log: GAME_LOG, findKeyMoments: findGameMoments, summarize: summarizeGameEvent };
