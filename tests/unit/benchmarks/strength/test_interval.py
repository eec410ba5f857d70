import math

import pytest

from benchmarks.strength.interval import wilson_interval


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    # Published values of Wilson's interval, for example in R's `binom.confint(x, n, methods = "wilson")`.
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_the_interval_without_draws_is_wilsons(wins: int, games: int, low: float, high: float) -> None:
    interval = wilson_interval(wins, 0, games - wins)
    assert interval.score == pytest.approx(wins / games)
    assert (interval.low, interval.high) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


def test_a_draw_is_half_a_win() -> None:
    assert wilson_interval(2, 4, 2) == wilson_interval(4, 0, 4)
    assert wilson_interval(0, 10, 0).score == 0.5


def test_with_draws_the_interval_covers_at_least_95_per_cent() -> None:
    """Summed over all results of 30 games with probabilities of a win, draw and loss."""
    games = 30
    for win, draw in ((0.3, 0.4), (0.8, 0.15), (0.1, 0.85)):
        truth = win + draw / 2
        covered = 0.0
        for wins in range(games + 1):
            for draws in range(games + 1 - wins):
                losses = games - wins - draws
                chance = math.comb(games, wins) * math.comb(games - wins, draws)
                chance *= win**wins * draw**draws * (1 - win - draw) ** losses
                interval = wilson_interval(wins, draws, losses)
                covered += chance * (interval.low <= truth <= interval.high)
        assert covered >= 0.95


def test_the_interval_contains_the_score() -> None:
    for games in range(1, 400):
        assert wilson_interval(games, 0, 0).high == 1.0
        assert wilson_interval(0, 0, games).low == 0.0


def test_no_game_has_no_interval() -> None:
    with pytest.raises(ValueError, match="no game"):
        wilson_interval(0, 0, 0)
