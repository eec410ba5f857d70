"""Comparison of a scenario's expectations with the course of its session (INTERFACES § 10)."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from deliberation.contracts.events import AgentSkipped, HostDecided, SessionEnded
from shared.store.port import LoggedEvent
from towow.scenario.deliberation_schema import DeliberationExpectations

DECIMALS = 6
"""Decimals to which a consensus is compared."""


@dataclass(slots=True)
class ObservedSession:
    """Course of a session; the fields are the keys of `expect`. `stubborn` names agent and round."""

    status: str | None = None
    end_reason: str | None = None
    rounds: int | None = None
    actions: list[str] = field(default_factory=list[str])
    trend: list[float | None] = field(default_factory=list[float | None])
    skipped: list[str] = field(default_factory=list[str])
    stubborn: list[str] = field(default_factory=list[str])
    vetoes: list[str] = field(default_factory=list[str])
    events: Counter[str] = field(default_factory=Counter[str])


def read_session(events: Sequence[LoggedEvent]) -> ObservedSession:
    """Read the course of a session from its events, in the order of seq; what did not happen is None or empty."""
    observed = ObservedSession()
    for event in events:
        _record_event(observed, event.type, json.loads(event.data)["payload"])
    return observed


def find_mismatches(expect: DeliberationExpectations, events: Sequence[LoggedEvent]) -> Iterator[str]:
    """Yield a text such as `rounds: expected 2, got 3` for every key given in `expect` that differs from the events.

    Nothing is yielded if all of them match; keys that are not given are not compared.
    """
    observed = read_session(events)
    for key in (name for name in DeliberationExpectations.model_fields if name in expect.model_fields_set - {"events"}):
        expected, actual = _comparable(expect, observed, key)
        if expected != actual:
            yield f"{key}: expected {_format(expected)}, got {_format(actual)}"
    for event_type, count in expect.events.items():
        if observed.events[event_type] != count:
            yield f"events.{event_type}: expected {count}, got {observed.events[event_type]}"


def _comparable(expect: DeliberationExpectations, observed: ObservedSession, key: str) -> tuple[Any, Any]:
    """Return both values in one form: lists in order, sets sorted, consensus rounded."""
    expected, actual = getattr(expect, key), getattr(observed, key)
    match key:
        case "skipped":
            return sorted(expected or ()), sorted(actual)
        case "stubborn":
            names = set(expected or ())
            agents = {each if each in names else each.partition("/")[0] for each in actual}
            by_round = {each for each in actual if each in names or each.partition("/")[0] not in names}
            return sorted(names), sorted(by_round | (agents & names))
        case "trend":
            return _rounded(expected or ()), _rounded(actual)
        case _:
            return ([*expected] if key in ("actions", "vetoes") else expected), actual


def _rounded(trend: Sequence[float | None]) -> list[float | None]:
    return [None if level is None else round(level, DECIMALS) for level in trend]


def _record_event(observed: ObservedSession, event_type: str, payload: dict[str, Any]) -> None:
    observed.events[event_type] += 1
    match event_type:
        case HostDecided.type:
            analysis = payload["analysis"]
            observed.actions.append(payload["action"])
            observed.trend.append(payload["consensus"])
            observed.stubborn += [f"{agent}/{payload['round']}" for agent in analysis["stubborn_agents"]]
            observed.vetoes += filter(None, [analysis.get("veto")])
        case AgentSkipped.type:
            observed.skipped.append(f"{payload['agent']}/{payload['round']}")
        case SessionEnded.type:
            observed.status, observed.end_reason = payload["status"], payload["end_reason"]
            observed.rounds = payload["rounds"]
        case _:
            pass


def _format(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join('null' if each is None else str(each) for each in value)}]"  # pyright: ignore[reportUnknownVariableType,reportUnknownArgumentType]
    return "nothing" if value is None else str(value)
