"""Narration of a session on the terminal, from the flat objects of its events."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import ValidationError
from rich.text import Text

from deliberation.contracts.events import EVENT_PREFIX, EVENTS, SessionEvent, SessionStarted
from shared.core.timestamps import parse_iso8601
from towow.narration.deliberation_context import SessionNarrationContext, sanitized_event
from towow.narration.deliberation_renderers import RENDERERS
from towow.narration.line_layout import LineLayout
from towow.narration.rendered_event import RenderedEvent

EVENT_CLASSES: Mapping[str, type[SessionEvent]] = {event.type.removeprefix(EVENT_PREFIX): event for event in EVENTS}


class SessionPrinter:
    """Renders the events of one session, in order, as lines of text."""

    def __init__(self, width: int | None = None) -> None:
        """Create the printer for a terminal of `width` columns; None never wraps lines."""
        self._layout = LineLayout(width)
        self._context = SessionNarrationContext()

    def render_lines(self, event_object: Mapping[str, Any]) -> list[Text]:
        """Return the lines of the next event; call it once per event, in the order of `seq`.

        They are wrapped to the printer's width, if it has one, and end without a line break; there is at least one.

        Args:
            event_object: Flat object of the event (see `event_object`).

        Raises:
            KeyError: It has no `type` or no `ts`.
            ValueError: `ts` is no timestamp.
        """
        event, instant_ms = parse_event_object(event_object), parse_iso8601(event_object["ts"])
        if self._context.started_at_ms is None:
            self._context = replace(self._context, started_at_ms=instant_ms)
        if isinstance(event, SessionStarted):
            self._context = replace(self._context, language=event.language)
        seconds = (instant_ms - (self._context.started_at_ms or instant_ms)) / 1000
        return list(self._layout.lines(self._render(event, str(event_object["type"])), seconds))

    def _render(self, event: SessionEvent | None, event_type: str) -> RenderedEvent:
        if event is None:
            unknown = self._context.text("unknown_event")
            return sanitized_event("?", "dim", [event_type, (unknown, "dim")])
        return RENDERERS[type(event)](event, self._context)


def parse_event_object(event_object: Mapping[str, Any]) -> SessionEvent | None:
    """Parse a flat object of an event; None if this version knows neither its type nor its fields."""
    event_class = EVENT_CLASSES.get(str(event_object["type"]))
    if event_class is None:
        return None
    fields = {name: value for name, value in event_object.items() if name not in ("type", "seq", "ts", "spent")}
    try:
        return event_class.model_validate(fields, extra="ignore")
    except ValidationError:
        return None
