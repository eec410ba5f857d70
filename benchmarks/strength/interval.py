"""Intervals for the score of a match."""

import math
from dataclasses import dataclass

Z_95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class ScoreInterval:
    """Mean score with the ends of its 95 % interval, each from 0 to 1."""

    score: float
    low: float
    high: float


def wilson_interval(wins: int, draws: int, losses: int) -> ScoreInterval:
    """Return the Wilson score interval for the mean of a match's results, a draw counted as a half.

    The interval of Wilson solves |mean - p| = z·sqrt(v(p)/n) for p, with v(p) = p(1 - p). For results in {0, ½, 1} with
    mean p and a share d of draws the variance is p(1 - p) - d/4, so with draws the interval is wider than it need be
    and covers at least 95 %; without draws it is Wilson's.

    Raises:
        ValueError: There is no game.
    """
    games = wins + draws + losses
    if games == 0:
        raise ValueError("no game was played")
    score = (wins + draws / 2) / games
    spread = Z_95**2 / games
    centre = (score + spread / 2) / (1 + spread)
    half = Z_95 / (1 + spread) * math.sqrt(score * (1 - score) / games + spread / (4 * games))
    # Rounding must not put a score of 0 or 1 outside.
    return ScoreInterval(score, min(score, max(0.0, centre - half)), max(score, min(1.0, centre + half)))
