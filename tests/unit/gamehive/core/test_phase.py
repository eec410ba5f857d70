"""Phases by the plies played, for each game and for a size without limits of its own."""

import pytest

from gamehive.core.games.game import games, nogo
from gamehive.core.phases.phase import PHASE_LIMITS, PhaseLimits, find_phase


@pytest.mark.parametrize(
    ("key", "midgame", "endgame"),
    [("gomoku", 12, 60), ("gomoku8", 6, 30), ("nogo", 8, 40), ("nogo7", 5, 24), ("tictactoe", 2, 5), ("misere", 2, 5)],
)
def test_each_game_has_its_limits(key: str, midgame: int, endgame: int) -> None:
    game = games()[key]
    plies = (midgame - 1, midgame, endgame - 1, endgame)
    assert [find_phase(game, each) for each in plies] == ["opening", "midgame", "midgame", "endgame"]
    assert set(PHASE_LIMITS) == set(games())


def test_another_size_goes_by_its_share_of_the_points() -> None:
    game = nogo(10, 10)
    phases = [find_phase(game, plies) for plies in (9, 10, 70, 71)]
    assert phases == ["opening", "midgame", "midgame", "endgame"]


def test_the_limits_are_a_setting() -> None:
    assert find_phase(games()["gomoku"], 3, {"gomoku": PhaseLimits(2, 4)}) == "midgame"
