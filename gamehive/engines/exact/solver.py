"""Solver of the games on three by three points: value and length of a game with best play (GH-208, GH-209)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from gamehive.core.games.line import winning_lines

POINTS = 9
_LINES = tuple(sum(1 << index for index in line) for line in winning_lines(3, 3, 3))
_LINES_THROUGH = tuple(tuple(line for line in _LINES if line >> index & 1) for index in range(POINTS))


def _symmetric_sets(shift: int) -> tuple[tuple[int, ...], ...]:
    """Return for each set of points its eight reflections and rotations, as bits from `shift` on."""
    turns = [list(range(POINTS))]
    for _ in range(3):
        turns.append([turns[-1][3 * (index % 3) + 2 - index // 3] for index in range(POINTS)])
    turns += [[turn[3 * (index // 3) + 2 - index % 3] for index in range(POINTS)] for turn in turns]
    return tuple(
        tuple(sum(1 << turn[index] + shift for index in range(POINTS) if points >> index & 1) for turn in turns)
        for points in range(1 << POINTS)
    )


_SYMMETRIC_OWN, _SYMMETRIC_OTHER = _symmetric_sets(0), _symmetric_sets(POINTS)


@dataclass(frozen=True, slots=True)
class Solution:
    """Result with best play for the player to move.

    Attributes:
        value: 1 won, 0 drawn, -1 lost.
        plies: Moves until the end if the winner hurries and the loser delays; in a drawn game those that are left.
    """

    value: Literal[-1, 0, 1]
    plies: int


class SmallSolver:
    """Solver of one of the two games; it remembers each position that it has met, with its reflections and rotations.

    A position is a pair of sets of points, the mover's and the opponent's, each as the bits of a number.

    Attributes:
        visits: Positions that were looked at so far, remembered ones included.
    """

    def __init__(self, *, line_wins: bool) -> None:
        self._line_value: Literal[-1, 1] = 1 if line_wins else -1
        self._known: dict[int, Solution] = {}
        self.visits = 0

    def solve(self, own: int, other: int) -> Solution:
        """Return the solution of a position that is not over, or has a full board."""
        self.visits += 1
        symmetry_class = min(a | b for a, b in zip(_SYMMETRIC_OWN[own], _SYMMETRIC_OTHER[other], strict=True))
        known = self._known.get(symmetry_class)
        if known is None:
            solutions = [self.solve_move(own, other, index) for index in empty_indexes(own, other)]
            known = max(solutions, key=preference) if solutions else Solution(0, 0)
            self._known[symmetry_class] = known
        return known

    def solve_move(self, own: int, other: int, index: int) -> Solution:
        """Return the solution for the mover, after and with a move at a point."""
        after = own | 1 << index
        if any(line & after == line for line in _LINES_THROUGH[index]):
            return Solution(self._line_value, 1)
        reply = self.solve(other, after)
        return Solution(_negate(reply.value), reply.plies + 1)

    def losing_replies(self, own: int, other: int, index: int) -> int:
        """Return the number of replies to a move with which the opponent would lose."""
        after = own | 1 << index
        replies = empty_indexes(other, after)
        return sum(self.solve_move(other, after, reply).value == -1 for reply in replies)


def preference(solution: Solution) -> tuple[int, int]:
    """Return what is greater for a better move: winning soon comes first, losing late before losing soon."""
    return solution.value, -solution.value * solution.plies


def empty_indexes(own: int, other: int) -> Iterator[int]:
    """Return the indexes of the points without a stone."""
    taken = own | other
    return (index for index in range(POINTS) if not taken >> index & 1)


def _negate(value: Literal[-1, 0, 1]) -> Literal[-1, 0, 1]:
    return 0 if value == 0 else -1 if value == 1 else 1
