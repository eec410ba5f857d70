"""A board game at the terminal: its players, and the loop of their moves."""

import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from gamehive.core.games.board import Point
from gamehive.core.games.game import Game
from gamehive.core.games.level import Level
from gamehive.core.games.position import (
    GamePosition,
    find_result,
    is_playable,
    is_safe,
    play_move,
    safe_moves,
    start_position,
)
from gamehive.engines.port import EngineService
from gamehive.engines.search import SearchAnswer, SearchRequest
from towow.cli.exit import FAILURE, SUCCESS, CommandError
from towow.cli.game_output import GameMove, GamePrinter
from towow.cli.output import is_terminal
from towow.narration.board_text import STONES, answer_text, point_text
from towow.narration.sanitize import sanitize_text

HELP = """Type a row and a column, for example "{example}".
hint    what the engine would play
undo    take back your last move
board   show the board again
resign  give up
help    this text"""


@dataclass(frozen=True, slots=True)
class PlayerMove:
    """Answer of a player: a point, and an engine's reasons for it."""

    point: Point
    by: Literal["human", "engine"]
    answer: SearchAnswer | None = None


Choice = PlayerMove | Literal["undo", "resign", "end_of_input"]
"""What a player does when it is their turn."""


class GamePlayer(Protocol):
    """One side of a game."""

    async def choose(self, position: GamePosition) -> Choice:
        """Return a playable move, or what is done in place of one."""
        ...


class EnginePlayer:
    """Engine, in a process of its own."""

    def __init__(self, engines: EngineService, level: Level, time_s: float | None) -> None:
        """Play with a level, and with so many seconds a move in place of the level's."""
        self._engines = engines
        self._level: Level = level
        self._time_s = time_s

    async def choose(self, position: GamePosition) -> PlayerMove:
        """Return the engine's move."""
        answer = await self.search(position)
        return PlayerMove(answer.point, "engine", answer)

    async def search(self, position: GamePosition) -> SearchAnswer:
        """Return the engine's move with its reasons."""
        request = SearchRequest(position, self._level, self._time_s, seed=secrets.randbits(32))
        return await self._engines.search(request)


class InputLines(Protocol):
    """Lines that a person types."""

    async def read_line(self) -> str | None:
        """Return the next line without its end; None when the input has ended."""
        ...


class HintEngine(Protocol):
    """Source of hints."""

    async def search(self, position: GamePosition) -> SearchAnswer:
        """Return a move with its reasons."""
        ...


class TerminalPlayer:
    """Person who types moves. Lines of input that is no terminal hold moves and commands too, but no mistakes."""

    def __init__(self, lines: InputLines, printer: GamePrinter, adviser: HintEngine) -> None:
        """Read from `lines`, answer mistakes and hints on `printer`; hints come from `adviser`."""
        self._lines = lines
        self._printer = printer
        self._adviser = adviser
        self._confirmed: tuple[GamePosition, Point] | None = None

    async def choose(self, position: GamePosition) -> Choice:
        """Ask until there is a move or a command that ends the turn.

        Raises:
            CommandError: The input is no terminal, and a line holds neither.
        """
        sign = STONES[position.to_move]
        while True:
            if is_terminal():
                self._printer.print_note(f"Your move ({sign}), row and column:")
            line = await self._lines.read_line()
            if line is None:
                return "end_of_input"
            match line.strip().lower():
                case "undo" | "u":
                    return "undo"
                case "resign" | "quit" | "q" | "exit":
                    return "resign"
                case "hint" | "h":
                    answer = await self._adviser.search(position)
                    self._printer.print_note(f"Hint: {answer_text(answer, position.to_move)}")
                case "board" | "b":
                    self._printer.print_board(position)
                case "help" | "?":
                    self._printer.print_note(HELP.format(example=_example(position)))
                case words:
                    point = self._read_move(words, position)
                    if point is not None:
                        return PlayerMove(point, "human")

    def _read_move(self, words: str, position: GamePosition) -> Point | None:
        """Return the point that was typed; None after a note about what is wrong with it."""
        point = _parse_point(words)
        if point is None:
            return self._report(f"{sanitize_text(words)!r} is no move. " + HELP.format(example=_example(position)))
        board = position.board
        if not board.has_point(point):
            limits = f"rows are 0 to {board.rows - 1}, columns 0 to {board.columns - 1}"
            return self._report(f"{point_text(point)} is off the board: {limits}.")
        if not is_playable(position, point):
            return self._report(f"There is a stone at {point_text(point)} already.")
        # A person may lose on purpose, but not by a slip.
        confirmed = self._confirmed == (position, point)
        if is_terminal() and not confirmed and not is_safe(position, point) and safe_moves(position):
            self._confirmed = (position, point)
            return self._report(f"{point_text(point)} loses at once. Type it again to play it.")
        self._confirmed = None
        return point

    def _report(self, mistake: str) -> None:
        if not is_terminal():
            raise CommandError(mistake)
        self._printer.print_note(mistake)


def _parse_point(words: str) -> Point | None:
    parts = words.replace(",", " ").split()
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
        return None
    return Point(int(parts[0]), int(parts[1]))


def _example(position: GamePosition) -> str:
    empty = position.board.empty_points()
    return point_text(empty[len(empty) // 2])


async def play_game(game: Game, players: Mapping[int, GamePlayer], printer: GamePrinter) -> int:
    """Play from the empty board to the end and return the exit code: 0, or 1 if the input ended before the game."""
    positions = [start_position(game)]
    printer.print_start(positions[0])
    while (result := find_result(position := positions[-1])) is None:
        started = time.monotonic()
        choice = await players[position.to_move].choose(position)
        match choice:
            case "end_of_input":
                printer.print_unfinished()
                return FAILURE
            case "resign":
                printer.print_resignation(position.to_move)
                return SUCCESS
            case "undo":
                _undo(positions, printer)
            case PlayerMove(point=point):
                positions.append(play_move(position, point))
                elapsed_s = time.monotonic() - started
                move = GameMove(position.to_move, point, choice.by, elapsed_s, choice.answer)
                printer.print_move(move, positions[-1])
    printer.print_result(result)
    return SUCCESS


def _undo(positions: list[GamePosition], printer: GamePrinter) -> None:
    """Take back the last move of the player whose turn it is, and the reply to it, if there are such."""
    plies = 2 if len(positions) > 2 else 0
    del positions[len(positions) - plies :]
    printer.print_undo(plies, positions[-1])
