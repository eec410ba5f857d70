"""Analysis of a position without search: threats of both sides, and how many safe moves each has (GH-52)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from gamehive.contracts.workspace import Threat
from gamehive.core.analysis.line_shapes import LineShapes, find_shapes
from gamehive.core.games.board import Player, Point, other_player
from gamehive.core.games.game import Game
from gamehive.core.games.position import GamePosition, safe_moves


@dataclass(frozen=True, slots=True)
class BoardAnalysis:
    """Findings on a board without search.

    Attributes:
        threats: Threats of both sides, those that must be answered first.
        mobility: Safe moves of the side to move, and of the other side if it were to move.
    """

    threats: tuple[Threat, ...]
    mobility: tuple[int, int]


def analyze_board(position: GamePosition) -> BoardAnalysis:
    """Return the threats and the safe moves of both sides in a position that is not over.

    A threat's points are those where its side would carry it out; in misère, where it must not play.
    """
    other = other_player(position.to_move)
    threats = [
        threat
        for player in (other, position.to_move)
        for threat in _find_threats(position.game, find_shapes_of(position, player), player, replies=player == other)
    ]
    mobility = (len(safe_moves(position)), len(safe_moves(replace(position, to_move=other, last=None))))
    return BoardAnalysis(tuple(sorted(threats, key=lambda each: not each.must_reply)), mobility)


def find_shapes_of(position: GamePosition, player: Player) -> LineShapes:
    """Return a player's shapes in a game of lines; none in another game."""
    line = position.game.line
    return find_shapes(position.board, player, line) if line else LineShapes((), (), ())


def _find_threats(game: Game, shapes: LineShapes, player: Player, *, replies: bool) -> Iterator[Threat]:
    if game.goal == "no_line":
        if shapes.completions:
            yield Threat(kind="losing_point", side=player, points=shapes.completions)
        return
    is_gomoku = game.line > 3
    if shapes.completions:
        kind = "open_four" if len(shapes.completions) > 1 else "four"
        yield Threat(
            kind=kind if is_gomoku else "two_in_line", side=player, points=shapes.completions, must_reply=replies
        )
    if is_gomoku:
        for points in shapes.open_threes:
            yield Threat(kind="open_three", side=player, points=points, must_reply=replies)
    seen: set[Point] = {point for points in shapes.open_threes for point in points} if is_gomoku else set()
    forks = tuple(point for point in shapes.forks if point not in seen)
    if forks and not shapes.completions:
        yield Threat(kind="fork", side=player, points=forks, must_reply=False)
