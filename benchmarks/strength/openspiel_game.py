"""Games of lines of OpenSpiel: gomoku, tic-tac-toe and its misère form."""

from functools import cache
from typing import Any, cast

import pyspiel

from gamehive.core.games.game import Game

# The extension module has no types.
State = Any
_NAMES = {"tictactoe": "tic_tac_toe", "misere": "misere(game=tic_tac_toe())"}


@cache
def load_line_game(game: Game) -> Any:
    """Return OpenSpiel's game of the same rules.

    Raises:
        ValueError: OpenSpiel has no such game.
    """
    name = _NAMES.get(game.key)
    if name is None and game.goal == "line" and game.rows == game.columns and game.line == 5:
        name = f"gomoku(size={game.rows})"
    if name is None:
        raise ValueError(f"OpenSpiel has no game for {game.key}")
    return cast("Any", pyspiel).load_game(name)


def referee_winner(state: State) -> int | None:
    """Return 1 or 2 for the player who won a game that is over, or None for a draw."""
    first, second = state.returns()
    return None if first == second else 1 if first > second else 2
