"""How is the public subscription described to other programs? An AsyncAPI 3.0 document, made from the event classes.

What is served as `/asyncapi.json` and kept in `docs/schema/asyncapi.json` (DESIGN § 4, § 5; INTERFACES § 2, § 6).
"""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue, models_json_schema
from pydantic_core import core_schema

from negotiation.contracts.events import EVENTS, ChannelEvent
from shared.core.frozen_model import FrozenModel

SPECIFICATION = "3.0.0"
VERSION = "1.1.0"
"""Of what is described here, not of the program. A field that is added raises the second number."""

SCHEMAS = "#/components/schemas/{model}"
BINDING = "0.3.0"
"""Of AsyncAPI's words for AMQP 0-9-1."""

PERSISTENT = 2

ABOUT = """\
What happens to the demands that everybody may see, as it happens. Bind a queue of your own to the exchange: \
`towow.offer.*.*` for the offers of all demands, `#.d-abc12345` for one demand, `#` for everything.

At least once and in no order: per demand, `seq` counts 1, 2, 3 … without a gap, so order by it and drop what came \
before. What was said before you bound is in the log: `GET /api/v1/demands/{id}/events?after=SEQ`. Ignore fields and \
event types that you do not know. Events of private demands do not come here."""


class Spent(FrozenModel):
    """What the demand has cost up to this event, subnets included."""

    calls: int = Field(ge=0, description="model calls")
    tokens: int = Field(ge=0, description="tokens read and written")
    usd: float = Field(ge=0, description="US dollars")


class _SerializationSchema(GenerateJsonSchema):
    """Describes what is written, not what would be read: which keys are always there, and that absent is never null."""

    def field_title_should_be_set(self, schema: object) -> bool:
        """No: a title would only say the field's name again."""
        return False

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        """What a writer may leave out, a reader never has to supply."""
        return self.generate_inner(schema["schema"])

    def field_is_required(
        self,
        field: core_schema.ModelField | core_schema.DataclassField | core_schema.TypedDictField,
        total: bool,
    ) -> bool:
        """A key is always there unless its field is left out when it has no value."""
        return field.get("serialization_exclude_if") is None

    def model_field_schema(self, schema: core_schema.ModelField) -> JsonSchemaValue:
        """A field that may be left out is never null."""
        described = super().model_field_schema(schema)
        return described if self.field_is_required(schema, total=True) else _without_null(described)


def document(namespace: str = "towow") -> dict[str, Any]:
    """The AsyncAPI document of the events of `namespace` (the first word of the exchange's name), as JSON data."""
    payloads, schemas = _schemas()
    return {
        "asyncapi": SPECIFICATION,
        "info": {"title": "ToWow events", "version": VERSION, "description": ABOUT},
        "defaultContentType": "application/json",
        "channels": {_name(event): _channel(event, f"{namespace}.events") for event in EVENTS},
        "operations": {f"publish_{_name(event)}": _operation(event) for event in EVENTS},
        "components": {
            "messages": {_name(event): _message(event, payloads[event]) for event in EVENTS},
            "schemas": schemas,
        },
    }


def _name(event: type[ChannelEvent]) -> str:
    """`towow.offer.submitted` as a name that needs no escaping in a reference: `offer_submitted`."""
    return event.type.removeprefix("towow.").replace(".", "_")


def _channel(event: type[ChannelEvent], exchange: str) -> dict[str, Any]:
    where = {"name": exchange, "type": "topic", "durable": True, "autoDelete": False}
    return {
        "address": event.type + ".{demand_id}",
        "description": f"The routing key of every `{event.type}`.",
        "parameters": {"demand_id": {"description": "whose log the event stands in, e.g. `d-abc12345`"}},
        "messages": {_name(event): {"$ref": f"#/components/messages/{_name(event)}"}},
        "bindings": {"amqp": {"is": "routingKey", "exchange": where, "bindingVersion": BINDING}},
    }


def _operation(event: type[ChannelEvent]) -> dict[str, Any]:
    channel = f"#/channels/{_name(event)}"
    return {
        "action": "send",
        "channel": {"$ref": channel},
        "messages": [{"$ref": f"{channel}/messages/{_name(event)}"}],
        "bindings": {"amqp": {"deliveryMode": PERSISTENT, "bindingVersion": BINDING}},
    }


def _message(event: type[ChannelEvent], payload: JsonSchemaValue) -> dict[str, Any]:
    """The five keys of INTERFACES § 2 around the payload of one type."""
    keys = {
        "seq": {"type": "integer", "minimum": 1, "description": "its number in the log of the demand, without a gap"},
        "event_id": {"type": "string", "pattern": "^evt-[0-9a-z]{6,}$", "description": "also the AMQP message_id"},
        "event_type": {"const": event.type, "description": "also the AMQP type"},
        "timestamp": {"type": "string", "format": "date-time", "description": "UTC, milliseconds, Z"},
        "payload": payload,
    }
    return {
        "name": event.type,
        "title": _name(event).replace("_", " "),
        "summary": (event.__doc__ or "").strip(),
        "contentType": "application/json",
        "correlationId": {"location": "$message.payload#/payload/demand_id"},
        "payload": {"type": "object", "properties": keys, "required": list(keys)},
        "bindings": {"amqp": {"messageType": event.type, "bindingVersion": BINDING}},
    }


def _schemas() -> tuple[Mapping[type[FrozenModel], JsonSchemaValue], dict[str, JsonSchemaValue]]:
    """A reference per event class, and everything that is referred to."""
    mode: Literal["serialization"] = "serialization"
    asked: list[tuple[type[FrozenModel], JsonSchemaMode]] = [(model, mode) for model in (*EVENTS, Spent)]
    found, definitions = models_json_schema(asked, schema_generator=_SerializationSchema, ref_template=SCHEMAS)
    references: dict[type[FrozenModel], JsonSchemaValue] = {model: found[model, mode] for model in (*EVENTS, Spent)}
    schemas: dict[str, JsonSchemaValue] = {name: _open(schema) for name, schema in definitions["$defs"].items()}
    for event in EVENTS:
        schema = schemas[references[event]["$ref"].rpartition("/")[2]]
        schema["properties"]["spent"] = references[Spent]
        schema["required"].append("spent")
    return references, schemas


def _open(schema: JsonSchemaValue) -> JsonSchemaValue:
    """A reader that checks against it must not stumble over a field that is added later."""
    return {key: value for key, value in schema.items() if key != "additionalProperties"}


def _without_null(schema: JsonSchemaValue) -> JsonSchemaValue:
    rest = {key: value for key, value in schema.items() if key != "anyOf"}
    choices = [choice for choice in schema.get("anyOf", ()) if choice != {"type": "null"}]
    match choices:
        case []:
            return rest
        case [only]:
            return {**only, **rest}
        case _:
            return {**rest, "anyOf": choices}
