"""Travel terms of a demand's text: remote participation and paid travel (simulated agents)."""

import re

from negotiation.contracts.demand import Span

_REMOTE_PATTERN = re.compile(
    r"(?<!不)(?<!不要)(?<!不能)(?<!不用)(?<!非)(?<!别)(?:线上|远程|在线)|(?<!not )(?<!no )(?<!nothing )\b(?:online|remote(?:ly)?)\b",
    re.IGNORECASE,
)
_TRAVEL_PAID_PATTERN = re.compile(
    r"(?:承担|报销?|包|出|付|补贴?)[^，,。；;]{0,4}(?:路费|交通|差旅|车票)|"
    r"(?:路费|交通费?|差旅费?|车票)[^，,。；;]{0,3}(?:报|我出|我们出|承担|包)|"
    r"\b(?:travel|way|fares?|train tickets?)\b[^.,;]{0,16}\b(?:paid|covered|refunded)\b|"
    r"\b(?:pay|cover)[^.,;]{0,12}\btravel\b",
    re.IGNORECASE,
)


def is_remote_welcome(text: str) -> bool:
    """Return whether a demand's text, Chinese or English, mentions online or remote participation."""
    return _REMOTE_PATTERN.search(text) is not None


def find_paid_travel(text: str) -> tuple[Span, ...]:
    """Return where a demand's text, Chinese or English, offers to pay for travel."""
    return tuple(match.span() for match in _TRAVEL_PAID_PATTERN.finditer(text))


def is_travel_paid(text: str) -> bool:
    """Return whether a demand's text, Chinese or English, offers to pay for travel."""
    return _TRAVEL_PAID_PATTERN.search(text) is not None
