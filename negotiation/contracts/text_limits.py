"""Size limits of texts and lists from models and users: longer ones are truncated, so that messages stay small.

Within these limits ten offers, ten answers and a plan fit into an envelope (256 KiB), and ten reviews of it into a
commit (1 MiB), in Chinese as well.
"""

from collections.abc import Callable
from typing import Annotated, TypeVar, cast

from pydantic import BeforeValidator

T = TypeVar("T")

ELLIPSIS = "…"
MAX_ASSIGNMENTS = 10
"""Maximum number of roles in a plan that a model writes."""

PHRASE_BYTES, SENTENCE_BYTES, PARAGRAPH_BYTES = 180, 285, 900
"""Maximum lengths of texts in UTF-8, in bytes."""

MAX_SOME_ITEMS = 4
"""Maximum number of items in most lists."""


def _truncate_text(limit: int) -> Callable[[object], object]:
    def shorten(value: object) -> object:
        if isinstance(value, str) and len(value) > limit // 4:
            return truncate_text(value, limit)
        return value

    return shorten


def truncate_text(text: str, limit: int) -> str:
    """Return a text of at most `limit` bytes in UTF-8: itself, or its beginning with an ellipsis."""
    data = text.encode("utf-8", "replace")
    if len(data) <= limit:
        return text
    return data[: limit - len(ELLIPSIS.encode())].decode("utf-8", "ignore") + ELLIPSIS


def _truncate_items(limit: int) -> Callable[[object], object]:
    def shorten(value: object) -> object:
        return cast("list[object]", value)[:limit] if isinstance(value, list | tuple) else value

    return shorten


Phrase = Annotated[str, BeforeValidator(_truncate_text(PHRASE_BYTES))]
"""Text of a few words, truncated to 180 bytes (60 Chinese characters)."""

Sentence = Annotated[str, BeforeValidator(_truncate_text(SENTENCE_BYTES))]
"""Text truncated to 285 bytes (95 Chinese characters)."""

Paragraph = Annotated[str, BeforeValidator(_truncate_text(PARAGRAPH_BYTES))]
"""Text truncated to 900 bytes (300 Chinese characters)."""

DemandText = Annotated[str, BeforeValidator(_truncate_text(24_000))]
"""Text of a whole demand, truncated to 24,000 bytes (8,000 Chinese characters)."""

UpToFour = Annotated[tuple[T, ...], BeforeValidator(_truncate_items(MAX_SOME_ITEMS))]
"""Tuple of the first 4 items; the rest is dropped."""

UpToSeven = Annotated[tuple[T, ...], BeforeValidator(_truncate_items(7))]
"""Tuple of the first 7 items; the rest is dropped."""

UpToTwelve = Annotated[tuple[T, ...], BeforeValidator(_truncate_items(12))]
"""Tuple of the first 12 items; the rest is dropped."""

UpToHundred = Annotated[tuple[T, ...], BeforeValidator(_truncate_items(100))]
"""Tuple of the first 100 items; the rest is dropped."""

UpToTwenty = Annotated[tuple[T, ...], BeforeValidator(_truncate_items(20))]
"""Tuple of the first 20 items; the rest is dropped."""
