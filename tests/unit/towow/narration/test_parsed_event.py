"""What is no event of a log is refused as such, and not by an error of Python's."""

import json
from typing import Any

import pytest

from towow.narration.parsed_event import parse_event

EVENT: dict[str, Any] = {
    "seq": 1,
    "event_type": "towow.demand.cancelled",
    "timestamp": "2026-01-22T10:00:00.000Z",
    "payload": {"channel_id": "collab-abc", "cancelled_by": "user_alice", "demand_id": "d-abc"},
}


@pytest.mark.parametrize("data", [b"[]", b"7", b"null", b'"text"', b"", b"{", b"[[]]", b"\xff"])
def test_an_event_that_is_no_json_object_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"valid dictionary|Expecting|decode"):
        parse_event(data)


WRONG_KINDS: dict[str, list[object]] = {
    "payload": [[], None, "text", 7],
    "seq": ["1", None, {}],
    "event_type": [7, None, []],
    "timestamp": [7, None, "yesterday"],
}


@pytest.mark.parametrize(("key", "value"), [(key, value) for key, values in WRONG_KINDS.items() for value in values])
def test_an_event_field_of_another_type_is_refused(key: str, value: object) -> None:
    parse_event(json.dumps(EVENT).encode())
    with pytest.raises(ValueError, match=rf"{key}|yesterday"):
        parse_event(json.dumps({**EVENT, key: value}).encode())


def test_a_missing_event_field_is_refused() -> None:
    for key in EVENT:
        with pytest.raises(ValueError, match=rf"{key}\n.*Field required"):
            parse_event(json.dumps({name: value for name, value in EVENT.items() if name != key}).encode())
