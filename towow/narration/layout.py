"""Which lines an event adds to the page: its time, its sign, its text; a subnet's indented under the subnet's name."""

from collections.abc import Iterator

from rich.cells import cell_len
from rich.text import Text

from towow.narration.context import NarrationContext, updated_context
from towow.narration.event import ParsedEvent, read_event
from towow.narration.paragraph import RenderedEvent, wrapped
from towow.narration.renderers import render

CLOCK = 8
"""Columns for the seconds since the demand was submitted."""

NARROWEST = 24
"""Columns that a text keeps however narrow the page is."""


class NarrationPrinter:
    """Tells one demand's events, in their order."""

    def __init__(self, width: int | None = None) -> None:
        """`width`: columns of the terminal; None never breaks a line."""
        self._width = width
        self._scene = NarrationContext()

    def lines(self, data: bytes) -> list[Text]:
        """The lines of the event with these bytes."""
        told = read_event(data)
        self._scene = updated_context(self._scene, told)
        return list(self._laid_out(told, render(told, self._scene)))

    def _laid_out(self, told: ParsedEvent, paragraph: RenderedEvent) -> Iterator[Text]:
        subnet = self._scene.subnets.get(told.channel_id)
        margin = Text("" if subnet is None else f"  │ {subnet} │ ", style="magenta")
        seconds = (told.instant - (self._scene.begun or told.instant)) / 1000
        clock = Text(f"{seconds:6.1f}s ", style="dim")
        sign = Text(f"{paragraph.sign} ", style=paragraph.style)
        yield from self._hanging(clock, Text.assemble(margin, sign), Text.assemble(margin, "  "), paragraph.head)
        blank = Text(" " * CLOCK)
        hung = Text.assemble(margin, "    ")
        for line in paragraph.below:
            yield from self._hanging(blank, hung, Text.assemble(hung, "  "), line)

    def _hanging(self, clock: Text, first: Text, others: Text, body: Text) -> Iterator[Text]:
        """`body` after `clock` and `first`; what does not fit goes on below, after `others`."""
        room = NARROWEST if self._width is None else max(self._width - CLOCK - cell_len(others.plain), NARROWEST)
        pieces = [body] if self._width is None else wrapped(body, room)
        for number, piece in enumerate(pieces):
            yield Text.assemble(" " * CLOCK, others, piece) if number else Text.assemble(clock, first, piece)
