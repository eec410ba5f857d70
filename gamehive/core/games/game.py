"""Games as data: their boards, what ends them, and the names under which a request knows them (GH-205…215)."""

from dataclasses import dataclass
from functools import cache
from typing import Literal

GameKey = Literal["gomoku", "gomoku8", "nogo", "nogo7", "tictactoe", "misere"]
Goal = Literal["line", "no_line", "liberties"]
"""What decides: whoever has a line wins, whoever has one loses, or whoever takes the last liberty of a group loses."""


@dataclass(frozen=True, slots=True)
class Game:
    """Rules of a game.

    Attributes:
        key: Key by which the interfaces name it.
        names: Names that a request may use, the usual one first.
        rows: Rows of the board.
        columns: Columns of the board.
        goal: What decides the game.
        line: Stones in a row that make a line; a longer one counts too (GH-205). 0 where no line matters.
        least_plies: Fewest plies of a game that is recorded (GH-214).
    """

    key: str
    names: tuple[str, ...]
    rows: int
    columns: int
    goal: Goal
    line: int
    least_plies: int

    def is_size_of(self, other: "Game") -> bool:
        """Return whether this is another game by the same rules, but for the size of its board."""
        return (self.goal, self.line) == (other.goal, other.line) and self.rows != other.rows


_GAMES = (
    Game("gomoku", ("五子棋",), 15, 15, "line", 5, 10),
    Game("gomoku8", ("8×8五子棋", "8*8五子棋"), 8, 8, "line", 5, 5),
    Game("nogo", ("不围棋",), 9, 9, "liberties", 0, 5),
    Game("nogo7", ("7×7不围棋", "7*7不围棋"), 7, 7, "liberties", 0, 5),
    Game("tictactoe", ("井字棋",), 3, 3, "line", 3, 3),
    Game("misere", ("反井字棋",), 3, 3, "no_line", 3, 3),
)


@cache
def games() -> dict[str, Game]:
    """Return all games by key."""
    return {game.key: game for game in _GAMES}


def find_game(name: str) -> Game | None:
    """Return the game with a key or a name; None if there is none."""
    words = name.strip()
    return next((game for game in _GAMES if words == game.key or words in game.names), None)


def find_sized_game(name: str, rows: int, columns: int) -> Game | None:
    """Return the game with a key or a name on a board of a size, by which 不围棋 is 9x9 or 7x7; None without one."""
    found = find_game(name)
    if found is None:
        return None
    same = (game for game in (found, *_GAMES) if (game.goal, game.line) == (found.goal, found.line))
    return next((game for game in same if (game.rows, game.columns) == (rows, columns)), None)


def nogo(rows: int, columns: int) -> Game:
    """Return NoGo on a board of another size (GH-207)."""
    return Game(f"nogo{rows}x{columns}", (), rows, columns, "liberties", 0, 1)
