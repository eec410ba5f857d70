"""Projection of a game: folds its log into the view, and into what its moves are checked against."""

import json
from collections.abc import Mapping
from typing import Any, cast

from pydantic import ValidationError

from gamehive.contracts.events import EVENTS, GameEvent, GameStarted, MovesRemoved
from gateway.games.views.schema import GameView
from gateway.games.views.view_reducers import fold_event, initial_view
from shared.core.frozen_model import FrozenModel

EVENT_CLASSES: Mapping[str, type[GameEvent]] = {event.type: event for event in EVENTS}


class GameProjection(FrozenModel):
    """Content of a game's log so far.

    Attributes:
        view: View of the game.
        started_at: Timestamp of the first event, ISO-8601.
        updated_at: Timestamp of the last event.
        removals: Times that moves were taken back, so that a ply can be played again.
    """

    view: GameView
    started_at: str
    updated_at: str
    removals: int = 0


def parse_event(event_type: str, payload: Mapping[str, Any]) -> GameEvent | None:
    """Parse the payload of an event; fields of newer versions are ignored.

    None for an unknown type, or a payload that this version cannot read.
    """
    event_class = EVENT_CLASSES.get(event_type)
    if event_class is None:
        return None
    try:
        return event_class.model_validate(payload, extra="ignore")
    except ValidationError:
        return None


def fold(projection: GameProjection | None, data: bytes) -> GameProjection:
    """Return the projection after one more event of the game's log; the given one is not modified.

    Args:
        projection: The projection so far; None before the first event, which must be `towow.game.started`.
        data: Log entry as JSON with the keys `seq`, `event_type`, `timestamp` and `payload`, in the order of `seq`.

    Raises:
        ValueError: If the data are not JSON, or the first event is not `towow.game.started`.
        KeyError: If a key is missing.
    """
    entry = cast("dict[str, Any]", json.loads(data))
    event = parse_event(entry["event_type"], entry["payload"])
    if projection is None:
        projection = _start(event, entry["timestamp"])
    return GameProjection(
        view=fold_event(projection.view, entry["seq"], event),
        started_at=projection.started_at,
        updated_at=entry["timestamp"],
        removals=projection.removals + isinstance(event, MovesRemoved),
    )


def _start(event: GameEvent | None, timestamp: str) -> GameProjection:
    if not isinstance(event, GameStarted):
        raise ValueError("the log of a game begins with towow.game.started")  # noqa: TRY004 - data, not an argument
    return GameProjection(view=initial_view(event), started_at=timestamp, updated_at=timestamp)
