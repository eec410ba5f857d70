"""Prover of gomoku wins, by fours alone or by a threat of them, that is independent of the engine.

What it calls won is won against every reply. What it does not prove may be won all the same.
"""

from collections.abc import Iterable

import numpy as np

from benchmarks.strength.four_kernels import (
    Cells,
    Numbers,
    count_counters,
    find_fives,
    fives_through,
    has_free_five,
    search_fours,
)
from gamehive.core.games.board import EMPTY, Board, Player, Point, other_player

BUDGET = 300_000
"""Positions that one proof may visit. A limit by time would make a set depend on the machine."""
MOST_FOURS = 7
_COUNTERS = 2
_REPLY_COST = 20


def padded_cells(board: Board) -> Cells:
    """Return the stones of a board with a border of 3, row by row."""
    cells = np.full((board.rows + 2, board.columns + 2), 3, dtype=np.int8)
    cells[1:-1, 1:-1] = np.frombuffer(board.cells, dtype=np.int8).reshape(board.rows, board.columns)
    return cells.ravel()


def five_points(board: Board, player: Player) -> frozenset[Point]:
    """Return the empty points where a player completes a line."""
    found = _numbers(board)
    count = find_fives(padded_cells(board), _width(board), player, found)
    return frozenset(_points(board, found[:count]))


def four_line(board: Board, player: Player, fours: int = MOST_FOURS) -> tuple[Point, ...]:
    """Return a win by at most so many fours of the player to move, with the replies; empty if none is proved.

    It is a shortest one. The line ends with a five.
    """
    line, width = np.zeros(128, dtype=np.int64), _width(board)
    for depth in range(fours + 1):
        if search_fours(padded_cells(board), width, player, depth, _budget(), line):
            return tuple(_points(board, line[: line[-1]]))
    return ()


def four_moves(board: Board, player: Player, fours: int = MOST_FOURS) -> frozenset[Point]:
    """Return every move that begins a win by at most so many fours; the player has no five."""
    cells, width, other = padded_cells(board), _width(board), other_player(player)
    points = five_points(board, other) or board.empty_points()
    won: set[Point] = set()
    if len(five_points(board, other)) > 1:
        return frozenset()
    for point in points:
        if not has_free_five(cells, width, _index(board, point), player, 3):
            continue
        after = board.with_stone(point, player)
        fives = _fives_after(after, point, player)
        if len(fives) == 1 and fours > 1:
            is_won = bool(four_line(after.with_stone(min(fives), other), player, fours - 1))
        else:
            is_won = len(fives) > 1
        if is_won:
            won.add(point)
    return frozenset(won)


def double_five_moves(board: Board, player: Player) -> frozenset[Point]:
    """Return the moves after which a player has two points that make five, or more."""
    cells, width = padded_cells(board), _width(board)
    return frozenset(
        point
        for point in board.empty_points()
        if has_free_five(cells, width, _index(board, point), player, 3)
        and len(_fives_after(board.with_stone(point, player), point, player)) > 1
    )


def is_open_four(board: Board, point: Point, player: Player) -> bool:
    """Return whether a move makes four stones side by side with an empty point at both ends."""
    return any(_open_run(board, point, player, dx, dy) == 4 for dx, dy in ((0, 1), (1, 0), (1, 1), (1, -1)))


def open_three_directions(board: Board, point: Point, player: Player) -> int:
    """Return in how many directions a stone on the board stands in a three that one more stone makes an open four."""
    count = 0
    for dx, dy in ((0, 1), (1, 0), (1, 1), (1, -1)):
        places = (Point(point.x + step * dx, point.y + step * dy) for step in range(-4, 5) if step)
        empty = [each for each in places if board.has_point(each) and board.stone_at(each) == EMPTY]
        count += any(
            _open_run(board, each, player, dx, dy) == 4 and _fives_after(board.with_stone(each, player), point, player)
            for each in empty
        )
    return count


def move_wins(board: Board, player: Player, point: Point, fours: int = MOST_FOURS, budget: int = BUDGET) -> bool:
    """Return whether it is proved that a move wins whatever the reply."""
    if point in five_points(board, player):
        return True
    return _is_lost(board.with_stone(point, player), other_player(player), fours, _COUNTERS, np.array([budget]))


