"""Size limits of what a model writes in a deliberation: longer texts and lists are truncated (DL-162)."""

from collections.abc import Callable
from typing import Annotated, TypeVar, cast

from pydantic import BeforeValidator, Field

T = TypeVar("T")

MAX_QUERY_CHARACTERS = 8000
"""Maximum length of the user's message in code points (DL-166)."""

MAX_OUTPUT_TOKENS = 2000
"""Maximum length of one agent output in tokens (DL-162)."""

ELLIPSIS = "…"


def truncate_text(text: str, limit: int) -> str:
    """Return a text of at most `limit` code points: itself, or its beginning with an ellipsis."""
    return text if len(text) <= limit else text[: limit - len(ELLIPSIS)] + ELLIPSIS


def _truncate(limit: int) -> Callable[[object], object]:
    return lambda value: truncate_text(value, limit) if isinstance(value, str) else value


def _first(limit: int) -> Callable[[object], object]:
    return lambda value: cast("list[object]", value)[:limit] if isinstance(value, list | tuple) else value


Phrase = Annotated[str, BeforeValidator(_truncate(80))]
"""Text of a few words, truncated to 80 characters."""

Sentence = Annotated[str, BeforeValidator(_truncate(300))]
"""Text truncated to 300 characters."""

RequiredSentence = Annotated[str, BeforeValidator(_truncate(300)), Field(min_length=1, pattern=r"\S")]
"""Text with at least one visible character, truncated to 300 characters."""

MAX_CONTENT_CHARACTERS = 6000
"""Maximum length of the main text of an output."""

Content = Annotated[str, BeforeValidator(_truncate(MAX_CONTENT_CHARACTERS))]
"""Main text of an output in Markdown, truncated to 6000 characters."""

UpToFive = Annotated[tuple[T, ...], BeforeValidator(_first(5))]
"""Tuple of the first 5 items; the rest is dropped."""

UpToEight = Annotated[tuple[T, ...], BeforeValidator(_first(8))]
"""Tuple of the first 8 items; the rest is dropped."""

UpToTwelve = Annotated[tuple[T, ...], BeforeValidator(_first(12))]
"""Tuple of the first 12 items; the rest is dropped."""
