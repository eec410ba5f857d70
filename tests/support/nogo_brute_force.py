"""Result of small positions of NoGo, by trying all moves with the rules alone."""

from functools import cache

from gamehive.core.games.position import GamePosition, play_move, safe_moves


@cache
def is_won(position: GamePosition) -> bool:
    """Return whether the player to move wins with best play."""
    return any(
        not is_won(GamePosition(position.game, after.board, after.to_move))
        for after in (play_move(position, point) for point in safe_moves(position))
    )
