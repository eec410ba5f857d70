"""Players that make given moves, and a match between them."""

from collections.abc import Sequence

from benchmarks.strength.match_plan import MatchPlan, Tier
from gamehive.core.games.board import Point
from gamehive.core.games.game import games
from gamehive.core.games.position import GamePosition, playable_moves


class ScriptedPlayer:
    """Makes its moves one after another, then the first playable one; a move may be an error to raise."""

    def __init__(self, *script: tuple[int, int] | Exception) -> None:
        self.script = list(script)
        self.seeds: list[int] = []
        self.sides: list[int] = []

    def choose(self, position: GamePosition, moves: Sequence[Point], seed: int) -> Point:
        self.seeds.append(seed)
        self.sides.append(position.to_move)
        if not self.script:
            return playable_moves(position)[0]
        move = self.script.pop(0)
        if isinstance(move, Exception):
            raise move
        return Point(*move)

    def close(self) -> None:
        pass


def sample_plan(name: str = "tictactoe_vs_script", games_count: int = 4, bound: float | None = None) -> MatchPlan:
    """A match on 3×3 points of so many games in each tier."""
    counts: dict[Tier, int] = {"smoke": games_count, "quick": games_count, "full": games_count}
    return MatchPlan(name, games()["tictactoe"], "random", counts, 0.1, {}, "losses", bound)
