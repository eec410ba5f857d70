"""In which language is somebody told? What `Accept-Language` says of Chinese and English (INTERFACES § 4)."""

import re

from shared.core.language import Language

_RANGE = re.compile(r"([A-Za-z]{1,8})(?:-[A-Za-z0-9]{1,8})*|\*")
_WEIGHT = re.compile(r"q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)")
MAX_RANGES = 50
"""Ranges that are looked at."""


def preferred_language(header: str) -> Language:
    """The one with the higher weight, the first of two equal ones; English when neither is asked for."""
    best: tuple[float, Language] = (0.0, "en")
    for part in header.split(",", MAX_RANGES)[:MAX_RANGES]:
        language, weight = _parse_range(part)
        if language is not None and weight > best[0]:
            best = (weight, language)
    return best[1]


def _parse_range(part: str) -> tuple[Language | None, float]:
    """What one range asks for, and how much; a part that is none asks for nothing."""
    tag, _, parameter = (piece.strip() for piece in part.partition(";"))
    match = _RANGE.fullmatch(tag)
    weight = _WEIGHT.fullmatch(parameter) if parameter else None
    if match is None or (parameter and weight is None):
        return None, 0.0
    primary = (match.group(1) or "en").lower()
    language: Language | None = "zh" if primary == "zh" else "en" if primary == "en" else None
    return language, float(weight.group(1)) if weight else 1.0
