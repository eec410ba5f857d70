"""Board of a game: a rectangle of points, each empty or with a stone of the first or the second player."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple

EMPTY, FIRST, SECOND = 0, 1, 2
Player = Literal[1, 2]
"""The one who began, or the other."""


class Point(NamedTuple):
    """Place on a board: row and column, counted from 0."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Board:
    """Position of the stones.

    Attributes:
        rows: Number of rows.
        columns: Number of columns.
        cells: Value of each point, row by row: EMPTY, FIRST or SECOND.
    """

    rows: int
    columns: int
    cells: bytes

    def has_point(self, point: Point) -> bool:
        """Return whether a point is on the board."""
        return 0 <= point.x < self.rows and 0 <= point.y < self.columns

    def stone_at(self, point: Point) -> int:
        """Return EMPTY, or the player whose stone is there."""
        return self.cells[point.x * self.columns + point.y]

    def with_stone(self, point: Point, player: Player) -> "Board":
        """Return the board with one stone more.

        Raises:
            ValueError: The point is not empty.
        """
        if self.stone_at(point) != EMPTY:
            raise ValueError(f"there is a stone at {tuple(point)} already")
        index = point.x * self.columns + point.y
        cells = self.cells[:index] + bytes((player,)) + self.cells[index + 1 :]
        return Board(self.rows, self.columns, cells)

    def points(self) -> Iterator[Point]:
        """Yield all points, row by row."""
        return (Point(x, y) for x in range(self.rows) for y in range(self.columns))

    def empty_points(self) -> list[Point]:
        """Return the points without a stone, row by row."""
        return [point for point in self.points() if self.stone_at(point) == EMPTY]

    def stone_count(self) -> int:
        """Return the number of stones, which is that of the plies played."""
        return len(self.cells) - self.cells.count(EMPTY)

    def to_text(self) -> tuple[str, ...]:
        """Return one string of 0, 1 and 2 a row, as the wire has it."""
        rows = (self.cells[row * self.columns : (row + 1) * self.columns] for row in range(self.rows))
        return tuple("".join(map(str, row)) for row in rows)


def empty_board(rows: int, columns: int) -> Board:
    """Return a board without stones."""
    return Board(rows, columns, bytes(rows * columns))


def parse_board(text: Sequence[str]) -> Board:
    """Return the board of its text, one string of 0, 1 and 2 a row.

    Raises:
        ValueError: The rows differ in length, there is none, or another sign occurs.
    """
    if not text or not text[0] or any(len(row) != len(text[0]) for row in text):
        raise ValueError("a board has rows of equal length, at least one point each")
    if any(sign not in "012" for row in text for sign in row):
        raise ValueError("a board has only 0 for an empty point, 1 and 2 for the players' stones")
    return Board(len(text), len(text[0]), bytes(int(sign) for row in text for sign in row))


def other_player(player: Player) -> Player:
    """Return the opponent."""
    return SECOND if player == FIRST else FIRST


@cache
def neighbours(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    """Return for each point, row by row, the indexes of those beside it in its row and column."""

    def beside(x: int, y: int) -> tuple[int, ...]:
        places = ((x - 1, y), (x, y - 1), (x, y + 1), (x + 1, y))
        return tuple(a * columns + b for a, b in places if 0 <= a < rows and 0 <= b < columns)

    return tuple(beside(x, y) for x in range(rows) for y in range(columns))
