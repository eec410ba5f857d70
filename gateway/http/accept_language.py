"""Parser of the Accept-Language header for the two supported languages, English and Chinese (INTERFACES § 4)."""

import re

from starlette.datastructures import Headers

from shared.core.language import Language
from shared.core.text_catalog import TextCatalog

_RANGE = re.compile(r"([A-Za-z]{1,8})(?:-[A-Za-z0-9]{1,8})*|\*")
_WEIGHT = re.compile(r"q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)")
MAX_RANGES = 50
"""Language ranges that are parsed; further ones are ignored."""

render_text = TextCatalog.load("gateway").render


def preferred_language(header: str) -> Language:
    """Return "zh" or "en", whichever has the higher weight in the value of an Accept-Language header.

    Regions are ignored (`zh-CN` counts as "zh"), and `*` counts as "en". The first one wins a tie; "en" if the header
    is empty, malformed or names neither.
    """
    best: tuple[float, Language] = (0.0, "en")
    for part in header.split(",", MAX_RANGES)[:MAX_RANGES]:
        language, weight = _parse_range(part)
        if language is not None and weight > best[0]:
            best = (weight, language)
    return best[1]


def localized_text(headers: Headers, key: str, /, **values: object) -> str:
    """Return the text `key` of texts.json in the language that the request's Accept-Language header prefers.

    In English if the header is absent or names neither language.
    """
    return render_text(key, preferred_language(headers.get("accept-language", "")), **values)


def _parse_range(part: str) -> tuple[Language | None, float]:
    """Return the language and weight of one range; (None, 0.0) if it is malformed."""
    tag, _, parameter = (piece.strip() for piece in part.partition(";"))
    match = _RANGE.fullmatch(tag)
    weight = _WEIGHT.fullmatch(parameter) if parameter else None
    if match is None or (parameter and weight is None):
        return None, 0.0
    primary = (match.group(1) or "en").lower()
    language: Language | None = "zh" if primary == "zh" else "en" if primary == "en" else None
    return language, float(weight.group(1)) if weight else 1.0
