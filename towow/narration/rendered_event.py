"""Rendered event, and line wrapping that handles Chinese."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

StyledText = str | tuple[str, str]
"""A piece of text, with its style when it has one."""

_CLOSING = frozenset("，。、；：！？）」』》”’…,.;:!?)]}%")


@dataclass(frozen=True, slots=True)
class RenderedEvent:
    """Event as text: one-character `sign` coloured by `style`, headline, and lines below."""

    sign: str
    style: str
    head: Text
    below: tuple[Text, ...] = ()


def assemble_text(*parts: StyledText | None) -> Text:
    """Concatenate pieces of text, each a string or (string, rich style), into one text; None is skipped."""
    return Text.assemble(*(part for part in parts if part is not None))


def build_paragraph(
    character: str, style: str, head: Sequence[StyledText | None], below: Iterable[Text | None] = ()
) -> RenderedEvent:
    """Build a rendered event from its parts.

    Args:
        character: Sign before the headline.
        style: Rich style of the sign, such as "bold green".
        head: Pieces of the headline; None is skipped.
        below: Lines below the headline; None is skipped.
    """
    return RenderedEvent(character, style, assemble_text(*head), tuple(line for line in below if line is not None))


def wrap_text(line: Text, width: int) -> Iterator[Text]:
    """Yield a line in pieces of at most `width` terminal columns, without trailing spaces; `line` is not changed.

    Chinese text breaks between characters, other text at spaces; a word longer than `width` is cut.
    """
    offsets: list[int] = []
    start, used, last_break = 0, 0, 0
    for at, character in enumerate(line.plain):
        size = cell_len(character)
        if _can_break(line.plain, at):
            last_break = at
        if used + size > width and not character.isspace():  # a space may exceed the width
            cut = last_break if last_break > start else at
            offsets.append(cut)
            start, used = cut, cell_len(line.plain[cut:at])
        used += size
    for piece in line.divide(offsets):
        piece.rstrip()
        yield piece


def _can_break(plain: str, at: int) -> bool:
    before, character = plain[at - 1 : at], plain[at]
    if character in _CLOSING or character.isspace():
        return False
    return before.isspace() or cell_len(character) == 2 or (before != "" and cell_len(before) == 2)
