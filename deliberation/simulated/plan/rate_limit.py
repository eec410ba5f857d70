"""Fastest rate at which an amount can change, where no number of hours makes it faster: weight."""

import math
import re
from collections.abc import Mapping

from deliberation.simulated.query.numerals import parse_number
from deliberation.simulated.query.query_reader import UserQuery

_MOST_KG_PER_WEEK = 1.0
_DOMAINS = frozenset(("weight_loss",))
_KILOGRAMS: Mapping[str, float] = {
    "公斤": 1.0, "千克": 1.0, "斤": 0.5, "kg": 1.0, "kgs": 1.0, "kilo": 1.0, "kilos": 1.0, "lb": 0.454, "lbs": 0.454,
    "pound": 0.454, "pounds": 0.454, "stone": 6.35,
}  # fmt: skip
_LOSS = re.compile(
    r"(?:减|瘦|掉|降|lose|losing|drop|shed)[^，。,.;；]{0,12}?(?P<number>\d+(?:\.\d+)?|[一二两三四五六七八九十半]+|\b[a-z]+)\s?"
    r"(?P<unit>公斤|千克|斤|kgs?|kilos?|lbs?|pounds?|stone)",
    re.IGNORECASE,
)


def least_days_by_rate(query: UserQuery) -> int | None:
    """Return the days that the amount of a query takes at the fastest sound rate; None where no rate is known."""
    if query.match is None or query.match.domain.id not in _DOMAINS:
        return None
    match = _LOSS.search(query.text)
    if match is None:
        return None
    number = parse_number(match["number"])
    if not number:
        return None
    return math.ceil(number * _KILOGRAMS[match["unit"].lower()] / _MOST_KG_PER_WEEK * 7)
