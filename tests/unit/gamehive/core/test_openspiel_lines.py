"""Tic-tac-toe, its misère and gomoku against the referee OpenSpiel: moves, ends and winners (GH-205…209, GH-224)."""

import random
from collections import Counter

import pytest

from gamehive.core.games.board import Point, empty_board
from gamehive.core.games.game import games
from gamehive.core.games.position import GamePosition, find_result, play_move, playable_moves, start_position
from tests.support.openspiel_referee import (
    State,
    assert_same_node,
    load_referee,
    play_clustered,
    play_pattern,
    play_scattered,
    played_nodes,
    referee_winner,
)

CHOICES = {"scattered": play_scattered, "clustered": play_clustered, "pattern": play_pattern}
SMALL_GAMES = {
    "tictactoe": {1: 131_184, 2: 77_904, None: 46_080},
    # Whoever has the line loses, so that the winners are exchanged.
    "misere": {1: 77_904, 2: 131_184, None: 46_080},
}


def count_all_games(position: GamePosition, state: State, found: Counter[int | None]) -> None:
    """Walk through all games below a node and compare each of their nodes."""
    if assert_same_node(position, state):
        found[referee_winner(state)] += 1
        return
    for point in playable_moves(position):
        count_all_games(play_move(position, point), state.child(point.x * 3 + point.y), found)


@pytest.mark.long
@pytest.mark.parametrize("key", SMALL_GAMES)
def test_all_games_of_three_by_three_agree_with_the_referee(key: str) -> None:
    found: Counter[int | None] = Counter()
    count_all_games(start_position(games()[key]), load_referee(games()[key]).new_initial_state(), found)
    assert found == SMALL_GAMES[key]
    assert found.total() == 255_168


@pytest.mark.parametrize("key", SMALL_GAMES)
def test_all_positions_of_three_by_three_agree_with_the_referee(key: str) -> None:
    known: dict[bytes, Counter[int | None]] = {}

    def count(position: GamePosition, state: State) -> Counter[int | None]:
        if position.board.cells in known:
            return known[position.board.cells]
        found: Counter[int | None] = Counter()
        if assert_same_node(position, state):
            found[referee_winner(state)] += 1
        else:
            for point in playable_moves(position):
                found += count(play_move(position, point), state.child(point.x * 3 + point.y))
        known[position.board.cells] = found
        return found

    total = count(start_position(games()[key]), load_referee(games()[key]).new_initial_state())
    assert total == SMALL_GAMES[key]
    assert len(known) == 5_478


def assert_games_agree(key: str, kind: str, number: int) -> None:
    """Compare every ply of random games, and see to it that they end in the ways of their kind."""
    draw = random.Random(f"{key} {kind}")
    reasons: Counter[str] = Counter()
    for _ in range(number):
        reason = None
        for position, state in played_nodes(games()[key], CHOICES[kind], draw):
            # All ends, and the moves at every fourth ply, which differ by one point from ply to ply.
            if assert_same_node(position, state, moves_too=position.plies % 4 == 0):
                reason = find_result(position)
        assert reason is not None
        reasons[reason.reason] += 1
    assert reasons["full_board" if kind == "pattern" else "line"] > number // 2


@pytest.mark.parametrize("key", ["gomoku", "gomoku8"])
@pytest.mark.parametrize(("kind", "number"), [("scattered", 40), ("clustered", 40), ("pattern", 20)])
def test_random_games_of_gomoku_agree_with_the_referee(key: str, kind: str, number: int) -> None:
    assert_games_agree(key, kind, number)


@pytest.mark.long
@pytest.mark.parametrize("key", ["gomoku", "gomoku8"])
@pytest.mark.parametrize("kind", CHOICES)
def test_a_thousand_games_of_gomoku_agree_with_the_referee(key: str, kind: str) -> None:
    assert_games_agree(key, kind, 340)


@pytest.mark.parametrize("key", ["gomoku", "gomoku8"])
@pytest.mark.parametrize(("dx", "dy"), [(0, 1), (1, 0), (1, 1), (1, -1)])
@pytest.mark.parametrize("length", [4, 5, 6, 7, 8])
def test_a_line_of_each_length_and_direction_agrees_with_the_referee(key: str, dx: int, dy: int, length: int) -> None:
    """The line is closed in its middle, so that five and more come about at once; both count more than five (GH-205)."""
    game = games()[key]
    for x in range(game.rows):
        for y in range(game.columns):
            line = [Point(x + step * dx, y + step * dy) for step in range(length)]
            if not all(empty_board(game.rows, game.columns).has_point(point) for point in (line[0], line[-1])):
                continue
            *before, last = [*line[: length // 2], *line[length // 2 + 1 :], line[length // 2]]
            others = [Point(a, b) for a in range(game.rows) for b in range(game.columns) if (a * 2 + b) % 5 == 0]
            others = [point for point in others if point not in line]
            position, state = start_position(game), load_referee(game).new_initial_state()
            for mine, theirs in zip(before, others, strict=False):
                for point in (mine, theirs):
                    position = play_move(position, point)
                    state.apply_action(point.x * game.columns + point.y)
                    assert not assert_same_node(position, state)
            position = play_move(position, last)
            state.apply_action(last.x * game.columns + last.y)
            assert assert_same_node(position, state) == (length >= 5)
