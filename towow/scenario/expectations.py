"""Comparison of a scenario's expectations with the outcome of its root channel (INTERFACES § 5)."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from negotiation.contracts.events import DemandClosed, DemandSubmitted, NegotiationFailed
from shared.store.port import LoggedEvent
from towow.scenario.schema import Expectations

PLAN_FIELDS = ("final_proposal", "last_proposal", "proposal")
"""Fields of an event that may hold the current plan."""


@dataclass(slots=True)
class ObservedOutcome:
    """Outcome of the root channel; the fields are the keys of `expect`, with the words of the needs by their ids."""

    status: str | None = None
    reason: str | None = None
    detail: str | None = None
    rounds: int | None = None
    version: int = 0
    confirmed: frozenset[str] = frozenset()
    optional: frozenset[str] = frozenset()
    complete: bool | None = None
    missing: frozenset[str] = frozenset()
    totals: Mapping[str, int] = field(default_factory=dict[str, int])
    need_ids: Mapping[str, str] = field(default_factory=dict[str, str])
    events: Counter[str] = field(default_factory=Counter[str])


def read_outcome(events: Sequence[LoggedEvent]) -> ObservedOutcome:
    """Read the outcome of the root channel from all events of a demand, in the order of seq.

    Status and rounds are those of the last event, the participants those of the last plan. What did not happen is None,
    0 or empty.
    """
    outcome = ObservedOutcome()
    rows: list[dict[str, Any]] = [json.loads(event.data) for event in events]
    root = next((b["payload"]["channel_id"] for b in rows if b["event_type"] == DemandSubmitted.type), None)
    for row in rows:
        if row["payload"]["channel_id"] == root:
            _record_event(outcome, row["event_type"], row["payload"])
    return outcome


def find_mismatches(expect: Expectations, events: Sequence[LoggedEvent]) -> Iterator[str]:
    """Yield a text such as `rounds: expected 2, got 3` for every key given in `expect` that differs from the events.

    Nothing is yielded if all of them match; keys that are not given are not compared.
    """
    outcome = read_outcome(events)
    for key in sorted(expect.model_fields_set - {"events"}, key=list(Expectations.model_fields).index):
        expected, actual = getattr(expect, key), getattr(outcome, key)
        if key == "missing":
            expected = frozenset(outcome.need_ids.get(entry, entry) for entry in expected or ())
        if expected != actual:
            yield f"{key}: expected {_format_value(expected)}, got {_format_value(actual)}"
    for event_type, count in expect.events.items():
        if outcome.events[event_type] != count:
            yield f"events.{event_type}: expected {count}, got {outcome.events[event_type]}"


def _record_event(outcome: ObservedOutcome, event_type: str, payload: dict[str, Any]) -> None:
    outcome.events[event_type] += 1
    plan = next((payload[name] for name in PLAN_FIELDS if payload.get(name)), None)
    if plan:
        outcome.version = plan["version"]
        outcome.confirmed = frozenset(plan["confirmed_participants"])
        outcome.optional = frozenset(plan["optional_participants"])
        outcome.totals = {total["currency"]: total["amount"] for total in plan["totals"]}
    if plan and "complete" in payload:
        outcome.complete = payload["complete"]
        outcome.need_ids = {need["id"]: need["need"] for need in payload["needs"]}
        outcome.missing = frozenset(
            _name_missing(text, payload["needs"], plan["findings"]) for text in payload["missing"]
        )
    if event_type == NegotiationFailed.type:
        outcome.reason, outcome.detail = payload["reason"], payload.get("detail")
    if event_type == DemandClosed.type:
        outcome.status, outcome.rounds = payload["status"], payload["rounds"]


def _name_missing(text: str, needs: Sequence[dict[str, Any]], findings: Sequence[dict[str, Any]]) -> str:
    """Return what a text of `missing` is about: the words of a need, the kind of a finding, else the text itself."""
    words = (need["need"] for need in needs)
    kinds = (finding["kind"] for finding in findings if finding["text"] == text)
    return next(kinds, None) or next((word for word in words if text.startswith((f"{word}:", f"{word}："))), text)


def _format_value(value: object) -> str:
    if isinstance(value, frozenset):
        names: list[str] = sorted(value)  # pyright: ignore[reportUnknownArgumentType]
        return f"[{', '.join(names)}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{name}: {each}' for name, each in value.items())}}}"  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, bool):
        return str(value).lower()
    return "nothing" if value is None else str(value)
