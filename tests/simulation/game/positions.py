"""Histories from which games of a server begin: drawn moves that end nothing, and games of NoGo without a safe move."""

from collections.abc import Sequence
from functools import cache
from random import Random

from gamehive.contracts.decision import PlyRecord
from gamehive.core.games.board import Player, Point
from gamehive.core.games.game import games
from gamehive.core.games.position import GamePosition, find_result, play_move, safe_moves, start_position

Moves = tuple[Point, ...]


def position_after(game: str, moves: Sequence[Point]) -> GamePosition:
    """Return the position after some moves, the first one by side 1."""
    position = start_position(games()[game])
    for move in moves:
        position = play_move(position, move)
    return position


@cache
def draw_opening(game: str, plies: int, number: int) -> Moves:
    """Return so many drawn moves after which a game is not over, or has but two safe moves left."""
    for attempt in range(100):
        random = Random(f"{game} {plies} {number} {attempt}")
        moves = list[Point]()
        position = start_position(games()[game])
        while len(moves) < plies and len(safe := safe_moves(position)) > 2:
            moves.append(random.choice(safe))
            position = play_move(position, moves[-1])
        if find_result(position) is None:
            return tuple(moves)
    raise LookupError(f"no opening of {plies} plies in {game}")


@cache
def draw_lost_nogo(game: str, number: int) -> Moves:
    """Return drawn moves after which the side to move has no safe move in NoGo, and the game is not played out."""
    random = Random(f"{game} {number}")
    moves = list[Point]()
    position = start_position(games()[game])
    while safe := safe_moves(position):
        moves.append(random.choice(safe))
        position = play_move(position, moves[-1])
    return tuple(moves)


def history_of(moves: Sequence[Point], team: Player) -> tuple[PlyRecord, ...]:
    """Return the history of a request with these moves, the first one by side 1."""
    sides: Sequence[Player] = [1 if index % 2 == 0 else 2 for index in range(len(moves))]
    return tuple(
        PlyRecord(x=move.x, y=move.y, side=side, by="team" if side == team else "opponent")
        for move, side in zip(moves, sides, strict=True)
    )
