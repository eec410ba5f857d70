"""How other people's words are made safe to print: nothing in them moves the cursor, hides text or floods (TWQ-10)."""

import unicodedata
from collections.abc import Mapping, Sequence

LONGEST = 600
"""Characters of one text that are shown; a demand may have 8,000."""

_JOINERS = frozenset("\u200c\u200d")
"""Needed to write some scripts and emoji, and harmless."""


def clean(text: str) -> str:
    """`text` on one line: breaks become spaces, other invisible signs visible ones, and it ends with … when cut."""
    shown = "".join(map(_visible, text[: LONGEST + 1]))
    return shown if len(text) <= LONGEST else shown[:LONGEST] + "…"


def cleaned(value: object) -> object:
    """The same JSON value with every text in it made clean."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, Mapping):
        return {clean(str(key)): cleaned(item) for key, item in value.items()}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if isinstance(value, Sequence):
        return [cleaned(item) for item in value]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return value


def _visible(sign: str) -> str:
    if sign in "\t\n\r\v\f\u0085\u2028\u2029":
        return " "
    if sign < " ":
        return chr(0x2400 + ord(sign))
    if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co", "Cn") and sign not in _JOINERS:
        return "\ufffd"
    return sign
