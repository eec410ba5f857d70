"""The log of a game as its events, and the decisions in it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from gamehive.contracts.events import (
    EVENTS,
    DecisionRefused,
    DecisionRequested,
    DecisionSettled,
    GameEnded,
    GameEvent,
    MovePlayed,
    MovesRemoved,
)
from shared.core.timestamps import parse_iso8601
from shared.store.port import LoggedEvent

E = TypeVar("E", bound=GameEvent)

KINDS: Mapping[str, type[GameEvent]] = {event.type: event for event in EVENTS}


@dataclass(frozen=True, slots=True)
class Entry:
    """An event, and when it was written (ms)."""

    at: int
    event: GameEvent


@dataclass(frozen=True, slots=True)
class DecisionSpan:
    """A decision: its request, what was told of it, and what ended it; None if nothing did."""

    requested: DecisionRequested
    at: int
    entries: Sequence[GameEvent]
    end: Entry | None

    @property
    def request_id(self) -> str:
        """Id of its request."""
        return self.requested.request_id

    @property
    def move(self) -> MovePlayed | None:
        """The move that it came to; None if to none."""
        return self.end.event if self.end is not None and isinstance(self.end.event, MovePlayed) else None

    def events_of(self, kind: type[E]) -> list[E]:
        """Return what was told of one type."""
        return [event for event in self.entries if isinstance(event, kind)]


def read_game(log: Sequence[LoggedEvent]) -> Sequence[Entry]:
    """Return the events of a log.

    Raises:
        KeyError: It has an event that no game has.
        ValidationError: An event has other fields than those of its type.
    """
    return [_read(event) for event in log]


def _read(event: LoggedEvent) -> Entry:
    row = json.loads(event.data)
    payload = {name: value for name, value in row["payload"].items() if name != "spent"}
    return Entry(parse_iso8601(row["timestamp"]), KINDS[event.type].model_validate(payload))


def events_of(entries: Sequence[Entry], kind: type[E]) -> list[E]:
    """Return the events of one type."""
    return [entry.event for entry in entries if isinstance(entry.event, kind)]


def ends_decision(event: GameEvent, request_id: str) -> bool:
    """Whether an event ends the decision on a request."""
    match event:
        case MovePlayed() | DecisionRefused():
            return event.request_id == request_id
        case DecisionSettled():
            return event.request_id == request_id and event.outcome == "superseded"
        case MovesRemoved() | GameEnded():
            return True
        case _:
            return False


def decisions_of(entries: Sequence[Entry]) -> Iterator[DecisionSpan]:
    """Yield the decisions of a log, one that a next one follows without an end included."""
    begun: Entry | None = None
    told: list[GameEvent] = []
    for entry in entries:
        event = entry.event
        if begun is not None and isinstance(begun.event, DecisionRequested):
            is_end = ends_decision(event, begun.event.request_id)
            if is_end or isinstance(event, DecisionRequested):
                yield DecisionSpan(begun.event, begun.at, told, entry if is_end else None)
                begun = None
        told.append(event)
        if isinstance(event, DecisionRequested):
            begun, told = entry, []
    if begun is not None and isinstance(begun.event, DecisionRequested):
        yield DecisionSpan(begun.event, begun.at, told, None)
