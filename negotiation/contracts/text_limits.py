"""How long a text may be that a model or a stranger wrote: longer ones are cut, so that no message outgrows the wire.

Ten offers, ten answers and a plan of this length stay below the 256 KiB of an envelope, ten reviews of it below the
1 MiB of a commit, in Chinese too.
"""

from collections.abc import Callable
from typing import Annotated, TypeVar, cast

from pydantic import BeforeValidator

T = TypeVar("T")

ELLIPSIS = "…"
MAX_ASSIGNMENTS = 10
"""How many roles a plan may have when a model writes it."""

PHRASE, SENTENCE, PARAGRAPH = 180, 285, 900
"""Bytes."""

SOME = 4
"""How many of most things anybody may name."""


def _cut(limit: int) -> Callable[[object], object]:
    def shorten(value: object) -> object:
        if isinstance(value, str) and len(value) > limit // 4:
            return _shortened(value, limit)
        return value

    return shorten


def _shortened(text: str, limit: int) -> str:
    data = text.encode("utf-8", "replace")
    if len(data) <= limit:
        return text
    return data[: limit - len(ELLIPSIS.encode())].decode("utf-8", "ignore") + ELLIPSIS


def _few(limit: int) -> Callable[[object], object]:
    def shorten(value: object) -> object:
        return cast("list[object]", value)[:limit] if isinstance(value, list | tuple) else value

    return shorten


Phrase = Annotated[str, BeforeValidator(_cut(PHRASE))]
"""A few words: at most 180 bytes, 60 Chinese characters."""

Sentence = Annotated[str, BeforeValidator(_cut(SENTENCE))]
"""At most 285 bytes, 95 Chinese characters."""

Paragraph = Annotated[str, BeforeValidator(_cut(PARAGRAPH))]
"""At most 900 bytes, 300 Chinese characters."""

DemandText = Annotated[str, BeforeValidator(_cut(24_000))]
"""A whole demand: at most 24,000 bytes, 8,000 Chinese characters."""

Some = Annotated[tuple[T, ...], BeforeValidator(_few(SOME))]
"""At most 4 of them; the rest is left out."""

Many = Annotated[tuple[T, ...], BeforeValidator(_few(7))]
"""At most 7 of them; the rest is left out."""
