"""Did it come out as the file says? What the root's channel shows, compared key by key (INTERFACES § 5)."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from negotiation.contracts.events import DemandClosed, DemandSubmitted, NegotiationFailed
from shared.store.port import LoggedEvent
from towow.scenario.schema import Expectations

PLANS = ("final_proposal", "last_proposal", "proposal")
"""Under which names an event carries the plan as it then stands."""


@dataclass(slots=True)
class ObservedOutcome:
    """What the root's channel came to, under the names of `expect`."""

    status: str | None = None
    reason: str | None = None
    detail: str | None = None
    rounds: int | None = None
    version: int = 0
    confirmed: frozenset[str] = frozenset()
    optional: frozenset[str] = frozenset()
    events: Counter[str] = field(default_factory=Counter[str])


def outcome(events: Sequence[LoggedEvent]) -> ObservedOutcome:
    """Read it off the events. What never happened is None, 0 or empty."""
    seen = ObservedOutcome()
    bodies: list[dict[str, Any]] = [json.loads(event.data) for event in events]
    root = next((b["payload"]["channel_id"] for b in bodies if b["event_type"] == DemandSubmitted.type), None)
    for body in bodies:
        if body["payload"]["channel_id"] == root:
            _note(seen, body["event_type"], body["payload"])
    return seen


def mismatches(expect: Expectations, events: Sequence[LoggedEvent]) -> Iterator[str]:
    """`rounds: expected 2, got 3` for every key that differs; events by type, those that are 0 as well."""
    seen = outcome(events)
    for key in sorted(expect.model_fields_set - {"events"}, key=list(Expectations.model_fields).index):
        wanted, got = getattr(expect, key), getattr(seen, key)
        if wanted != got:
            yield f"{key}: expected {_shown(wanted)}, got {_shown(got)}"
    for event_type, count in expect.events.items():
        if seen.events[event_type] != count:
            yield f"events.{event_type}: expected {count}, got {seen.events[event_type]}"


def _note(seen: ObservedOutcome, event_type: str, payload: dict[str, Any]) -> None:
    seen.events[event_type] += 1
    plan = next((payload[name] for name in PLANS if payload.get(name)), None)
    if plan:
        seen.version = plan["version"]
        seen.confirmed = frozenset(plan["confirmed_participants"])
        seen.optional = frozenset(plan["optional_participants"])
    if event_type == NegotiationFailed.type:
        seen.reason, seen.detail = payload["reason"], payload.get("detail")
    if event_type == DemandClosed.type:
        seen.status, seen.rounds = payload["status"], payload["rounds"]


def _shown(value: object) -> str:
    if isinstance(value, frozenset):
        names: list[str] = sorted(value)  # pyright: ignore[reportUnknownArgumentType]
        return f"[{', '.join(names)}]"
    return "nothing" if value is None else str(value)
