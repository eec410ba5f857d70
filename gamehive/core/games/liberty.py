"""Liberties of NoGo: the empty points beside a group of stones of one player (GH-207)."""

from gamehive.core.games.board import EMPTY, Board, Point, neighbours


def takes_last_liberty(board: Board, point: Point) -> bool:
    """Return whether the stone just played at a point leaves a group without liberties: its own, or one beside it."""
    beside = neighbours(board.rows, board.columns)
    index = point.x * board.columns + point.y
    touched = (index, *(each for each in beside[index] if board.cells[each] != EMPTY))
    return not all(_has_liberty(board.cells, each, beside) for each in touched)


def _has_liberty(cells: bytes, start: int, beside: tuple[tuple[int, ...], ...]) -> bool:
    player, seen, open_points = cells[start], {start}, [start]
    while open_points:
        for each in beside[open_points.pop()]:
            if cells[each] == EMPTY:
                return True
            if cells[each] == player and each not in seen:
                seen.add(each)
                open_points.append(each)
    return False
