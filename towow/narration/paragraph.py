"""How one event stands on the page: a sign, a headline, and what hangs below it; wrapped where there is little room."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

Part = str | tuple[str, str]
"""A piece of text, with its style when it has one."""

_CLOSING = frozenset("，。、；：！？）」』》”’…,.;:!?)]}%")


@dataclass(frozen=True, slots=True)
class RenderedEvent:
    """One event as it is told. `sign` is one character, coloured by `style`."""

    sign: str
    style: str
    head: Text
    below: tuple[Text, ...] = ()


def text(*parts: Part | None) -> Text:
    """One text of several pieces; what is None is left out."""
    return Text.assemble(*(part for part in parts if part is not None))


def paragraph(sign: str, style: str, head: Sequence[Part | None], below: Iterable[Text | None] = ()) -> RenderedEvent:
    """A paragraph; lines that are None are left out."""
    return RenderedEvent(sign, style, text(*head), tuple(line for line in below if line is not None))


def wrapped(line: Text, width: int) -> Iterator[Text]:
    """The line in pieces of at most `width` columns: Chinese breaks between characters, other text at blanks."""
    offsets: list[int] = []
    start, used, chance = 0, 0, 0
    for at, sign in enumerate(line.plain):
        size = cell_len(sign)
        if _may_break(line.plain, at):
            chance = at
        if used + size > width and not sign.isspace():  # a blank may hang over the edge
            cut = chance if chance > start else at
            offsets.append(cut)
            start, used = cut, cell_len(line.plain[cut:at])
        used += size
    for piece in line.divide(offsets):
        piece.rstrip()
        yield piece


def _may_break(plain: str, at: int) -> bool:
    before, sign = plain[at - 1 : at], plain[at]
    if sign in _CLOSING or sign.isspace():
        return False
    return before.isspace() or cell_len(sign) == 2 or (before != "" and cell_len(before) == 2)
