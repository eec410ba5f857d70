"""The log of a session as its events, and what every judge of it has to know."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from deliberation.contracts.events import EVENTS, HostDecided, SessionEvent
from shared.core.ids import digest
from shared.store.port import LoggedEvent

E = TypeVar("E", bound=SessionEvent)

USER = "user_alice"

KINDS: Mapping[str, type[SessionEvent]] = {event.type: event for event in EVENTS}


def read_session(log: Sequence[LoggedEvent]) -> Sequence[SessionEvent]:
    """Return the events of a log.

    Raises:
        KeyError: It has an event that no session has.
        ValidationError: An event has other fields than those of its type.
    """
    return [KINDS[event.type].model_validate(_payload(event)) for event in log]


def _payload(event: LoggedEvent) -> dict[str, Any]:
    """Without what the store adds to every payload."""
    payload: dict[str, Any] = json.loads(event.data)["payload"]
    return {name: value for name, value in payload.items() if name != "spent"}


def termination_cause(session_id: str) -> str:
    """Return the cause of the commit by which a session's user ends it."""
    return digest("terminate", session_id, USER)


def events_of(events: Sequence[SessionEvent], kind: type[E]) -> list[E]:
    """Return the events of one type."""
    return [event for event in events if isinstance(event, kind)]


def before_decisions(events: Sequence[SessionEvent]) -> Iterator[tuple[HostDecided, Sequence[SessionEvent]]]:
    """Yield each decision of the host, and what stood in the log before it."""
    for place, event in enumerate(events):
        if isinstance(event, HostDecided):
            yield event, events[:place]
