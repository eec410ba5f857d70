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
    cells, index = board.cells, point.x * board.columns + point.y
    player = cells[index]
    for ray, opposite in _rays(board.rows, board.columns)[index]:
        count = 1
        for each in (ray, opposite):
            for other in each:
                if cells[other] != player:
                    break
                count += 1
        if count >= length:
            return True
    return False


@cache
def _rays(rows: int, columns: int) -> tuple[tuple[tuple[tuple[int, ...], tuple[int, ...]], ...], ...]:
    """Return for each point and direction the indexes of the points that follow it, and of those before it."""

    def ray(x: int, y: int, dx: int, dy: int) -> tuple[int, ...]:
        steps = range(1, max(rows, columns))
        places = ((x + step * dx, y + step * dy) for step in steps)
        return tuple(a * columns + b for a, b in places if 0 <= a < rows and 0 <= b < columns)

    return tuple(
        tuple((ray(x, y, dx, dy), ray(x, y, -dx, -dy)) for dx, dy in _DIRECTIONS)
        for x in range(rows)
        for y in range(columns)
    )
