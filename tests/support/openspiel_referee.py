"""Games of OpenSpiel as an independent referee of the rules (GH-224, part 23).

OpenSpiel has tic-tac-toe, its misère and gomoku itself. NoGo is derived from its Go: a point is safe if Go allows a
stone there, which excludes suicide, and if the stone captures nothing. While only safe moves are played, the stones on
the board only increase, so that neither ko nor a repetition forbids a move.
"""

import random
from collections.abc import Iterator
from typing import Any, cast

import pyspiel

from benchmarks.strength.openspiel_game import State, load_line_game, referee_winner
from gamehive.core.games.board import Point
from gamehive.core.games.game import Game
from gamehive.core.games.position import GamePosition, find_result, play_move, playable_moves, start_position


def load_referee(game: Game) -> Any:
    """Return the game of OpenSpiel with the rules of a game; for NoGo the Go from which it is derived."""
    if game.goal == "liberties":
        assert game.rows == game.columns
        return cast("Any", pyspiel).load_game(f"go(board_size={game.rows})")
    return load_line_game(game)


def assert_same_node(position: GamePosition, state: State, *, moves_too: bool = True) -> bool:
    """Compare moves, end, winner and turn of a game without liberties; return whether the game is over.

    Without `moves_too` the moves are compared only if the game is over.
    """
    result = find_result(position)
    over = state.is_terminal()
    assert (result is not None) == over, position.board.to_text()
    if result is None and not moves_too:
        assert position.to_move == state.current_player() + 1
        return False
    columns = position.board.columns
    moves = [point.x * columns + point.y for point in playable_moves(position)]
    if result is None:
        assert moves == state.legal_actions()
        assert position.to_move == state.current_player() + 1
        return False
    assert moves == []
    assert result.winner == referee_winner(state), position.board.to_text()
    return True


def safe_actions(state: State, points: int) -> list[int]:
    """Return the indexes of the points of Go where a stone may be put and captures nothing."""

    def stones(each: State) -> float:
        return sum(each.observation_tensor()[: 2 * points])

    before = stones(state)
    allowed = [action for action in state.legal_actions() if action < points]
    return [action for action in allowed if stones(state.child(action)) == before + 1]


def play_scattered(position: GamePosition, draw: random.Random) -> Point:
    """Return any empty point."""
    return draw.choice(position.board.empty_points())


def play_clustered(position: GamePosition, draw: random.Random) -> Point:
    """Return an empty point beside a stone, so that lines come about early."""
    board = position.board
    stones = [index for index, cell in enumerate(board.cells) if cell]
    for _ in range(100 if stones else 0):
        x, y = divmod(draw.choice(stones), board.columns)
        point = Point(x + draw.randint(-1, 1), y + draw.randint(-1, 1))
        if board.has_point(point) and not board.stone_at(point):
            return point
    return play_scattered(position, draw)


def play_pattern(position: GamePosition, draw: random.Random) -> Point:
    """Return a point of the player's half of a pattern in which three in a row never occur; any other at times.

    Most games fill the board, and those that do not end late.
    """
    points = position.board.empty_points()
    own = [point for point in points if ((point.x + 2 * point.y) % 4 < 2) == (position.to_move == 1)]
    return draw.choice(own if own and draw.random() < 0.95 else points)


def played_nodes(game: Game, choose: Any, draw: random.Random) -> Iterator[tuple[GamePosition, State]]:
    """Yield each position of one game with the referee's state, the last one included."""
    position, state = start_position(game), load_referee(game).new_initial_state()
    yield position, state
    while find_result(position) is None:
        point = choose(position, draw)
        position = play_move(position, point)
        state.apply_action(point.x * game.columns + point.y)
        yield position, state
