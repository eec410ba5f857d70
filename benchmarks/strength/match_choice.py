"""Choice of the matches that a run plays, by game and by name."""

from benchmarks.strength.match_plan import MatchPlan, match_plans

TACTICS, SPEEDS = "gomoku_tactics", "speeds"
"""What can be asked for besides matches, each with its game."""


class UnknownName(ValueError):
    """Something is asked for that does not exist; the message lists what does."""


def parse_games(text: str) -> frozenset[str]:
    """Return the keys of games in a text, separated by commas and spaces; empty for all games.

    Raises:
        UnknownName: There is no such key.
    """
    known = {plan.game.key: None for plan in match_plans()}
    keys = frozenset(text.replace(",", " ").split())
    if unknown := sorted(keys - known.keys()):
        raise UnknownName(f"no game is called {', '.join(unknown)}; there are: {', '.join(known)}")
    return keys


def choose_plans(games: frozenset[str], only: str | None) -> list[MatchPlan]:
    """Return the matches of the games and of the name that are asked for.

    Raises:
        UnknownName: There is none.
    """
    plans = [plan for plan in match_plans() if (not games or plan.game.key in games) and only in (None, plan.name)]
    if not plans and only not in (TACTICS, SPEEDS):
        names = [plan.name for plan in match_plans()]
        raise UnknownName(f"no match is chosen; there are: {', '.join([*names, TACTICS, SPEEDS])}")
    return plans


def is_chosen(extra: str, key: str, games: frozenset[str], only: str | None) -> bool:
    """Return whether what is no match is asked for, by its name and its game."""
    return only == extra if only is not None else not games or key in games
