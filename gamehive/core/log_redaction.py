"""Redaction of texts in log lines from level info on: no words of a user, and no secrets (GH-249)."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

MAX_LOGGED_CHARACTERS = 300
MIN_PHRASE_CHARACTERS = 6
"""Length from which on a phrase of a user is recognised in another text."""

USER_TEXT, SECRET = "[user text]", "[secret]"

_SECRETS = re.compile(
    r"sk-[\w-]{8,}"
    r"|\bbearer\s+[\w.~+/=-]+"
    r"|\b(?:api[_-]?key|token|password|secret|authorization)[\"']?\s*[=:]\s*[^\s,;]+"
    r"|(?<=://)[^/\s@]+@",
    re.IGNORECASE,
)
_PHRASE_ENDS = re.compile(r"[\n\r。！？；，、.!?;,:：]+")


def redact_text(text: str, user_texts: Iterable[str]) -> str:
    """Return a text without secrets and without phrases of users, cut to MAX_LOGGED_CHARACTERS (300).

    Args:
        text: Any text, such as an agent's, which may quote what a user wrote.
        user_texts: What users wrote.
    """
    phrases = {phrase.strip() for each in user_texts for phrase in _PHRASE_ENDS.split(each)}
    for phrase in sorted(phrases, key=len, reverse=True):
        if len(phrase) >= MIN_PHRASE_CHARACTERS:
            text = text.replace(phrase, USER_TEXT)
    return _SECRETS.sub(SECRET, text)[:MAX_LOGGED_CHARACTERS]


def redact_fields(fields: Mapping[str, Any], user_texts: Iterable[str]) -> dict[str, Any]:
    """Return fields of a log line with all texts in them redacted, at any depth."""
    texts = tuple(user_texts)
    return {name: _redact(value, texts) for name, value in fields.items()}


def _redact(value: Any, user_texts: tuple[str, ...]) -> Any:
    if isinstance(value, str):
        return redact_text(value, user_texts)
    if isinstance(value, Mapping):
        return {str(name): _redact(each, user_texts) for name, each in value.items()}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if isinstance(value, list | tuple):
        return [_redact(each, user_texts) for each in value]  # pyright: ignore[reportUnknownVariableType]
    return value
