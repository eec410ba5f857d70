"""Layout of a narration on the terminal: time, sign and text per event; subnets are indented."""

from collections.abc import Iterator

from rich.cells import cell_len
from rich.text import Text

from towow.narration.context import NarrationContext, update_context
from towow.narration.parsed_event import ParsedEvent, parse_event
from towow.narration.rendered_event import RenderedEvent, wrap_text
from towow.narration.renderers import render

CLOCK_COLUMNS = 8
"""Width of the column with the seconds since the demand was submitted."""

MIN_TEXT_COLUMNS = 24
"""Minimum width of the text on a narrow terminal."""


class NarrationPrinter:
    """Renders the events of one demand, in order, as lines of text."""

    def __init__(self, width: int | None = None) -> None:
        """Create the printer for a terminal of `width` columns; None never wraps lines."""
        self._width = width
        self._context = NarrationContext()

    def render_lines(self, data: bytes) -> list[Text]:
        """Return the lines of the next event, given as JSON; call it once per event, in the order of seq.

        They are wrapped to the printer's width, if it has one, and end without a line break; there is at least one.
        Nothing is printed.

        Raises:
            ValueError: It is not JSON, or no object with the keys of an event, or a value is invalid.
        """
        event = parse_event(data)
        self._context = update_context(self._context, event)
        return list(self._layout(event, render(event, self._context)))

    def _layout(self, event: ParsedEvent, rendered: RenderedEvent) -> Iterator[Text]:
        subnet = self._context.subnets.get(event.channel_id)
        margin = Text("" if subnet is None else f"  │ {subnet} │ ", style="magenta")
        seconds = (event.instant_ms - (self._context.started_at_ms or event.instant_ms)) / 1000
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
