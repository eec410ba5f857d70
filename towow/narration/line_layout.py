"""Layout of rendered events on the terminal: time, sign, and text with a hanging indent."""

from collections.abc import Iterator

from rich.cells import cell_len
from rich.text import Text

from towow.narration.rendered_event import RenderedEvent, wrap_text

CLOCK_COLUMNS = 8
"""Width of the column with the seconds since the first event."""

MIN_TEXT_COLUMNS = 24
"""Minimum width of the text on a narrow terminal."""


class LineLayout:
    """Layout for a terminal of `width` columns; None never wraps lines."""

    def __init__(self, width: int | None = None) -> None:
        self._width = width

    def lines(self, rendered: RenderedEvent, seconds: float, margin: Text | None = None) -> Iterator[Text]:
        """Yield the lines of an event, without line breaks; at least one.

        Args:
            rendered: The event.
            seconds: Time since the first event.
            margin: Text before every line, after the time; None for none.
        """
        margin = Text() if margin is None else margin
        clock = Text(f"{seconds:6.1f}s ", style="dim")
        sign = Text(f"{rendered.sign} ", style=rendered.style)
        yield from self._hang(clock, Text.assemble(margin, sign), Text.assemble(margin, "  "), rendered.head)
        blank = Text(" " * CLOCK_COLUMNS)
        indent = Text.assemble(margin, "    ")
        for line in rendered.below:
            yield from self._hang(blank, indent, Text.assemble(indent, "  "), line)

    def _hang(self, clock: Text, first: Text, others: Text, body: Text) -> Iterator[Text]:
        """Yield `body` after `clock` and `first`, wrapped with a hanging indent of `others`."""
        width = (
            MIN_TEXT_COLUMNS
            if self._width is None
            else max(self._width - CLOCK_COLUMNS - cell_len(others.plain), MIN_TEXT_COLUMNS)
        )
        pieces = [body] if self._width is None else wrap_text(body, width)
        for number, piece in enumerate(pieces):
            yield Text.assemble(" " * CLOCK_COLUMNS, others, piece) if number else Text.assemble(clock, first, piece)
