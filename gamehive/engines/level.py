"""Levels of playing strength: time for a move and limits of the searches (GH-270…274)."""

from collections.abc import Mapping
from dataclasses import dataclass

from gamehive.core.games.level import Level


@dataclass(frozen=True, slots=True)
class LevelLimits:
    """Limits of a search.

    Attributes:
        time_s: Seconds for a move.
        depth: Plies of the alpha-beta search, at most.
        four_depth: Plies of the search for wins by fours alone; 0 for none.
        searches_threats: Whether wins by open threes and fours together are searched.
        playouts: Random games of a tree search, at most; 0 for as many as the time allows.
    """

    time_s: float
    depth: int
    four_depth: int
    searches_threats: bool
    playouts: int


LEVEL_LIMITS: Mapping[Level, LevelLimits] = {
    1: LevelLimits(0.5, 2, 0, searches_threats=False, playouts=100),
    2: LevelLimits(1.0, 4, 10, searches_threats=False, playouts=300),
    3: LevelLimits(2.0, 8, 14, searches_threats=False, playouts=5_000),
    4: LevelLimits(4.0, 60, 40, searches_threats=True, playouts=0),
}
