"""Loops of the prover of gomoku wins: points that make five, moves that make a four, wins by fours alone.

A board is a flat array with a border of one point: EMPTY 0, players 1 and 2, border 3. Nothing here is shared with the
engine whose answers are judged.
"""

import numpy as np
from numpy.typing import NDArray

from gamehive.engines.kernel import compile_kernel

Cells = NDArray[np.int8]
Numbers = NDArray[np.int64]


@compile_kernel
def makes_five(cells: Cells, width: int, point: int, player: int) -> bool:
    """Return whether a stone of a player at an empty point would stand in a row of five or more."""
    for direction in (1, width, width + 1, width - 1):
        run = 1
        at = point + direction
        while cells[at] == player:
            run += 1
            at += direction
        at = point - direction
        while cells[at] == player:
            run += 1
            at -= direction
        if run >= 5:
            return True
    return False


@compile_kernel
def find_fives(cells: Cells, width: int, player: int, found: Numbers) -> int:
    """Write all points where a player would make five; return their number."""
    count = 0
    for point in range(width + 1, cells.size - width - 1):
        if cells[point] == 0 and makes_five(cells, width, point, player):
            found[count] = point
            count += 1
    return count


@compile_kernel
def has_free_five(cells: Cells, width: int, point: int, player: int, stones: int) -> bool:
    """Return whether an empty point lies in five in a row of which a player has so many and the opponent none."""
    for direction in (1, width, width + 1, width - 1):
        for start in range(-4, 1):
            own, at = 0, point + start * direction
            if not 0 <= at < cells.size or not 0 <= at + 4 * direction < cells.size:
                continue
            for step in range(5):
                value = cells[at + step * direction]
                if value == player:
                    own += 1
                elif value != 0:
                    own = -9
            if own >= stones:
                return True
    return False


@compile_kernel
def fives_through(cells: Cells, width: int, point: int, player: int, found: Numbers) -> int:
    """Write the points within four of a stone just played where its player would make five; return their number."""
    count = 0
    for direction in (1, width, width + 1, width - 1, -1, -width, -width - 1, 1 - width):
        at = point + direction
        for _ in range(4):
            value = cells[at]
            if value == 0 and makes_five(cells, width, at, player):
                found[count] = at
                count += 1
            if value != player:
                break
            at += direction
    return count


@compile_kernel
def search_fours(cells: Cells, width: int, player: int, fours: int, budget: Numbers, line: Numbers) -> bool:
    """Return whether a player to move wins by at most so many fours, each answered in the only way.

    The last four has two points that make five. `line` gets the moves of both, `line[-1]` their number. `budget[0]`
    counts down; with none left nothing is proved. It goes down the tree without calling itself: numba's cache does not
    bear functions that do.
    """
    other = 3 - player
    fives = np.empty(cells.size, dtype=np.int64)
    moves = np.zeros(fours + 1, dtype=np.int64)
    replies = np.zeros(fours + 1, dtype=np.int64)
    forced = np.full(fours + 1, -1, dtype=np.int64)
    cursors = np.zeros(fours + 1, dtype=np.int64)
    level, won = 0, False
    while not won:
        if cursors[level] == 0:
            budget[0] -= 1
            if budget[0] < 0:
                break
            if find_fives(cells, width, player, fives) > 0:
                line[2 * level] = fives[0]
                line[-1] = 2 * level + 1
                won = True
                break
            threats = find_fives(cells, width, other, fives) if level < fours else 2
            forced[level] = fives[0] if threats == 1 else -1
            cursors[level] = width + 1 if threats < 2 else cells.size
        descends = False
        while cursors[level] < cells.size - width - 1 and not descends and not won:
            point = cursors[level]
            cursors[level] += 1
            if cells[point] != 0 or (forced[level] >= 0 and point != forced[level]):
                continue
            if not has_free_five(cells, width, point, player, 3):
                continue
            cells[point] = player
            number = fives_through(cells, width, point, player, fives)
            line[2 * level] = point
            line[2 * level + 1] = fives[0]
            if number > 1:
                line[2 * level + 2] = fives[1]
                line[-1] = 2 * level + 3
                won = True
            elif number == 1 and level + 1 < fours:
                moves[level], replies[level] = point, fives[0]
                cells[fives[0]] = other
                descends = True
                continue
            cells[point] = 0
        if descends:
            level += 1
            cursors[level] = 0
        elif not won:
            if level == 0:
                break
            level -= 1
            cells[moves[level]] = 0
            cells[replies[level]] = 0
    for each in range(level):
        cells[moves[each]] = 0
        cells[replies[each]] = 0
    return won


@compile_kernel
def count_counters(cells: Cells, width: int, player: int, fours: int, budget: Numbers, counters: Numbers) -> int:
    """Return how many replies of a player put off the loss by a four; -1 if another reply is not proved to lose.

    Every empty point is tried as a reply. All others lose, to five or to a win by fours. `counters` gets the replies
    that make a four and, in the same order, the moves that meet them, as pairs.
    """
    other = 3 - player
    line = np.zeros(128, dtype=np.int64)
    fives = np.empty(cells.size, dtype=np.int64)
    if find_fives(cells, width, player, fives) > 0:
        return -1
    threats = find_fives(cells, width, other, fives)
    if threats > 1:
        return 0
    forced = fives[0] if threats == 1 else -1
    if forced < 0 and not search_fours(cells, width, other, fours, budget, line):
        return -1
    # What crosses the threat refutes it most often, and is tried first.
    early = line[:8].copy()
    count = 0
    for step in range(-8, cells.size):
        point = early[step + 8] if step < 0 else step
        if cells[point] != 0 or (forced >= 0 and point != forced):
            continue
        cells[point] = player
        number = fives_through(cells, width, point, player, fives)
        answer = fives[0]
        if number == 0 or find_fives(cells, width, other, fives) > 0:
            lost = search_fours(cells, width, other, fours, budget, line)
        else:
            lost = number == 1
            if lost and step >= 0:
                counters[2 * count] = point
                counters[2 * count + 1] = answer
                count += 1
        cells[point] = 0
        if not lost:
            return -1
    return count


@compile_kernel
def score_points(cells: Cells, width: int, player: int, scores: Numbers) -> None:
    """Write a plain value of each empty point: sums over the fives through it that only one player has stones in."""
    weights = np.array([1, 12, 120, 1_200, 50_000], dtype=np.int64)
    scores[:] = 0
    for point in range(width + 1, cells.size - width - 1):
        if cells[point] != 0:
            continue
        for direction in (1, width, width + 1, width - 1):
            for start in range(-4, 1):
                at = point + start * direction
                if not 0 <= at < cells.size or not 0 <= at + 4 * direction < cells.size:
                    continue
                own, others = 0, 0
                for step in range(5):
                    value = cells[at + step * direction]
                    if value == player:
                        own += 1
                    elif value == 3:
                        own, others = 9, 9
                    elif value != 0:
                        others += 1
                if others == 0 and own < 5:
                    scores[point] += 2 * weights[own]
                elif own == 0 and others < 5:
                    scores[point] += weights[others]
