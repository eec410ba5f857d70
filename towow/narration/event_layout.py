"""Layout of a narration on the terminal: time, sign and text per event; subnets are indented."""

from collections.abc import Iterator

from rich.text import Text

from towow.narration.context import NarrationContext, update_context
from towow.narration.line_layout import LineLayout
from towow.narration.parsed_event import ParsedEvent, parse_event
from towow.narration.rendered_event import RenderedEvent
from towow.narration.renderers import render


class NarrationPrinter:
    """Renders the events of one demand, in order, as lines of text."""

    def __init__(self, width: int | None = None) -> None:
        """Create the printer for a terminal of `width` columns; None never wraps lines."""
        self._layout = LineLayout(width)
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
        return list(self._lay_out(event, render(event, self._context)))

    def _lay_out(self, event: ParsedEvent, rendered: RenderedEvent) -> Iterator[Text]:
        subnet = self._context.subnets.get(event.channel_id)
        margin = Text("" if subnet is None else f"  │ {subnet} │ ", style="magenta")
        seconds = (event.instant_ms - (self._context.started_at_ms or event.instant_ms)) / 1000
        return self._layout.lines(rendered, seconds, margin)
