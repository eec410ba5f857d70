"""Safe moves of NoGo against Go as OpenSpiel has it, at every ply of random games (GH-207, GH-211, part 23)."""

import random

import pytest

from gamehive.core.games.board import Point, other_player
from gamehive.core.games.game import nogo
from gamehive.core.games.position import (
    GameResult,
    find_result,
    is_safe,
    play_move,
    playable_moves,
    safe_moves,
    start_position,
)
from tests.support.openspiel_referee import load_referee, safe_actions


def compare_nogo_games(size: int, number: int, seed: int, step: int = 1) -> int:
    """Play random games of safe moves and compare the safe sets; return how many unsafe moves were seen.

    Args:
        size: Points a side.
        number: Games.
        seed: Source of the moves.
        step: Every so manyth ply is compared, from a random one on, and the last one always.
    """
    draw, unsafe = random.Random(1_000 * size + seed), 0
    game = nogo(size, size)
    referee = load_referee(game)
    for _ in range(number):
        position, state = start_position(game), referee.new_initial_state()
        compared = draw.randrange(step)
        while True:
            points = position.board.empty_points()
            draw.shuffle(points)
            point = next((each for each in points if is_safe(position, each)), None)
            if point is not None and (position.plies + compared) % step:
                position = play_move(position, point)
                state.apply_action(point.x * size + point.y)
                continue
            expected = [Point(*divmod(action, size)) for action in safe_actions(state, size * size)]
            assert safe_moves(position) == expected, position.board.to_text()
            result = find_result(position)
            if not expected:
                assert result == GameResult(other_player(position.to_move), "no_safe_move")
                break
            assert result is None
            losing = set(playable_moves(position)) - set(expected)
            unsafe += len(losing)
            if losing:
                lost = find_result(play_move(position, draw.choice(sorted(losing))))
                assert lost == GameResult(other_player(position.to_move), "last_liberty")
            point = draw.choice(expected)
            position = play_move(position, point)
            state.apply_action(point.x * size + point.y)
    return unsafe


@pytest.mark.parametrize(("size", "number"), [(3, 60), (4, 60), (5, 40), (7, 15), (9, 8)])
def test_safe_moves_agree_with_the_referee(size: int, number: int) -> None:
    assert compare_nogo_games(size, number, 0) > number


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
@pytest.mark.parametrize(("size", "number"), [(7, 260), (9, 260)])
def test_a_thousand_games_of_safe_moves_agree_with_the_referee(size: int, number: int, seed: int) -> None:
    assert compare_nogo_games(size, number, seed, step=4) > number
