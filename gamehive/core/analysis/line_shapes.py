"""Shapes of a game of lines: where a player completes a line, makes an open four, or forks (GH-22…24, GH-52)."""

from collections import defaultdict
from dataclasses import dataclass

from gamehive.core.games.board import EMPTY, Board, Player, Point
from gamehive.core.games.line import winning_lines


@dataclass(frozen=True, slots=True)
class LineShapes:
    """Shapes of one player on a board; points are in the order of the board.

    Attributes:
        completions: Empty points at which one more stone completes a line.
        open_threes: For each group of stones with two less than a line, the points at which one more stone leaves two
            completions in the same direction: in gomoku an open three and where it becomes an open four.
        forks: Empty points, no completions, after which the player has two completions or more.
    """

    completions: tuple[Point, ...]
    open_threes: tuple[tuple[Point, ...], ...]
    forks: tuple[Point, ...]


def find_shapes(board: Board, player: Player, length: int) -> LineShapes:
    """Return the shapes of a player for lines of a length."""
    cells = board.cells
    completions: set[int] = set()
    ways: dict[tuple[int, int], dict[int, frozenset[int]]] = defaultdict(dict)
    for line in winning_lines(board.rows, board.columns, length):
        empty = [index for index in line if cells[index] == EMPTY]
        if len(empty) > 2 or any(cells[index] not in (EMPTY, player) for index in line):
            continue
        if len(empty) == 1:
            completions.add(empty[0])
        elif len(empty) == 2:
            stones, step = frozenset(line) - frozenset(empty), line[1] - line[0]
            for point, completion in (empty, empty[::-1]):
                ways[point, step][completion] = stones
    after: dict[int, set[int]] = defaultdict(set)
    threes: dict[tuple[int, frozenset[int]], list[int]] = defaultdict(list)
    for (point, step), found in sorted(ways.items()):
        after[point] |= found.keys()
        if len(found) > 1 and not {point, *found} & completions:
            threes[step, frozenset[int]().union(*found.values())].append(point)
    return LineShapes(
        completions=_points(board, completions),
        open_threes=tuple(sorted(_points(board, set(points)) for points in threes.values())),
        forks=_points(board, {point for point, found in after.items() if len(found | completions) > 1} - completions),
    )


def longest_line(board: Board, point: Point, player: Player) -> int:
    """Return the stones in the longest line that a player has through a point, with a stone of theirs on it."""
    longest = 0
    for dx, dy in ((0, 1), (1, 0), (1, 1), (1, -1)):
        count = 1
        for sign in (1, -1):
            step = 1
            while True:
                other = Point(point.x + sign * step * dx, point.y + sign * step * dy)
                if not board.has_point(other) or board.stone_at(other) != player:
                    break
                count, step = count + 1, step + 1
        longest = max(longest, count)
    return longest


def _points(board: Board, indexes: set[int]) -> tuple[Point, ...]:
    return tuple(Point(*divmod(index, board.columns)) for index in sorted(indexes))
