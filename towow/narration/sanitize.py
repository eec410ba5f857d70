"""Sanitizer of untrusted text for the terminal: no control characters, no invisible ones, limited length (TWQ-10)."""

import unicodedata
from collections.abc import Mapping, Sequence

MAX_TEXT_LENGTH = 600
"""Maximum length of a printed text in characters; a demand may have 8,000."""

_JOINERS = frozenset("\u200c\u200d")
"""Harmless format characters that some scripts and emoji need."""


def sanitize_text(text: str) -> str:
    """Return `text` as one line, safe to print: line breaks become spaces, control and invisible characters visible.

    A text of more than MAX_TEXT_LENGTH characters is cut to that length and `…` appended.
    """
    visible = "".join(map(_visible_character, text[: MAX_TEXT_LENGTH + 1]))
    return visible if len(text) <= MAX_TEXT_LENGTH else visible[:MAX_TEXT_LENGTH] + "…"


def sanitize_json(value: object) -> object:
    """Return a copy of JSON data with every text in it sanitized (see `sanitize_text`), keys included.

    Numbers, booleans and None stay as they are.
    """
    if isinstance(value, str):
        return sanitize_text(value)
    if isinstance(value, Mapping):
        return {sanitize_text(str(key)): sanitize_json(item) for key, item in value.items()}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if isinstance(value, Sequence):
        return [sanitize_json(item) for item in value]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return value


def _visible_character(character: str) -> str:
    if character in "\t\n\r\v\f\u0085\u2028\u2029":
        return " "
    if character < " ":
        return chr(0x2400 + ord(character))
    if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn") and character not in _JOINERS:
        return "\ufffd"
    return character
