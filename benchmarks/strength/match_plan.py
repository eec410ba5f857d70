"""Plans of the matches: who plays whom, how many games, and what must come out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from benchmarks.strength.opponents.line_shapes import (
    BROKEN_FOUR,
    CLOSED_THREE,
    CLOSED_TWO,
    ONE,
    OPEN_TWO,
    STRAIGHT_FOUR,
)
from benchmarks.strength.source_digest import team_digest
from gamehive.core.games.game import Game, games

Tier = Literal["smoke", "quick", "full"]
Measure = Literal["low", "high", "score", "losses"]
"""What a bound is for: an end of the interval or the score at least, or the losses at most."""

BOARD_19 = Game("gomoku19", (), 19, 19, "line", 5, 10)
"""Gomoku as two of the opponents play it; the project itself offers 15×15 and 8×8."""


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """Match of the engine under test.

    Attributes:
        name: Key of the result: `<game>_vs_<opponent>`.
        game: The game.
        opponent: Kind of opponent.
        games: Games by tier; even, because each opening is played with both colours.
        time_s: Seconds a move for the engine under test.
        options: What the opponent is created with.
        measure: What the bound is for.
        bound: The bound; None where the result is only reported.
        note: What a reader has to know of the opponent.
        is_team: Whether the team of agents is under test, and not the engine alone.
    """

    name: str
    game: Game
    opponent: str
    games: Mapping[Tier, int]
    time_s: float
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    measure: Measure = "score"
    bound: float | None = None
    note: str = ""
    is_team: bool = False

    def settings(self, tier: Tier) -> dict[str, Any]:
        """Return what the games depend on; records of games with other settings are not those of this match."""
        return {
            "game": self.game.key,
            "opponent": self.opponent,
            "time_s": SMOKE_TIME_S if tier == "smoke" and not self.is_team else self.time_s,
            **({"team": team_digest()} if self.is_team else {}),
            **(_SMOKE_OPTIONS.get(self.opponent, {}) if tier == "smoke" else {}),
            **{key: value for key, value in self.options.items() if tier != "smoke" or key not in _SMOKE_KEYS},
        }

    def opponent_options(self, tier: Tier) -> dict[str, Any]:
        """Return what the opponent is created with in a tier."""
        own = ("game", "opponent", "time_s", "team")
        options = {key: value for key, value in self.settings(tier).items() if key not in own}
        if self.opponent == "engine":
            return options | {"game": self.game}
        return options | ({"time_s": self.settings(tier)["time_s"]} if self.opponent == "rapfi" else {})

    def bound_in(self, tier: Tier) -> tuple[Measure, float | None]:
        """Return the bound of a tier.

        In the quick tier it is for the score instead of the interval's lower end, which so few games cannot lift above
        the bound even if all are won. The smoke tier only shows that everything runs.
        """
        if tier == "smoke":
            return self.measure, None
        return ("score" if tier == "quick" and self.measure == "low" else self.measure), self.bound


SMOKE_TIME_S = 0.02

TEAM_TIME_S, ENGINE_TIME_S = 8.0, 0.2
"""Seconds allowed to the team for a move, and those of its engine, which are also those of the engine alone."""
_SMOKE_OPTIONS: Mapping[str, dict[str, Any]] = {
    "alpha_beta": {"depth": 2},
    "plain_mcts": {"playouts": 50},
    "openspiel_mcts": {"simulations": 10},
    "gomokubench": {"level": "easy"},
}
_SMOKE_KEYS = {"depth", "playouts", "simulations", "level"}

_OPENSPIEL = "OpenSpiel's MCTSBot, random rollouts, one a simulation, solve=True"
_ALPHA_BETA = (
    f"what GH-270 leaves open: a four has {STRAIGHT_FOUR:,}, with a gap {BROKEN_FOUR}, the ends of the range given; a "
    f"closed three {CLOSED_THREE}, an open two {OPEN_TWO}, a closed two {CLOSED_TWO}, a stone {ONE}; moves are ordered "
    "by twice the shapes they make and once those they prevent; a position is worth its own shapes less the other's"
)
_OPENSPIEL_MISERE = f"{_OPENSPIEL}; 5,000 simulations begin beside the centre, which loses, 100,000 in the centre"
_OPENSPIEL_NOGO = (
    f"{_OPENSPIEL}; 200 simulations, because the bot written in C++ cannot play a game written in Python, and that in "
    "Python is slow; OpenSpiel has no NoGo, so the rules are ours"
)
_GOMOKUBENCH = (
    "gomokubench 0.1.10: level standard (its default) searches 2 plies of the points beside stones, 10 first moves, "
    "scored by runs and their ends; its command line plays only 19×19"
)
_BSDGAMES = (
    "Debian's bsdgames 2.17, which has no levels; driven through its terminal mode in place of -b, "
    "because -b, meant for referees, reads moves and prints none in 2.17-29; a move of over 30 s loses"
)
_TEAM = (
    "the team of agents with the simulated model against the engine alone; both have the engine for 0.2 s a search, "
    "the team for several searches a move, within 8 s"
)
_RAPFI = "built with its classical evaluation, without network weights; the same time a move as ours"


def _counts(quick: int, full: int, smoke: int = 2) -> dict[Tier, int]:
    return {"smoke": smoke, "quick": quick, "full": full}


def match_plans() -> tuple[MatchPlan, ...]:
    """Return all matches, in the order in which they are played."""
    all_games = games()
    gomoku, gomoku8 = all_games["gomoku"], all_games["gomoku8"]
    nogo, nogo7 = all_games["nogo"], all_games["nogo7"]
    fixed = {"depth": 4}
    playouts = {"playouts": 3_000, "exploration": 1.414}
    simulations = {"simulations": 5_000, "exploration": 1.414}
    nogo_simulations = {"simulations": 200, "exploration": 1.414}
    standard = {"level": "standard"}
    both = tuple(
        MatchPlan(f"{key}_vs_{opponent}", all_games[key], opponent, _counts(20, 50), 0.1, {}, "losses", 0)
        for key in ("tictactoe", "misere")
        for opponent in ("perfect", "random")
    )
    small = tuple(
        MatchPlan(
            *(f"{key}_vs_openspiel_mcts", all_games[key], "openspiel_mcts", _counts(6, 20), 0.1, simulations),
            *("losses", 0, note),
        )
        for key, note in (("tictactoe", _OPENSPIEL), ("misere", _OPENSPIEL_MISERE))
    )
    return (
        *both,
        *small,
        MatchPlan(
            *("gomoku_vs_alpha_beta", gomoku, "alpha_beta", _counts(20, 200), 0.2, fixed, "low", 0.85, _ALPHA_BETA)
        ),
        MatchPlan(
            *("gomoku_vs_alpha_beta_2s", gomoku, "alpha_beta", _counts(2, 20), 2.0, fixed, "score", 0.85, _ALPHA_BETA)
        ),
        MatchPlan(
            *("gomoku8_vs_alpha_beta", gomoku8, "alpha_beta", _counts(16, 200), 0.2, fixed, "losses", 0, _ALPHA_BETA)
        ),
        MatchPlan("nogo_vs_random", nogo, "random", _counts(20, 300), 0.1, {}, "score", 0.99),
        MatchPlan("nogo7_vs_random", nogo7, "random", _counts(20, 300), 0.1, {}, "score", 0.99),
        MatchPlan("nogo_vs_plain_mcts", nogo, "plain_mcts", _counts(12, 200), 0.2, playouts, "low", 0.70),
        MatchPlan("nogo7_vs_plain_mcts", nogo7, "plain_mcts", _counts(16, 200), 0.2, playouts, "low", 0.70),
        MatchPlan(
            "gomoku_vs_openspiel_mcts", gomoku, "openspiel_mcts", _counts(6, 40), 0.2, simulations, note=_OPENSPIEL
        ),
        MatchPlan(
            "gomoku8_vs_openspiel_mcts", gomoku8, "openspiel_mcts", _counts(6, 40), 0.2, simulations, note=_OPENSPIEL
        ),
        MatchPlan(
            "nogo_vs_openspiel_mcts",
            nogo,
            "openspiel_mcts",
            _counts(4, 40),
            0.2,
            nogo_simulations,
            note=_OPENSPIEL_NOGO,
        ),
        MatchPlan(
            "nogo7_vs_openspiel_mcts",
            nogo7,
            "openspiel_mcts",
            _counts(4, 40),
            0.2,
            nogo_simulations,
            note=_OPENSPIEL_NOGO,
        ),
        MatchPlan("gomoku_vs_gomokubench", gomoku, "gomokubench", _counts(4, 20, 0), 0.2, standard, note=_GOMOKUBENCH),
        MatchPlan(
            "gomoku19_vs_gomokubench", BOARD_19, "gomokubench", _counts(2, 20, 0), 0.2, standard, note=_GOMOKUBENCH
        ),
        MatchPlan("gomoku19_vs_bsdgames", BOARD_19, "bsdgames", _counts(2, 12, 0), 0.2, note=_BSDGAMES),
        MatchPlan("gomoku_vs_rapfi", gomoku, "rapfi", _counts(4, 40), 0.2, note=_RAPFI),
        *(
            MatchPlan(
                *(f"{key}_vs_engine", game, "engine", _counts(2, 40, 0), TEAM_TIME_S),
                *({"engine_time_s": ENGINE_TIME_S}, "high", 0.5, _TEAM),
                is_team=True,
            )
            for key, game in all_games.items()
        ),
    )
