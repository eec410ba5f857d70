import pytest

from benchmarks.strength.match_opening import choose_opening
from benchmarks.strength.match_plan import BOARD_19
from benchmarks.strength.opening_choice import OPENINGS_PER_BOARD, list_openings, read_openings, symmetric_openings
from gamehive.core.games.board import Point
from gamehive.core.games.game import Game, games
from gamehive.core.games.position import find_result, play_move, safe_moves, start_position


@pytest.mark.parametrize("key", ["gomoku", "gomoku8"])
def test_the_balanced_openings_are_legal_and_differ_by_more_than_a_symmetry(key: str) -> None:
    game = games()[key]
    openings = read_openings(game)
    assert len(openings) == OPENINGS_PER_BOARD
    seen: set[tuple[Point, ...]] = set()
    for opening in openings:
        assert len(set(opening)) == 3
        assert opening not in seen
        seen |= symmetric_openings(opening, game.rows)
    assert set(openings) <= set(list_openings(game.rows))


def test_openings_move_to_the_middle_of_a_larger_board() -> None:
    small, large = read_openings(games()["gomoku"])[0], read_openings(BOARD_19)[0]
    assert [(x + 2, y + 2) for x, y in small] == list(large)


def test_an_opening_has_sixteen_symmetric_ones_at_most() -> None:
    asymmetric = (Point(6, 7), Point(8, 8), Point(5, 7))
    assert len(symmetric_openings(asymmetric, 15)) == 16
    assert len(symmetric_openings((Point(7, 6), Point(7, 7), Point(7, 8)), 15)) == 4


@pytest.mark.parametrize("key", ["nogo", "nogo7"])
def test_nogo_begins_with_two_safe_moves_that_depend_on_the_number(key: str) -> None:
    game: Game = games()[key]
    openings = [choose_opening(game, "match", number) for number in range(20)]
    assert len(set(openings)) > 15
    assert choose_opening(game, "match", 3) == openings[3]
    for opening in openings:
        position = start_position(game)
        for move in opening:
            assert move in safe_moves(position)
            position = play_move(position, move)
        assert find_result(position) is None
        assert position.plies == 2


def test_the_small_games_begin_empty() -> None:
    assert choose_opening(games()["misere"], "match", 5) == ()
