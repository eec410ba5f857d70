"""Start of what lives, named by a season or month: the date is then that of the start, and not of a whole cycle."""

import re

from deliberation.simulated.knowledge.domain_table import Domain
from deliberation.simulated.query.query_reader import UserQuery

_LIVING = frozenset(("beekeeping", "gardening", "vegetable_garden"))
"""Fields of plants and animals, whose work goes on for a year after the start."""

_SEASON = re.compile(r"[春夏秋冬]|\b(?:spring|summer|autumn|fall|winter)\b", re.IGNORECASE)
_START = re.compile(r"^\W*(?:start|begin|get|take up|set up|launch)\b|开始|起步|着手|养|种", re.IGNORECASE)


def is_start_named(query: UserQuery) -> bool:
    """Return whether the date of a query is the season or month in which something living is started."""
    deadline = query.deadline
    if query.match is None or query.match.domain.id not in _LIVING or deadline is None or deadline.day is None:
        return False
    is_season = deadline.is_month or _SEASON.search(deadline.words) is not None
    return is_season and _START.search(query.goal) is not None


def tasks_to_start(domain: Domain) -> int:
    """Return the number of a field's tasks that come before the first one of its running: what is practised."""
    kinds = [task.kind for _, task in domain.tasks()]
    return kinds.index("practise") if "practise" in kinds else len(kinds)


def last_phase_to_start(domain: Domain) -> int:
    """Return the number of the phase of the last task before the running."""
    return list(domain.tasks())[max(0, tasks_to_start(domain) - 1)][0]
