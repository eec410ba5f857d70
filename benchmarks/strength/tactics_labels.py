"""Labels of gomoku positions: what the player to move has to find, and all moves that do it."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, get_args

from benchmarks.strength.threat_prover import (
    MOST_FOURS,
    double_five_moves,
    five_points,
    four_line,
    four_moves,
    is_open_four,
    move_wins,
    open_three_directions,
    three_moves,
)
from gamehive.core.games.board import Board, Player, Point, other_player

TacticsKind = Literal["win_in_1", "block_in_1", "open_four", "double_threat", "four_sequence"]
"""Five; the only defence against one; a four with two points for a five; a move with two threats; a win by fours."""
TACTICS_KINDS: tuple[TacticsKind, ...] = get_args(TacticsKind)
_GENERATOR_FOURS = 4
_GENERATOR_BUDGET = 60_000


@dataclass(frozen=True, slots=True)
class TacticsLabel:
    """What there is to find: the kind, a detail of it, and the moves that are right."""

    kind: TacticsKind
    detail: str
    correct: frozenset[Point]


def find_label(board: Board, player: Player, wanted: Collection[TacticsKind]) -> TacticsLabel | None:
    """Return the label of a position for the player to move, if it has one of the kinds that are wanted."""
    own, theirs = five_points(board, player), five_points(board, other_player(player))
    if own:
        return TacticsLabel("win_in_1", "", own) if "win_in_1" in wanted else None
    if theirs:
        return TacticsLabel("block_in_1", "", theirs) if len(theirs) == 1 and "block_in_1" in wanted else None
    double = double_five_moves(board, player)
    if any(is_open_four(board, point, player) for point in double):
        return TacticsLabel("open_four", "", double) if "open_four" in wanted else None
    if double:
        return TacticsLabel("double_threat", "double_four", double) if "double_threat" in wanted else None
    if "double_threat" not in wanted and "four_sequence" not in wanted:
        return None
    line = four_line(board, player)
    if line:
        # Own moves but the five at the end are fours.
        fours = len(line) // 2
        kind: TacticsKind = "double_threat" if fours == 2 else "four_sequence"
        detail = "four_three" if fours == 2 else f"{fours} fours"
        return TacticsLabel(kind, detail, four_moves(board, player, MOST_FOURS)) if kind in wanted else None
    return _find_double_three(board, player) if "double_threat" in wanted else None


def _find_double_three(board: Board, player: Player) -> TacticsLabel | None:
    """Return the moves that win without a four, if one of them makes two open threes."""
    won = frozenset(
        point
        for point in three_moves(board, player)
        if move_wins(board, player, point, fours=_GENERATOR_FOURS, budget=_GENERATOR_BUDGET)
    )
    if any(open_three_directions(board.with_stone(point, player), point, player) > 1 for point in won):
        return TacticsLabel("double_threat", "double_three", won)
    return None
