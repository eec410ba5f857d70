"""Terms that a demand itself states: when it begins and ends, the rate that it pays, how people may take part."""

import re
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from coordinator.simulated.clock_times import parse_clock_times
from negotiation.contracts.demand import DemandLimits
from negotiation.contracts.money import Money
from negotiation.contracts.terms import Condition, FeeBasis, Terms
from negotiation.simulated.demand_travel_terms import is_remote_welcome, is_travel_paid
from negotiation.understanding.mention import Mention

_BASES: dict[FeeBasis, re.Pattern[str]] = {
    "hour": re.compile(
        r"\b(?:an?|per|each|every|the) ?(?:hour|hr|h)\b|/ ?(?:hour|hr|h)\b|\bp\.?h\b|小时|钟头|时薪", re.IGNORECASE
    ),
    "day": re.compile(r"\b(?:a|per|each|every|the) day\b|/ ?day\b|[每一/] ?[天日]|日薪", re.IGNORECASE),
    "person": re.compile(
        r"\b(?:a|per|each|every) (?:person|head|guest|child|kid)\b|/ ?(?:person|head|guest)\b|\bp\.?p\b"
        r"|[每一/] ?[个]?[人位]|人均",
        re.IGNORECASE,
    ),
    "event": re.compile(
        r"\b(?:a|per|each|every) (?:visit|lesson|session|class|evening|time|go)\b|/ ?(?:session|lesson)\b"
        r"|[每一/] ?(?:次|场|节课?|趟|晚|堂)",
        re.IGNORECASE,
    ),
}
_CLAUSE = re.compile(r"[^,，.。;；!！?？\n]+")


def read_terms(text: str, limits: DemandLimits, mentions: Sequence[Mention], timezone: str) -> Terms | None:
    """Return the terms that a demand's text states beyond its limits; None if it states none.

    - `start`, `end`: of a single allowed date whose hours are on the clock, as instants in `timezone`.
    - `fee`, `per`: the first rate of pay ("£15 an hour").
    - `conditions`: the clauses by which people may take part from afar, or have their travel paid.

    Args:
        text: Text of the demand.
        limits: Its limits.
        mentions: Limits that its words state.
        timezone: IANA name of the time zone in which it takes place.
    """
    fee, per = _rate(text, mentions)
    start, end = _instants(limits, timezone)
    conditions = tuple(_travel_conditions(text))
    if not (fee or start or end or conditions):
        return None
    return Terms(fee=fee, per=per, start=start, end=end, conditions=conditions)


def _instants(limits: DemandLimits, timezone: str) -> tuple[str | None, str | None]:
    if len(limits.dates) != 1 or not limits.hours:
        return None, None
    day, times = date.fromisoformat(limits.dates[0]), parse_clock_times(limits.hours)
    last = day + timedelta(days=1) if times.over_midnight else day
    return _instant(day, times.start, timezone), _instant(last, times.end, timezone)


def _instant(day: date, clock: time | None, timezone: str) -> str | None:
    return None if clock is None else datetime.combine(day, clock, ZoneInfo(timezone)).isoformat()


def _rate(text: str, mentions: Sequence[Mention]) -> tuple[Money | None, FeeBasis | None]:
    """Return the first amount that is paid for each hour, day, person or time, and for which of them."""
    for mention in mentions:
        if isinstance(mention.value, Money) and not mention.excluded:
            words = text[slice(*mention.span)]
            for basis, pattern in _BASES.items():
                if pattern.search(words):
                    return mention.value, basis
    return None, None


def _travel_conditions(text: str) -> Sequence[Condition]:
    clauses = (match[0].strip() for match in _CLAUSE.finditer(text))
    return [
        Condition(kind="travel", text=clause)
        for clause in clauses
        if is_remote_welcome(clause) or is_travel_paid(clause)
    ][:7]
