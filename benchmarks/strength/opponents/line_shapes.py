"""Scores of the shapes of one player in a line of gomoku (GH-270), for the alpha-beta opponent."""

import numpy as np
from numpy.typing import NDArray

from gamehive.engines.kernel import compile_inline, compile_kernel

FIVE, OPEN_FOUR, STRAIGHT_FOUR, BROKEN_FOUR, OPEN_THREE = 1_000_000, 50_000, 1_000, 700, 800
"""The scores that GH-270 gives. A four that two points complete counts as open, wherever they lie."""

CLOSED_THREE, OPEN_TWO, CLOSED_TWO, ONE = 100, 60, 10, 2
"""Smaller shapes, which GH-270 leaves open: each worth far less than what it can become."""

BORDER = 3
"""Value of a point off the board."""

REACH = 4
"""Points on each side of a stone that can belong to a line of five with it."""

CODES = 1 << (4 * REACH)


@compile_inline
def _run(line: NDArray[np.int8], at: int, step: int, first: int, last: int, player: int) -> int:
    count = 0
    at += step
    while first <= at <= last and line[at] == player:
        count += 1
        at += step
    return count


@compile_kernel
def _group_score(line: NDArray[np.int8], begin: int, end: int, first: int, last: int, player: int) -> int:
    """Return the score of the stones from `begin` to `end` between the free points `first` and `last`."""
    stones = 0
    run = 0
    for at in range(begin, end + 1):
        run = run + 1 if line[at] == player else 0
        stones += line[at] == player
        if run >= 5:
            return FIVE
    completions = 0
    opens = False
    widens = False
    for at in range(max(first, begin - 1), min(last, end + 1) + 1):
        if line[at] == player:
            continue
        left = _run(line, at, -1, first, last, player)
        right = _run(line, at, 1, first, last, player)
        length = left + right + 1
        before, behind = at - left - 1, at + right + 1
        free = before >= first and behind <= last
        if length >= 5:
            completions += 1
        elif length == 4:
            opens |= free
        elif length == 3:
            widens |= free and (before > first or behind < last)
    if completions >= 2:
        return OPEN_FOUR
    if completions == 1:
        return STRAIGHT_FOUR if end - begin == 3 else BROKEN_FOUR
    if stones >= 3:
        return OPEN_THREE if opens else CLOSED_THREE
    if stones == 2:
        return OPEN_TWO if widens else CLOSED_TWO
    return ONE


@compile_kernel
def score_line(line: NDArray[np.int8], length: int, player: int) -> int:
    """Return the sum of the shapes of a player in the first points of a line.

    Stones belong to one shape if fewer than three empty points lie between them. A shape between opponents' stones or
    borders less than five points apart can become nothing and counts 0.
    """
    total = 0
    at = 0
    while at < length:
        if line[at] != 0 and line[at] != player:
            at += 1
            continue
        first = at
        while at < length and (line[at] == 0 or line[at] == player):
            at += 1
        last = at - 1
        if last - first < 4:
            continue
        begin = first
        while begin <= last:
            if line[begin] == 0:
                begin += 1
                continue
            end = begin
            following = begin + 1
            while following <= last and following - end <= 3:
                if line[following] == player:
                    end = following
                following += 1
            total += _group_score(line, begin, end, first, last, player)
            begin = end + 1
    return total


@compile_kernel
def build_gains() -> NDArray[np.int32]:
    """Return by player and code of the eight points around what a stone between them adds to the player's shapes.

    A code has two bits a point: 0 empty, 1 and 2 the players, 3 off the board.
    """
    gains = np.zeros((3, CODES), dtype=np.int32)
    line = np.zeros(2 * REACH + 1, dtype=np.int8)
    for code in range(CODES):
        for place in range(2 * REACH):
            line[place if place < REACH else place + 1] = (code >> (2 * place)) & 3
        for player in (1, 2):
            line[REACH] = 0
            before = score_line(line, 2 * REACH + 1, player)
            line[REACH] = player
            gains[player, code] = score_line(line, 2 * REACH + 1, player) - before
    return gains
