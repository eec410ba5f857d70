"""Position of a game as messages give it."""

from gamehive.contracts.turns import BoardContext
from gamehive.core.games.board import Player, Point
from gamehive.core.games.game import find_game
from gamehive.core.games.position import GamePosition, find_result, parse_position


def read_position(game: str, board: tuple[str, ...], to_move: Player, last: tuple[int, int] | None) -> GamePosition:
    """Return the position in which a move is to be chosen.

    Raises:
        ValueError: The game is unknown or over, the board is not of its size, or the last move is not on it.
    """
    rules = find_game(game)
    if rules is None:
        raise ValueError(f"there is no game {game!r}")
    position = parse_position(rules, board, to_move, None if last is None else Point(*last))
    if position.last is not None and not (
        position.board.has_point(position.last) and position.board.stone_at(position.last)
    ):
        raise ValueError(f"there is no stone at {tuple(position.last)}")
    if find_result(position) is not None:
        raise ValueError("the game is over")
    return position


def read_context(context: BoardContext) -> GamePosition:
    """Return the position that an agent is told of.

    Raises:
        ValueError: As `read_position`.
    """
    last = (context.history[-1].x, context.history[-1].y) if context.history else None
    return read_position(context.game, context.board, context.to_move, last)