def wins_by_threats(board: Board, player: Player, point: Point, threes: int, budget: int = BUDGET) -> bool:
    """Return whether it is proved that a move wins, if after a reply another threat may follow, so many times.

    The budget is for all the proofs together.
    """
    return _threat_wins(board, player, point, threes, np.array([budget]))


def _threat_wins(board: Board, player: Player, point: Point, threes: int, budget: Numbers) -> bool:
    after, other = board.with_stone(point, player), other_player(player)
    if point in five_points(board, player) or _is_lost(after, other, MOST_FOURS, _COUNTERS, budget):
        return True
    return threes > 0 and _is_lost_to_threats(after, other, threes, _COUNTERS, budget)


def _is_lost_to_threats(board: Board, player: Player, threes: int, deferrals: int, budget: Numbers) -> bool:
    """Return whether each reply of a player to a threat loses to fours, or to a further threat."""
    other = other_player(player)
    fives = five_points(board, other)
    if five_points(board, player) or not four_line(board, other):
        return False
    for reply in fives if len(fives) == 1 else board.empty_points():
        budget[0] -= _REPLY_COST
        if budget[0] < 0:
            return False
        after = board.with_stone(reply, player)
        threats = five_points(after, player)
        if threats and not five_points(after, other):
            if len(threats) > 1 or deferrals == 0:
                return False
            blocked = after.with_stone(min(threats), other)
            if not _is_lost_to_threats(blocked, player, threes, deferrals - 1, budget):
                return False
        elif not four_line(after, other) and not any(
            _threat_wins(after, other, following, threes - 1, budget)
            for following in sorted(three_moves(after, other) | _moves_with_four(after, other))
        ):
            return False
    return True


def _moves_with_four(board: Board, player: Player) -> frozenset[Point]:
    cells, width = padded_cells(board), _width(board)
    empty = board.empty_points()
    return frozenset(point for point in empty if has_free_five(cells, width, _index(board, point), player, 3))


def _is_lost(board: Board, player: Player, fours: int, deferrals: int, budget: Numbers) -> bool:
    """Return whether it is proved that a player to move loses; fours of the player may defer it so many times."""
    counters = np.zeros(2 * (board.rows + 2) * _width(board), dtype=np.int64)
    count = count_counters(padded_cells(board), _width(board), player, fours, budget, counters)
    points = _points(board, counters[: 2 * max(count, 0)])
    return count == 0 or (
        count > 0
        and deferrals > 0
        and all(
            _is_lost(
                board.with_stone(reply, player).with_stone(answer, other_player(player)),
                player,
                fours,
                deferrals - 1,
                budget,
            )
            for reply, answer in zip(points[::2], points[1::2], strict=True)
        )
    )


def three_moves(board: Board, player: Player) -> frozenset[Point]:
    """Return the moves that threaten, if they are left without a reply, to win by one four."""
    cells, width = padded_cells(board), _width(board)
    return frozenset(
        point
        for point in board.empty_points()
        if has_free_five(cells, width, _index(board, point), player, 2)
        and double_five_moves(board.with_stone(point, player), player)
    )


def _fives_after(board: Board, point: Point, player: Player) -> frozenset[Point]:
    found = _numbers(board)
    count = fives_through(padded_cells(board), _width(board), _index(board, point), player, found)
    return frozenset(_points(board, found[:count]))


def _open_run(board: Board, point: Point, player: Player, dx: int, dy: int) -> int:
    """Return the length of the run that a stone at a point would be part of; 0 if an end of it is not empty."""
    length = 1
    for sign in (1, -1):
        place = Point(point.x + sign * dx, point.y + sign * dy)
        while board.has_point(place) and board.stone_at(place) == player:
            length += 1
            place = Point(place.x + sign * dx, place.y + sign * dy)
        if not board.has_point(place) or board.stone_at(place) != EMPTY:
            return 0
    return length


def _width(board: Board) -> int:
    return board.columns + 2


def _index(board: Board, point: Point) -> int:
    return (point.x + 1) * _width(board) + point.y + 1


def _points(board: Board, indexes: Iterable[int]) -> list[Point]:
    return [Point(int(index) // _width(board) - 1, int(index) % _width(board) - 1) for index in indexes]


def _numbers(board: Board) -> Numbers:
    return np.zeros((board.rows + 2) * _width(board), dtype=np.int64)


def _budget() -> Numbers:
    return np.array([BUDGET], dtype=np.int64)
