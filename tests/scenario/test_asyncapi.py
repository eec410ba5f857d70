"""Does the AsyncAPI document describe every event of every scenario, to the field, and nothing else?"""

import json
from functools import cache
from typing import Any

import jsonschema_rs
import pytest

from negotiation.asyncapi import document
from tests.support.event_log import NAMES, scenario_log

DOCUMENT = document()


def strict(part: Any) -> Any:
    """The same, but no field is allowed that is not described: so a field that is forgotten here is noticed."""
    if isinstance(part, dict):
        described = {key: strict(value) for key, value in part.items()}  # pyright: ignore[reportUnknownVariableType]
        closed = {"additionalProperties": False} if "properties" in part and "type" in part else {}
        return described | closed  # pyright: ignore[reportUnknownVariableType]
    return [strict(value) for value in part] if isinstance(part, list) else part  # pyright: ignore[reportUnknownVariableType]


@cache
def validator(event_type: str) -> jsonschema_rs.Validator:
    (message,) = [one for one in DOCUMENT["components"]["messages"].values() if one["name"] == event_type]
    schemas = {name: strict(schema) for name, schema in DOCUMENT["components"]["schemas"].items()}
    whole = {**strict(message["payload"]), "components": {"schemas": schemas}}
    return jsonschema_rs.Draft7Validator(whole, validate_formats=True)


def problems(event: dict[str, Any]) -> list[str]:
    return [f"{error.instance_path}: {error.message}" for error in validator(event["event_type"]).iter_errors(event)]


@pytest.mark.parametrize("name", NAMES)
def test_every_event_matches_the_asyncapi_document(name: str) -> None:
    for event in scenario_log(name).events:
        assert problems(json.loads(event.data)) == []


def offer() -> dict[str, Any]:
    events = (json.loads(event.data) for event in scenario_log("agreed-at-once").events)
    return next(event for event in events if event["event_type"] == "towow.offer.submitted")


@pytest.mark.parametrize("key", ["seq", "event_id", "event_type", "timestamp", "payload"])
def test_a_missing_key_violates_the_asyncapi_document(key: str) -> None:
    event = offer()
    described = validator(event["event_type"])
    del event[key]
    assert not described.is_valid(event)


@pytest.mark.parametrize(
    "change",
    [
        {"late": None},
        {"decision": "perhaps"},
        {"confidence": 101},
        {"conditions": "none"},
        {"spent": {"calls": 1, "tokens": 1}},
        {"surprise": 1},
    ],
    ids=str,
)
def test_a_payload_of_another_shape_violates_the_asyncapi_document(change: dict[str, Any]) -> None:
    event = offer()
    assert problems(event) == []
    event["payload"] |= change
    assert len(problems(event)) == 1


def test_an_additional_field_conforms_to_the_asyncapi_document() -> None:
    event = offer()
    event["payload"]["surprise"] = 1
    (message,) = [one for one in DOCUMENT["components"]["messages"].values() if one["name"] == event["event_type"]]
    whole = {**message["payload"], "components": {"schemas": DOCUMENT["components"]["schemas"]}}
    assert jsonschema_rs.Draft7Validator(whole).is_valid(event)
