"""Does the AsyncAPI document keep the rules of AsyncAPI 3.0, and say what is really on the wire?"""

import json
import re
from collections.abc import Iterator
from functools import reduce
from typing import Any

import jsonschema_rs
import pytest

from negotiation import asyncapi
from negotiation.contracts.events import EVENTS
from shared.store.event_sequence import build_announcement
from shared.store.port import LoggedEvent
from shared.transport.rabbitmq.encode import PERSISTENT, MessageEncoder
from shared.transport.topology import Topology

DOCUMENT = asyncapi.document("other")
TYPES = [event.type for event in EVENTS]

ROOT = {"asyncapi", "id", "info", "servers", "defaultContentType", "channels", "operations", "components"}
CHANNEL = {"address", "messages", "title", "summary", "description", "servers", "parameters", "tags", "bindings"}
OPERATION = {"action", "channel", "title", "summary", "description", "security", "tags", "bindings", "messages"}
MESSAGE = {"headers", "payload", "correlationId", "contentType", "name", "title", "summary", "description", "bindings"}
DRAFT_7 = {
    *("$ref", "type", "properties", "required", "items", "anyOf", "const", "enum", "format", "pattern"),
    *(
        "minimum",
        "maximum",
        "minLength",
        "maxLength",
        "minItems",
        "maxItems",
        "additionalProperties",
        "description",
        "title",
    ),
}
"""The keywords of a payload's schema; all of them mean in draft 7, AsyncAPI's own, what they mean in 2020-12."""


def references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        for key, value in part.items():  # pyright: ignore[reportUnknownVariableType]
            if key == "$ref":
                yield value
            else:
                yield from references(value)
    elif isinstance(part, list):
        for value in part:  # pyright: ignore[reportUnknownVariableType]
            yield from references(value)


def resolved(reference: str) -> Any:
    """Raises KeyError when there is no such part."""
    assert reference.startswith("#/")
    return reduce(lambda part, key: part[key], reference[2:].split("/"), DOCUMENT)


def subschemas(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield schema
    for part in schema.get("properties", {}).values():
        yield from subschemas(part)
    for part in schema.get("anyOf", []):
        yield from subschemas(part)
    if "items" in schema:
        yield from subschemas(schema["items"])


def test_the_asyncapi_document_has_the_required_and_no_unknown_keys() -> None:
    assert DOCUMENT["asyncapi"] == "3.0.0"
    assert DOCUMENT.keys() <= ROOT
    assert DOCUMENT["info"].keys() >= {"title", "version"}
    assert json.loads(json.dumps(DOCUMENT)) == DOCUMENT


def test_building_the_asyncapi_document_twice_gives_equal_documents() -> None:
    assert json.dumps(asyncapi.document()) == json.dumps(asyncapi.document())


def test_every_reference_of_the_asyncapi_document_resolves() -> None:
    found = list(references(DOCUMENT))
    assert len(found) > 3 * len(EVENTS)
    for reference in found:
        assert isinstance(resolved(reference), dict), reference


def test_every_component_name_is_valid_in_a_reference() -> None:
    groups = (DOCUMENT["channels"], DOCUMENT["operations"], *DOCUMENT["components"].values())
    for group in groups:
        for name in group:
            assert re.fullmatch(r"[A-Za-z0-9._-]+", name)


def test_every_event_has_a_channel_a_message_and_an_operation() -> None:
    assert [channel["address"] for channel in DOCUMENT["channels"].values()] == [
        f"{name}.{{demand_id}}" for name in TYPES
    ]
    assert [message["name"] for message in DOCUMENT["components"]["messages"].values()] == TYPES
    assert len(DOCUMENT["operations"]) == len(TYPES)


@pytest.mark.parametrize("channel", DOCUMENT["channels"].values(), ids=lambda channel: channel["address"])
def test_a_channel_has_its_messages_and_the_parameters_of_its_address(channel: dict[str, Any]) -> None:
    assert channel.keys() <= CHANNEL
    assert channel["messages"]
    assert set(channel["parameters"]) == set(re.findall(r"\{(\w+)\}", channel["address"]))
    for reference in channel["messages"].values():
        assert resolved(reference["$ref"])["name"] == channel["address"].rpartition(".")[0]


@pytest.mark.parametrize(
    "operation", DOCUMENT["operations"].values(), ids=lambda operation: operation["channel"]["$ref"]
)
def test_an_operation_sends_messages_of_its_own_channel(operation: dict[str, Any]) -> None:
    assert operation.keys() <= OPERATION
    assert operation["action"] == "send"
    channel = operation["channel"]["$ref"]
    assert channel.startswith("#/channels/")
    # Not those of the components: the specification asks for the channel's.
    own = {f"{channel}/messages/{name}" for name in resolved(channel)["messages"]}
    assert {reference["$ref"] for reference in operation["messages"]} <= own


@pytest.mark.parametrize("message", DOCUMENT["components"]["messages"].values(), ids=lambda message: message["name"])
def test_a_message_has_the_five_keys_and_says_which_demand_it_is_about(message: dict[str, Any]) -> None:
    assert message.keys() <= MESSAGE
    assert message["payload"]["required"] == ["seq", "event_id", "event_type", "timestamp", "payload"]
    assert message["correlationId"]["location"] == "$message.payload#/payload/demand_id"
    about = resolved(message["payload"]["properties"]["payload"]["$ref"])
    assert {"demand_id", "channel_id", "spent"} <= set(about["required"])


def test_every_schema_is_valid_json_schema_draft_7() -> None:
    schemas = [
        *DOCUMENT["components"]["schemas"].values(),
        *(message["payload"] for message in DOCUMENT["components"]["messages"].values()),
    ]
    for schema in schemas:
        jsonschema_rs.meta.validate({"$schema": "http://json-schema.org/draft-07/schema#", **schema})
        for part in subschemas(schema):
            assert part.keys() <= DRAFT_7
            # Beside a reference, draft 7 sees nothing else.
            assert "$ref" not in part or part.keys() <= {"$ref", "description"}


@pytest.mark.parametrize("event_type", TYPES)
def test_the_asyncapi_channel_address_equals_the_routing_key(event_type: str) -> None:
    """Exchange, routing key and properties are those that the store announces and the adapter writes."""
    mail = build_announcement(LoggedEvent(1, "evt-abcdef", event_type, b"{}"), "d-abc12345", private=False)
    (channel,) = [
        channel
        for channel in DOCUMENT["channels"].values()
        if channel["address"].replace("{demand_id}", "d-abc12345") == mail.message.routing_key
    ]
    exchange = channel["bindings"]["amqp"]["exchange"]["name"]
    assert exchange == Topology("other").events
    written = MessageEncoder(Topology("other"), "somebody").encode(mail.message, 1, 4096)
    assert exchange.encode() in written
    (reference,) = channel["messages"].values()
    assert resolved(reference["$ref"])["bindings"]["amqp"]["messageType"] == event_type


def test_the_asyncapi_bindings_match_the_durability_of_events() -> None:
    modes = {operation["bindings"]["amqp"]["deliveryMode"] for operation in DOCUMENT["operations"].values()}
    assert modes == {PERSISTENT}
