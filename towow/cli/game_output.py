"""Output of a game's moves at the terminal: as boards and sentences, or as JSON, an object a line."""

import json
from dataclasses import dataclass
from typing import Any, Literal

from gamehive.core.games.board import Player, Point, other_player
from gamehive.core.games.position import GamePosition, GameResult
from gamehive.engines.search import SearchAnswer
from towow.cli.output import print_note
from towow.narration.board_text import SIDES, STONES, answer_text, board_lines, point_text, result_text


@dataclass(frozen=True, slots=True)
class GameMove:
    """Move of a game that was made.

    Attributes:
        player: Who made it.
        point: The move.
        by: Kind of the player.
        elapsed_s: Seconds the player took.
        answer: The engine's reasons; None for a person's move.
    """

    player: Player
    point: Point
    by: Literal["human", "engine"]
    elapsed_s: float
    answer: SearchAnswer | None = None


class GamePrinter:
    """Prints a game for a person to read."""

    def print_start(self, position: GamePosition) -> None:
        """Print the board before the first move."""
        self.print_board(position)

    def print_board(self, position: GamePosition) -> None:
        """Print the board, the last stone in brackets."""
        print("\n".join(board_lines(position.board, position.last)), flush=True)

    def print_move(self, move: GameMove, position: GamePosition) -> None:
        """Print a move and the board after it."""
        sign = STONES[move.player]
        text = f"{sign} {point_text(move.point)}" if move.answer is None else answer_text(move.answer, move.player)
        print(f"\n{position.plies}. {text}")
        self.print_board(position)

    def print_note(self, text: str) -> None:
        """Print a sentence to the person who plays, to standard error."""
        print_note(text)

    def print_undo(self, plies: int, position: GamePosition) -> None:
        """Print that so many plies were taken back, and the board without them."""
        if plies == 0:
            self.print_note("There is no move of yours to take back.")
            return
        print(f"{plies} moves taken back.")
        self.print_board(position)

    def print_result(self, result: GameResult) -> None:
        """Print how the game ended."""
        print(result_text(result), flush=True)

    def print_resignation(self, player: Player) -> None:
        """Print that a player gave up."""
        print(f"{STONES[player]} resigns; {STONES[other_player(player)]} wins.", flush=True)

    def print_unfinished(self) -> None:
        """Print that the input ended before the game."""
        print("The input ended before the game.", flush=True)


class JsonGamePrinter(GamePrinter):
    """Prints an object for every move, and one for the result (INTERFACES § 11).

    A move taken back is printed as `{"undone": plies}`, the number of plies that were removed.
    """

    def print_board(self, position: GamePosition) -> None:
        """Print nothing: the moves tell the board."""

    def print_move(self, move: GameMove, position: GamePosition) -> None:
        """Print `{ply, side, x, y, by, ms, value, depth | playouts, line}`; value is the mover's expected result."""
        row: dict[str, Any] = {"ply": position.plies, "side": SIDES[move.player], "x": move.point.x, "y": move.point.y}
        row |= {"by": move.by, "ms": round(1000 * move.elapsed_s)}
        answer = move.answer
        if answer is None:
            row |= {"value": None, "depth": None, "line": []}
        else:
            searched = {"depth": answer.depth} if answer.playouts is None else {"playouts": answer.playouts}
            row |= (
                {"value": round(answer.candidates[0].score, 3)}
                | searched
                | {"line": [[each.x, each.y] for each in answer.line]}
            )
        print(json.dumps(row), flush=True)

    def print_undo(self, plies: int, position: GamePosition) -> None:
        """Print `{undone}`."""
        print(json.dumps({"undone": plies}), flush=True)

    def print_result(self, result: GameResult) -> None:
        """Print `{result, winner}`: the reason of the end, and the side that won or null."""
        self._print_end(result.reason, result.winner)

    def print_resignation(self, player: Player) -> None:
        """Print the result `resigned`."""
        self._print_end("resigned", other_player(player))

    def print_unfinished(self) -> None:
        """Print the result `unfinished`."""
        self._print_end("unfinished", None)

    def _print_end(self, reason: str, winner: Player | None) -> None:
        print(json.dumps({"result": reason, "winner": None if winner is None else SIDES[winner]}), flush=True)
