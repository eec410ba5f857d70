"""One game between two players under the project's own rules as the referee."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmarks.strength.game_record import GameOutcome
from benchmarks.strength.match_player import LateMove, MatchPlayer
from gamehive.core.games.board import FIRST, Player, Point, other_player
from gamehive.core.games.game import Game
from gamehive.core.games.position import find_result, is_playable, play_move, start_position


@dataclass(slots=True)
class PlayedGame:
    """Game after its end.

    Attributes:
        moves: All moves, those of the opening first; an illegal one is not among them.
        winner: The winner; None for a draw, or if a player failed.
        reason: How it ended.
        failed: The player whose program raised an error; None if none did.
        times_ms: The times of each player's moves.
    """

    moves: list[Point]
    winner: Player | None = None
    reason: str = ""
    failed: Player | None = None
    times_ms: dict[Player, list[float]] = field(default_factory=dict[Player, list[float]])


def play_game(game: Game, opening: Sequence[Point], first: MatchPlayer, second: MatchPlayer, seed: int) -> PlayedGame:
    """Play from an opening to the end; nothing that a player does raises an error.

    Whoever moves to a point that is off the board or not empty loses, as does by the rules who takes a last liberty.

    Raises:
        ValueError: The opening is not legal, or ends the game.
    """
    position = start_position(game)
    for move in opening:
        position = play_move(position, move)
    if find_result(position) is not None:
        raise ValueError("the opening ends the game")
    played = PlayedGame(list(opening), times_ms={1: [], 2: []})
    while (result := find_result(position)) is None:
        side = position.to_move
        player = first if side == FIRST else second
        start = time.perf_counter()
        try:
            move = player.choose(position, tuple(played.moves), seed * 1_000 + len(played.moves))
        except LateMove:
            played.winner = other_player(side)
            played.reason = f"late move of player {side}"
            return played
        except Exception as error:  # noqa: BLE001 - a program that fails must not end the match
            played.failed = side
            played.reason = f"failed: {type(error).__name__}: {error}"
            return played
        played.times_ms[side].append(1_000 * (time.perf_counter() - start))
        if not is_playable(position, move):
            played.winner = other_player(side)
            played.reason = f"illegal move of player {side}: {tuple(move)}"
            return played
        position = play_move(position, move)
        played.moves.append(move)
    played.winner = result.winner
    played.reason = result.reason
    return played


def outcome_for(played: PlayedGame, ours: Player) -> GameOutcome:
    """Return the result for one side.

    If its program failed it has lost; if the other's did, the game counts for nothing.
    """
    if played.failed is not None:
        return "loss" if played.failed == ours else "void"
    if played.winner is None:
        return "draw"
    return "win" if played.winner == ours else "loss"
