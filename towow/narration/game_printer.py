"""Narration of a game on the terminal, from the JSON of its events."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import ValidationError
from rich.text import Text

from gamehive.contracts.events import EVENTS, DecisionRequested, GameEvent, GameStarted
from shared.core.timestamps import parse_iso8601
from towow.narration.deliberation_context import sanitized_event
from towow.narration.game_context import GameNarrationContext
from towow.narration.game_renderers import RENDERERS
from towow.narration.line_layout import LineLayout
from towow.narration.rendered_event import RenderedEvent

GAME_EVENT_PREFIX = "towow.game."
"""Beginning of the types of a game's events."""

GAME_EVENT_CLASSES: Mapping[str, type[GameEvent]] = {event.type: event for event in EVENTS}


class GameNarrationPrinter:
    """Renders the events of one game, in order, as lines of text; what task agents do is indented."""

    def __init__(self, width: int | None = None) -> None:
        """Create the printer for a terminal of `width` columns; None never wraps lines."""
        self._layout = LineLayout(width)
        self._context = GameNarrationContext()

    def render_lines(self, data: bytes) -> list[Text]:
        """Return the lines of the next event, given as JSON; call it once per event, in the order of `seq`.

        They end without a line break. There are none for an event that says no more than others do.

        Raises:
            ValueError: It is not JSON, or its timestamp is none.
            KeyError: It has no `event_type`, `timestamp` or `payload`.
        """
        logged: dict[str, Any] = json.loads(data)
        event, instant_ms = parse_game_event(logged), parse_iso8601(logged["timestamp"])
        started_at_ms = instant_ms if self._context.started_at_ms is None else self._context.started_at_ms
        self._context = replace(self._context, started_at_ms=started_at_ms, now_ms=instant_ms)
        match event:
            case GameStarted():
                self._context = replace(self._context, language=event.language)
            case DecisionRequested():
                self._context = replace(self._context, decision=event.request_id)
            case _:
                pass
        rendered = self._render(event, str(logged["event_type"]))
        if rendered is None:
            return []
        seconds = (instant_ms - started_at_ms) / 1000
        return list(self._layout.lines(rendered, seconds, self._margin(logged["payload"])))

    def _render(self, event: GameEvent | None, event_type: str) -> RenderedEvent | None:
        if event is None:
            unknown = self._context.text("unknown_event")
            return sanitized_event("?", "dim", [event_type, (f"  {unknown}", "dim")])
        return RENDERERS[type(event)](event, self._context)

    def _margin(self, payload: Mapping[str, Any]) -> Text | None:
        """Return the indentation of what happens within a call of a task agent."""
        is_nested = payload.get("loop", self._context.decision) != self._context.decision
        return Text("  │ ", style="dim") if is_nested else None


def parse_game_event(logged: Mapping[str, Any]) -> GameEvent | None:
    """Parse an event of a game's log; None if this version knows neither its type nor its fields.

    Raises:
        KeyError: It has no `event_type` or no `payload`.
    """
    event_class = GAME_EVENT_CLASSES.get(str(logged["event_type"]))
    if event_class is None:
        return None
    try:
        return event_class.model_validate(logged["payload"], extra="ignore")
    except ValidationError:
        return None
