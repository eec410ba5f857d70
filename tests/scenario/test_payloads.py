"""Every event of every scenario is exactly what its class in negotiation/contracts/events.py says, and `spent`."""

import json
import re
from itertools import pairwise
from typing import Any

import pytest

from negotiation.contracts.events import EVENTS
from tests.support.event_log import NAMES, payloads, scenario_log

CLASSES = {event.type.removeprefix("towow."): event for event in EVENTS}
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
MAY_BE_NULL = {"accept_rate", "date"}
"""accept_rate without answers, the date of a milestone; everything else is absent, never null."""


def nulls(value: Any, key: str = "") -> set[str]:
    if isinstance(value, dict):
        return {found for name, part in value.items() for found in nulls(part, name)}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if isinstance(value, list):
        return {found for part in value for found in nulls(part, key)}  # pyright: ignore[reportUnknownVariableType]
    return {key} if value is None else set()


@pytest.mark.parametrize("name", NAMES)
def test_every_payload_round_trips_through_its_event_class(name: str) -> None:
    for event in payloads(name):
        payload = {key: value for key, value in event.payload.items() if key != "spent"}
        read = CLASSES[event.type].model_validate(payload)
        assert read.model_dump(mode="json", by_alias=True) == payload
        assert nulls(payload) <= MAY_BE_NULL


@pytest.mark.parametrize("name", NAMES)
def test_an_event_has_five_keys_and_a_valid_id_and_instant(name: str) -> None:
    for event in scenario_log(name).events:
        line = json.loads(event.data)
        assert list(line) == ["seq", "event_id", "event_type", "timestamp", "payload"]
        assert (line["seq"], line["event_id"], line["event_type"]) == (event.seq, event.event_id, event.type)
        assert re.fullmatch(r"evt-[0-9a-z]{6,}", event.event_id)
        assert INSTANT.fullmatch(line["timestamp"])


@pytest.mark.parametrize("name", NAMES)
def test_every_payload_has_demand_id_channel_id_and_spending(name: str) -> None:
    events = payloads(name)
    demand = events[0].payload["demand_id"]
    assert re.fullmatch(r"d-[a-z2-7]{13}", demand)
    for event in events:
        assert event.payload["demand_id"] == demand
        assert re.fullmatch(f"collab-{demand[2:]}(-[123])?", event.channel)
        assert event.payload["spent"].keys() == {"calls", "tokens", "usd"}
    for before, after in pairwise(events):
        assert all(before.payload["spent"][key] <= after.payload["spent"][key] for key in before.payload["spent"])


def test_the_recorded_logs_cover_every_event_type() -> None:
    assert {event.type for name in NAMES for event in payloads(name)} == set(CLASSES)
