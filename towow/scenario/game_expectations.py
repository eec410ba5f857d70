"""Comparison of a scenario's expectations with the course of a decision."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from gamehive.contracts.events import ChoiceOverruled, HandedOver, MovePlayed, MoveRejected, MoveTakenBack
from shared.store.port import LoggedEvent
from towow.scenario.game_schema import GameExpectations

ObservedPoint = tuple[int, int]


@dataclass(slots=True)
class ObservedDecision:
    """Course of a decision; the fields are the keys of `expect`."""

    move: ObservedPoint | None = None
    source: str | None = None
    taken_back: list[ObservedPoint] = field(default_factory=list[ObservedPoint])
    overruled: ObservedPoint | None = None
    handovers: list[str] = field(default_factory=list[str])
    rejected: list[str] = field(default_factory=list[str])
    events: Counter[str] = field(default_factory=Counter[str])

    @property
    def retries(self) -> int:
        """Final messages that were no valid move."""
        return len(self.rejected)


def read_decision(events: Sequence[LoggedEvent]) -> ObservedDecision:
    """Read the course of a decision from its events, in the order of seq; what did not happen is None or empty."""
    observed = ObservedDecision()
    for event in events:
        _record_event(observed, event.type, json.loads(event.data)["payload"])
    return observed


def find_mismatches(expect: GameExpectations, events: Sequence[LoggedEvent]) -> Iterator[str]:
    """Yield a text such as `move: expected [1, 1], got [0, 0]` for every key given in `expect` that differs.

    Nothing is yielded if all of them match; keys that are not given are not compared.
    """
    observed = read_decision(events)
    for key in (name for name in GameExpectations.model_fields if name in expect.model_fields_set - {"events"}):
        expected, actual = _plain(getattr(expect, key)), _plain(getattr(observed, key))
        if expected != actual:
            yield f"{key}: expected {_format(expected)}, got {_format(actual)}"
    for event_type, count in expect.events.items():
        if observed.events[event_type] != count:
            yield f"events.{event_type}: expected {count}, got {observed.events[event_type]}"


def _record_event(observed: ObservedDecision, event_type: str, payload: dict[str, Any]) -> None:
    observed.events[event_type] += 1
    match event_type:
        case MovePlayed.type if payload["by"] == "team":
            observed.move, observed.source = _point(payload), payload["source"]
        case MoveTakenBack.type:
            observed.taken_back.append(_point(payload))
        case ChoiceOverruled.type:
            observed.overruled = _point(payload)
        case HandedOver.type:
            observed.handovers.append(f"{payload['speaker']}/{payload['successor']}")
        case MoveRejected.type:
            observed.rejected.append(payload["error"])
        case _:
            pass


def _point(payload: dict[str, Any]) -> ObservedPoint:
    return payload["x"], payload["y"]


def _plain(value: Any) -> Any:
    """Return a value with lists in place of tuples."""
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value  # pyright: ignore[reportUnknownVariableType]


def _format(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_format, value))}]"  # pyright: ignore[reportUnknownArgumentType]
    return "nothing" if value is None else str(value)
