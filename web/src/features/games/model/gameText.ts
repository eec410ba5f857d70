// Names in a game: of its sides, players and points.
import type { GameView, Seat, Side } from "./gameView";
import type { GameKey } from "../gameApi";
import { MESSAGES } from "../messages";

type Messages = (typeof MESSAGES)["en"];

/** Whether crosses and noughts are played, in cells. */
export function hasMarks(game: string): boolean {
  return game === "tictactoe" || game === "misere";
}

/** Whether stones stand on the crossings of lines. */
export function hasLines(game: string): boolean {
  return game.startsWith("gomoku");
}

/** Return the name of a game. */
export function getGameName(game: string, messages: Messages): string {
  return Object.hasOwn(messages.game, game) ? messages.game[game as GameKey] : messages.otherGame(game);
}

/** Return the name of a side: a colour or a mark. */
export function getSideName(game: string, side: number, messages: Messages): string {
  return (hasMarks(game) ? messages.marks : messages.stones)[side - 1] ?? String(side);
}

/** Return who plays a side. */
export function getSeat({ seats }: Pick<GameView, "seats">, side: Side): Seat {
  return seats[side - 1] ?? "opponent";
}

/** Return the name of a side's player; of two alike with the colour. */
export function getPlayerName(view: GameView, side: Side, messages: Messages): string {
  const seat = getSeat(view, side);
  const name = messages.seat[seat];
  return view.seats[0] === view.seats[1] ? `${name} ${getSideName(view.game, side, messages)}` : name;
}

/** Return the side that the person plays; null if none does, or another service judges the moves. */
export function getPersonsSide({ seats, referee }: GameView): Side | null {
  const index = referee === "towow" ? seats.indexOf("human") : -1;
  return index < 0 ? null : ((index + 1) as Side);
}
