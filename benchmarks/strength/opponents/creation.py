"""Opponents by the names that the plans of the matches use."""

from collections.abc import Mapping
from typing import Any

from benchmarks.strength.match_player import MatchPlayer


def create_opponent(kind: str, options: Mapping[str, Any]) -> MatchPlayer:
    """Return an opponent. What it needs is imported only now.

    Raises:
        MeasurementSkipped: Its program is not available.
        ValueError: There is no such opponent.
    """
    match kind:
        case "engine":
            from benchmarks.strength.match_player import MatchEngine

            return MatchEngine(options["game"], options["engine_time_s"])
        case "random":
            from benchmarks.strength.opponents.random_player import RandomPlayer

            return RandomPlayer()
        case "perfect":
            from benchmarks.strength.opponents.perfect_player import PerfectPlayer

            return PerfectPlayer()
        case "alpha_beta":
            from benchmarks.strength.opponents.alpha_beta import AlphaBetaPlayer

            return AlphaBetaPlayer(**options)
        case "plain_mcts":
            from benchmarks.strength.opponents.plain_mcts import PlainTreePlayer

            return PlainTreePlayer(**options)
        case "openspiel_mcts":
            from benchmarks.strength.opponents.openspiel_mcts import OpenSpielPlayer

            return OpenSpielPlayer(**options)
        case "gomokubench":
            from benchmarks.strength.opponents.gomokubench import GomokubenchPlayer

            return GomokubenchPlayer(**options)
        case "bsdgames":
            from benchmarks.strength.opponents.bsdgames import BsdgamesPlayer

            return BsdgamesPlayer()
        case "rapfi":
            from benchmarks.strength.opponents.gomocup import GomocupPlayer, find_rapfi

            return GomocupPlayer(find_rapfi(), **options)
        case _:
            raise ValueError(f"there is no opponent {kind!r}")
