"""Whom a demand's words welcome from elsewhere: over the wire, or with their way paid for (simulated agents)."""

import re

_ONLINE = re.compile(r"线上|远程|在线|\bonline\b|\bremote(?:ly)?\b", re.IGNORECASE)
_WAY_PAID = re.compile(
    r"(?:承担|报销?|包|出|付|补贴?)[^，,。；;]{0,4}(?:路费|交通|差旅|车票)|"
    r"(?:路费|交通费?|差旅费?|车票)[^，,。；;]{0,3}(?:报|我出|我们出|承担|包)|"
    r"\b(?:travel|way|fares?|train tickets?)\b[^.,;]{0,16}\b(?:paid|covered|refunded)\b|"
    r"\b(?:pay|cover)[^.,;]{0,12}\btravel\b",
    re.IGNORECASE,
)


def online(text: str) -> bool:
    """Whether work from afar is welcome."""
    return _ONLINE.search(text) is not None


def way_paid(text: str) -> bool:
    """Whether somebody who comes from elsewhere gets their travel paid."""
    return _WAY_PAID.search(text) is not None
