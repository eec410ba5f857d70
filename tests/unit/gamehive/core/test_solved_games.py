"""Rules against what is known of solved games: numbers of games and positions, values, replies, lines (GH-224…231)."""

from collections import Counter
from functools import cache

import pytest

from gamehive.core.games.board import Point
from gamehive.core.games.game import Game, games, nogo
from gamehive.core.games.line import winning_lines
from gamehive.core.games.position import GamePosition, find_result, play_move, playable_moves, start_position

TICTACTOE, MISERE = games()["tictactoe"], games()["misere"]
CENTRE, CORNER, EDGE = Point(1, 1), Point(0, 0), Point(0, 1)


@cache
def endings(position: GamePosition) -> Counter[int]:
    """Number of games from a position by winner; 0 for a draw."""
    result = find_result(position)
    if result is not None:
        return Counter({result.winner or 0: 1})
    total: Counter[int] = Counter()
    for point in playable_moves(position):
        total += endings(play_move(position, point))
    return total


def value(position: GamePosition) -> int:
    """Value for the player to move: 1 won, 0 drawn, -1 lost."""
    return _value(GamePosition(position.game, position.board, position.to_move, position.last))


@cache
def _value(position: GamePosition) -> int:
    result = find_result(position)
    if result is not None:
        return 0 if result.winner is None else 1 if result.winner == position.to_move else -1
    return max(-_value(play_move(position, point)) for point in playable_moves(position))


def drawing_replies(game: Game, first: Point) -> set[Point]:
    """Return the replies to a first move after which nobody can win."""
    after = play_move(start_position(game), first)
    return {point for point in playable_moves(after) if value(play_move(after, point)) == 0}


def test_all_games_of_tic_tac_toe_are_counted() -> None:
    assert endings(start_position(TICTACTOE)) == {1: 131_184, 2: 77_904, 0: 46_080}


def test_all_positions_of_tic_tac_toe_are_reached() -> None:
    seen = {start_position(TICTACTOE).board.cells}
    open_positions = [start_position(TICTACTOE)]
    while open_positions:
        position = open_positions.pop()
        for point in playable_moves(position):
            after = play_move(position, point)
            if after.board.cells not in seen:
                seen.add(after.board.cells)
                open_positions.append(after)
    assert len(seen) == 5_478


def test_tic_tac_toe_is_drawn_by_every_first_move() -> None:
    start = start_position(TICTACTOE)
    assert value(start) == 0
    assert {value(play_move(start, point)) for point in playable_moves(start)} == {0}


def test_only_the_centre_draws_in_the_reversed_game() -> None:
    start = start_position(MISERE)
    values = {point: -value(play_move(start, point)) for point in playable_moves(start)}
    assert values == {point: 0 if point == CENTRE else -1 for point in start.board.points()}


def test_replies_of_tic_tac_toe() -> None:
    corners = {Point(0, 0), Point(0, 2), Point(2, 0), Point(2, 2)}
    assert drawing_replies(TICTACTOE, CORNER) == {CENTRE}
    assert drawing_replies(TICTACTOE, CENTRE) == corners
    assert drawing_replies(TICTACTOE, EDGE) == {CENTRE, Point(0, 0), Point(0, 2), Point(2, 1)}


@pytest.mark.parametrize(("first", "winning"), [(CORNER, {1, 3, 5, 7}), (EDGE, {3, 5, 6, 8})])
def test_replies_of_the_reversed_game(first: Point, winning: set[int]) -> None:
    after = play_move(start_position(MISERE), first)
    won = {point.x * 3 + point.y for point in playable_moves(after) if value(play_move(after, point)) == -1}
    assert won == winning


@pytest.mark.parametrize(
    ("rows", "columns", "winner"),
    [
        *((1, 1, 2), (1, 2, 1), (1, 3, 1), (1, 4, 2), (1, 5, 1), (1, 6, 1), (1, 7, 1), (1, 8, 1)),
        *((2, 2, 1), (2, 3, 2), (2, 4, 2), (3, 3, 1)),
        pytest.param(2, 5, 1, marks=pytest.mark.long),
    ],
)
def test_small_boards_of_nogo(rows: int, columns: int, winner: int) -> None:
    start = start_position(nogo(rows, columns))
    assert value(start) == (1 if winner == 1 else -1)


def test_every_first_move_wins_nogo_on_three_by_three() -> None:
    start = start_position(nogo(3, 3))
    assert {value(play_move(start, point)) for point in playable_moves(start)} == {-1}


@pytest.mark.parametrize(("size", "length", "number"), [(15, 5, 572), (8, 5, 96), (3, 3, 8)])
def test_the_lines_of_a_board_are_counted(size: int, length: int, number: int) -> None:
    assert len(winning_lines(size, size, length)) == number
