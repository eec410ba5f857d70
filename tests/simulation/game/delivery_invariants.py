"""What must hold of the deliveries to a game server: each decision settled once, as the server saw it. Pure."""

from collections import Counter
from collections.abc import Iterator, Sequence

from gamehive.contracts.decision import DecisionRequest
from gamehive.contracts.events import DecisionSettled, GameEnded, MovePlayed
from tests.simulation.game.game_log import Entry, events_of
from tests.simulation.game.history import Callback


def delivery_problems(
    entries: Sequence[Entry], requests: Sequence[DecisionRequest], callbacks: Sequence[Callback], idle_ms: int
) -> Iterator[str]:
    """Yield deliveries that were not settled, or otherwise than they went.

    A game in which nothing happens for `idle_ms` ends, whatever is still to be delivered.
    """
    moves = {move.request_id or "": move for move in events_of(entries, MovePlayed) if move.by == "team"}
    ended = events_of(entries, GameEnded)
    is_idle = bool(ended) and entries[-1].at - entries[-2].at >= idle_ms
    # What is superseded before there is a move is a decision, afterwards a delivery.
    told = events_of(entries, DecisionSettled)
    settled = [event for event in told if event.outcome != "superseded" or event.request_id in moves]
    settled = list(_without_repeated_failures(settled))
    counts = Counter(event.request_id for event in settled)
    for request in requests:
        expected = 1 if request.request_id in moves else 0
        if counts[request.request_id] != expected and ended and not is_idle:
            yield f"the delivery of {request.request_id} is settled {counts[request.request_id]} times, not {expected}"
    for name, count in counts.items():
        if count > 1 or name not in moves:
            yield f"the delivery of {name} is settled {count} times, its move {'is' if name in moves else 'was not'} played"
    for event in settled:
        move = moves.get(event.request_id)
        is_known = move is not None and any(
            (each.x, each.y) == (move.x, move.y) and each.status is not None and each.status < 300 for each in callbacks
        )
        if event.outcome == "delivered" and not is_known:
            yield f"{event.request_id} is delivered, and the server did not get it"
    played = {(move.x, move.y) for move in moves.values()}
    for each in callbacks:
        if (each.x, each.y) not in played:
            yield f"the server gets {each.x, each.y}, which was not played"


def _without_repeated_failures(settled: Sequence[DecisionSettled]) -> Iterator[DecisionSettled]:
    """Yield the end of every delivery; of one that failed and was asked for again, that of the last attempt."""
    for index, event in enumerate(settled):
        later = [each for each in settled[index + 1 :] if each.request_id == event.request_id]
        if not later or event.outcome not in ("expired", "rejected"):
            yield event
