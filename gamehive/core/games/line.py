"""Lines of stones in a row, a column or a diagonal."""

from functools import cache

from gamehive.core.games.board import Board, Point

_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


@cache
def winning_lines(rows: int, columns: int, length: int) -> tuple[tuple[int, ...], ...]:
    """Return the indexes of each line of exactly so many points on a board (GH-231)."""

    def is_inside(x: int, y: int) -> bool:
        return 0 <= x < rows and 0 <= y < columns

    return tuple(
        tuple((x + step * dx) * columns + y + step * dy for step in range(length))
        for x in range(rows)
        for y in range(columns)
        for dx, dy in _DIRECTIONS
        if is_inside(x + (length - 1) * dx, y + (length - 1) * dy)
    )


def has_line_through(board: Board, point: Point, length: int) -> bool:
    """Return whether the stone at a point is one of at least `length` of its player in a row."""
    player = board.stone_at(point)
    return any(
        1 + _run(board, point, dx, dy, player) + _run(board, point, -dx, -dy, player) >= length
        for dx, dy in _DIRECTIONS
    )


def _run(board: Board, point: Point, dx: int, dy: int, player: int) -> int:
    """Return how many stones of a player follow a point in a direction without a gap."""
    count, place = 0, Point(point.x + dx, point.y + dy)
    while board.has_point(place) and board.stone_at(place) == player:
        count, place = count + 1, Point(place.x + dx, place.y + dy)
    return count
