"""In what order a game may go, read from its events: how it begins and ends, and one decision for every request. Pure."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from gamehive.contracts.decision import DecisionRequest
from gamehive.contracts.events import DecisionRequested, DecisionSettled, GameEnded, GameStarted, MovePlayed
from tests.simulation.game.game_log import DecisionSpan, Entry, decisions_of, ends_decision, events_of


def order_problems(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield what a log must not do, whatever the game."""
    if not isinstance(entries[0].event, GameStarted):
        yield f"it begins with {entries[0].event.type}"
    if len(events_of(entries, GameStarted)) != 1:
        yield "it does not begin once"
    if any(isinstance(entry.event, GameEnded) for entry in entries[:-1]):
        yield "something follows its end"
    for span in decisions_of(entries):
        if span.end is None:
            yield f"the decision {span.request_id} has no end"
    yield from _move_problems(entries)


def _move_problems(entries: Sequence[Entry]) -> Iterator[str]:
    open_id: str | None = None
    begun: set[str] = set()
    played: Counter[str] = Counter()
    for entry in entries:
        event = entry.event
        if isinstance(event, MovePlayed):
            if event.by == "team":
                played[event.request_id or ""] += 1
                if event.request_id != open_id:
                    yield f"the team plays ply {event.ply} for {event.request_id}, and decides on {open_id}"
            elif open_id is not None:
                yield f"{event.by} plays ply {event.ply} while the team decides on {open_id}"
        elif (
            isinstance(event, DecisionSettled)
            and event.outcome == "superseded"
            and event.request_id in begun - {open_id, *played}
        ):
            yield f"{event.request_id} is superseded, and the team decides on {open_id}"
        if isinstance(event, DecisionRequested):
            open_id = event.request_id
            begun.add(event.request_id)
        elif open_id is not None and ends_decision(event, open_id):
            open_id = None
    for request_id, count in played.items():
        if count > 1:
            yield f"{count} moves were played for the request {request_id}"


def request_problems(entries: Sequence[Entry], requests: Sequence[DecisionRequest], allowed_ms: int) -> Iterator[str]:
    """Yield requests of a server that were not decided, or in another order than they were made.

    Args:
        entries: Log of a game that has ended.
        requests: Requests of its server, in their order.
        allowed_ms: Time after which a request is known to the host.
    """
    places = {request.request_id: place for place, request in enumerate(requests)}
    begun = [places.get(span.request_id, -1) for span in decisions_of(entries)]
    if -1 in begun:
        yield "a decision was begun that nobody requested"
        return
    for place, count in Counter(begun).items():
        if count > 1:
            yield f"the request {requests[place].request_id} was begun {count} times"
    for earlier, later in pairwise(begun):
        if requests[later].received_at < requests[earlier].received_at:
            yield f"the request {requests[later].request_id} was decided after a newer one"
    for place, request in enumerate(requests):
        is_late = entries[-1].at <= request.received_at + allowed_ms
        if place not in begun and not is_late and not any(other > place for other in begun):
            yield f"the request {request.request_id} was never decided"


def lateness_of(span: DecisionSpan) -> tuple[int, int] | None:
    """Return when a decision was due and when it ended (ms); None if it had no move to be in time for."""
    if span.end is None or span.move is None:
        return None
    return max(span.requested.deadline, span.at), span.end.at
