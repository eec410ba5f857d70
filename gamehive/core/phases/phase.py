"""Phase of a game by the plies played: opening, middle game or endgame (GH-168…176)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from gamehive.core.games.game import Game

Phase = Literal["opening", "midgame", "endgame"]


@dataclass(frozen=True, slots=True)
class PhaseLimits:
    """Plies from which the middle game and the endgame begin."""

    midgame: int
    endgame: int


PHASE_LIMITS: Mapping[str, PhaseLimits] = {
    "gomoku": PhaseLimits(12, 60),
    "gomoku8": PhaseLimits(6, 30),
    "nogo": PhaseLimits(8, 40),
    "nogo7": PhaseLimits(5, 24),
    "tictactoe": PhaseLimits(2, 5),
    "misere": PhaseLimits(2, 5),
}
"""Limits by key of the game; a setting may name others."""

_OPENING_SHARE, _ENDGAME_SHARE = 10, 70
"""Per cent of the points below which it is the opening, and above which it is the endgame, without limits (GH-173)."""


def find_phase(game: Game, plies: int, limits: Mapping[str, PhaseLimits] = PHASE_LIMITS) -> Phase:
    """Return the phase after so many plies."""
    found = limits.get(game.key)
    if found is not None:
        return "opening" if plies < found.midgame else "midgame" if plies < found.endgame else "endgame"
    points = game.rows * game.columns
    if 100 * plies < _OPENING_SHARE * points:
        return "opening"
    return "endgame" if 100 * plies > _ENDGAME_SHARE * points else "midgame"
