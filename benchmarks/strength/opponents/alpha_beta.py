"""Alpha-beta opponent of a fixed depth for gomoku, after GH-270; it shares no code with the engine it is to test.

It searches every candidate within two points of a stone to its depth, whatever time that takes, orders them by the
shapes they make and prevent, and evaluates a position as its own shapes less the other player's. It has no search for
wins by threats and no table of positions.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from benchmarks.strength.opponents.line_shapes import BORDER, FIVE, REACH, build_gains, score_line
from gamehive.core.games.board import Point
from gamehive.core.games.position import GamePosition
from gamehive.engines.kernel import compile_kernel

Cells = NDArray[np.int8]
Codes = NDArray[np.uint16]
Integers = NDArray[np.int32]

WIN = 100_000_000
DISTANCE = 2


@compile_kernel
def _line_of(cells: Cells, size: int, direction: int, x: int, y: int, line: Cells) -> tuple[int, int]:
    """Copy the line through a point; return its number within its direction and its length."""
    if direction == 0:
        at, step, number, length = x * size, 1, x, size
    elif direction == 1:
        at, step, number, length = y, size, y, size
    elif direction == 2:
        back = min(x, y)
        at, step, number = (x - back) * size + y - back, size + 1, x - y + size - 1
        length = size - abs(x - y)
    else:
        back = min(x, size - 1 - y)
        at, step, number = (x - back) * size + y + back, size - 1, x + y
        length = size - abs(x + y - size + 1)
    for place in range(length):
        line[place] = cells[at + place * step]
    return number, length


@compile_kernel
def _change(
    cells: Cells,
    codes: Codes,
    near: Cells,
    lines: Integers,
    totals: Integers,
    line: Cells,
    size: int,
    at: int,
    stone: int,
) -> bool:
    """Put a stone, or take it away with 0; return whether the new stone makes five."""
    x, y = at // size, at % size
    toggled = stone if stone != 0 else cells[at]
    cells[at] = stone
    five = False
    for direction in range(4):
        dx = 0 if direction == 0 else 1
        dy = 1 if direction in (0, 2) else (0 if direction == 1 else -1)
        number, length = _line_of(cells, size, direction, x, y, line)
        for player in (1, 2):
            score = score_line(line, length, player)
            totals[player] += score - lines[player, direction, number]
            lines[player, direction, number] = score
            five |= player == stone and score >= FIVE
        for step in range(1, REACH + 1):
            # Of a neighbour in front, the stone is the point `step` behind it, and the other way round.
            a, b = x + step * dx, y + step * dy
            if 0 <= a < size and 0 <= b < size:
                codes[direction, a * size + b] ^= np.uint16(toggled << (2 * (REACH - step)))
            a, b = x - step * dx, y - step * dy
            if 0 <= a < size and 0 <= b < size:
                codes[direction, a * size + b] ^= np.uint16(toggled << (2 * (REACH + step - 1)))
    change = 1 if stone != 0 else -1
    for a in range(max(0, x - DISTANCE), min(size, x + DISTANCE + 1)):
        for b in range(max(0, y - DISTANCE), min(size, y + DISTANCE + 1)):
            near[a * size + b] += change
    return five


@compile_kernel
def _order(
    cells: Cells, codes: Codes, near: Cells, gains: Integers, player: int, moves: Integers, scores: Integers
) -> int:
    """Fill in the candidates, those first that make or prevent most; return their number."""
    count = 0
    for at in range(cells.size):
        if cells[at] != 0 or near[at] == 0:
            continue
        score = 0
        for direction in range(4):
            code = codes[direction, at]
            score += 2 * gains[player, code] + gains[3 - player, code]
        place = count
        while place > 0 and scores[place - 1] < score:
            scores[place] = scores[place - 1]
            moves[place] = moves[place - 1]
            place -= 1
        scores[place] = score
        moves[place] = at
        count += 1
    return count


@compile_kernel
def _search(
    cells: Cells,
    codes: Codes,
    near: Cells,
    lines: Integers,
    totals: Integers,
    line: Cells,
    gains: Integers,
    moves: Integers,
    scores: Integers,
    size: int,
    player: int,
    depth: int,
    ply: int,
    alpha: int,
    beta: int,
) -> int:
    """Return the value for the player to move."""
    if depth == 0:
        return totals[player] - totals[3 - player]
    count = _order(cells, codes, near, gains, player, moves[ply], scores[ply])
    if count == 0:
        return 0
    best = -WIN
    for place in range(count):
        at = moves[ply, place]
        if _change(cells, codes, near, lines, totals, line, size, at, player):
            value = WIN - ply
        else:
            value = -_search(
                *(cells, codes, near, lines, totals, line, gains, moves, scores, size),
                *(3 - player, depth - 1, ply + 1, -beta, -max(alpha, best)),
            )
        _change(cells, codes, near, lines, totals, line, size, at, 0)
        best = max(best, value)
        if best >= beta:
            break
    return best


@compile_kernel
def search_values(
    cells: Cells, size: int, player: int, depth: int, margin: int, gains: Integers
) -> tuple[Integers, Integers, int]:
    """Return the candidates in the order of a shallower search, their values, and the place of the best.

    A value is exact if it is at most `margin` below the best; else it is only an upper bound.
    """
    points = size * size
    board = np.zeros(points, dtype=np.int8)
    codes = np.zeros((4, points), dtype=np.uint16)
    near = np.zeros(points, dtype=np.int8)
    lines = np.zeros((3, 4, 2 * size), dtype=np.int32)
    totals = np.zeros(3, dtype=np.int32)
    line = np.zeros(size, dtype=np.int8)
    moves = np.zeros((depth + 1, points), dtype=np.int32)
    scores = np.zeros((depth + 1, points), dtype=np.int32)
    for at in range(points):
        for direction in range(4):
            dx = 0 if direction == 0 else 1
            dy = 1 if direction in (0, 2) else (0 if direction == 1 else -1)
            for place in range(2 * REACH):
                step = place - REACH if place < REACH else place - REACH + 1
                a, b = at // size + step * dx, at % size + step * dy
                if not (0 <= a < size and 0 <= b < size):
                    codes[direction, at] |= np.uint16(BORDER << (2 * place))
    for at in range(points):
        if cells[at] != 0:
            _change(board, codes, near, lines, totals, line, size, at, cells[at])
    count = _order(board, codes, near, gains, player, moves[0], scores[0])
    roots = moves[0, :count].copy()
    values = np.zeros(count, dtype=np.int32)
    best = 0
    for limit in range(2 if depth % 2 == 0 else 1, depth + 1, 2):
        order = np.argsort(-values, kind="mergesort")
        roots = roots[order]
        alpha = -WIN
        for place in range(count):
            at = roots[place]
            if _change(board, codes, near, lines, totals, line, size, at, player):
                value = WIN
            else:
                value = -_search(
                    *(board, codes, near, lines, totals, line, gains, moves, scores, size),
                    *(3 - player, limit - 1, 1, -WIN, -max(-WIN, alpha - margin - 1)),
                )
            _change(board, codes, near, lines, totals, line, size, at, 0)
            values[place] = value
            if value > alpha:
                alpha = value
                best = place
    return roots, values, best


@compile_kernel
def score_shapes(cells: Cells, size: int) -> Integers:
    """Return by player the sum of the shapes in all lines; what the search keeps up to date stone by stone."""
    totals = np.zeros(3, dtype=np.int32)
    line = np.zeros(size, dtype=np.int8)
    for at in range(size):
        for direction in range(4):
            # Each line once, from a point of its border.
            starts = [(at, 0), (0, at), (at, 0), (at, size - 1)]
            x, y = starts[direction]
            _, length = _line_of(cells, size, direction, x, y, line)
            for player in (1, 2):
                totals[player] += score_line(line, length, player)
            if direction >= 2 and at > 0:
                x, y = (0, at) if direction == 2 else (0, at - 1)
                _, length = _line_of(cells, size, direction, x, y, line)
                for player in (1, 2):
                    totals[player] += score_line(line, length, player)
    return totals


class AlphaBetaPlayer:
    """Player of gomoku on a square board that searches to a fixed depth.

    Attributes:
        depth: Plies of the search.
    """

    def __init__(self, depth: int = 4) -> None:
        self.depth = depth
        self._gains = build_gains()

    def choose(self, position: GamePosition, moves: Sequence[Point], seed: int) -> Point:
        """Return the move with the best value; the centre of an empty board. `moves` and `seed` change nothing."""
        size = position.game.rows
        if position.plies == 0:
            return Point(size // 2, size // 2)
        candidates, _, best = self._search(position)
        return Point(int(candidates[best]) // size, int(candidates[best]) % size)

    def evaluate(self, position: GamePosition) -> int:
        """Return the value of a position with stones for the player to move."""
        _, values, best = self._search(position)
        return int(values[best])

    def good_moves(self, position: GamePosition, margin: int) -> list[Point]:
        """Return the moves whose values are at most so much below the best; for a position with stones."""
        size = position.game.rows
        candidates, values, _ = self._search(position, margin)
        least = values.max() - margin
        return [Point(int(at) // size, int(at) % size) for at in candidates[values >= least]]

    def shape_difference(self, position: GamePosition) -> int:
        """Return the value of a position without search: the shapes of the player to move less the other's."""
        cells = np.frombuffer(position.board.cells, dtype=np.int8)
        totals = score_shapes(cells, position.game.rows)
        return int(totals[position.to_move] - totals[3 - position.to_move])

    def _search(self, position: GamePosition, margin: int = 0) -> tuple[Integers, Integers, int]:
        cells = np.frombuffer(position.board.cells, dtype=np.int8)
        return search_values(cells, position.game.rows, position.to_move, self.depth, margin, self._gains)

    def close(self) -> None:
        """Release nothing."""
