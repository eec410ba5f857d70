"""Builder of the AsyncAPI 3.0 document of the public events, made from their payload classes (INTERFACES § 2, § 6)."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import Field
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue, models_json_schema
from pydantic_core import core_schema

from shared.core.event_catalog import EventCatalog
from shared.core.frozen_model import FrozenModel
from shared.core.message_base import EventPayload

SPECIFICATION_VERSION = "3.0.0"
DOCUMENT_VERSION = "1.1.0"
"""Version of what is described, not of the program. An added field raises the second number."""

SCHEMA_REFERENCE = "#/components/schemas/{model}"
AMQP_BINDING_VERSION = "0.3.0"
PERSISTENT_DELIVERY = 2


class CorrelationCost(FrozenModel):
    """Cost of the correlation up to this event."""

    calls: int = Field(ge=0, description="model calls")
    tokens: int = Field(ge=0, description="tokens read and written")
    usd: float = Field(ge=0, description="US dollars")


class _SerializationSchema(GenerateJsonSchema):
    """Schema of what is written, not of what could be read: keys that are always there are required, none is null."""

    def field_title_should_be_set(self, schema: object) -> bool:
        """Return False: a title would only repeat the field's name."""
        return False

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        """Return the schema without its default, which matters to writers only."""
        return self.generate_inner(schema["schema"])

    def field_is_required(
        self,
        field: core_schema.ModelField | core_schema.DataclassField | core_schema.TypedDictField,
        total: bool,
    ) -> bool:
        """Return whether the key is always there: unless its field is left out when it has no value."""
        return field.get("serialization_exclude_if") is None

    def model_field_schema(self, schema: core_schema.ModelField) -> JsonSchemaValue:
        """Return the schema of a field; one that may be left out is never null."""
        described = super().model_field_schema(schema)
        return described if self.field_is_required(schema, total=True) else _without_null(described)


def build_asyncapi(catalogs: Sequence[EventCatalog], namespace: str = "towow") -> dict[str, Any]:
    """Return the AsyncAPI 3.0 document of the events of all `catalogs`, as dicts and lists that `json.dumps` accepts.

    Args:
        catalogs: One catalog per application; no event type is in two of them.
        namespace: First word of the exchange's name, `<namespace>.events`.

    Returns:
        The document with the keys `asyncapi`, `info`, `defaultContentType`, `channels`, `operations` and `components`.
        Each event type has one channel, one operation and one message.
    """
    events = [(event, catalog) for catalog in catalogs for event in catalog.payloads]
    payloads, schemas = _schemas([event for event, _ in events])
    return {
        "asyncapi": SPECIFICATION_VERSION,
        "info": {
            "title": "ToWow events",
            "version": DOCUMENT_VERSION,
            "description": "\n\n".join(catalog.description for catalog in catalogs if catalog.description),
        },
        "defaultContentType": "application/json",
        "channels": {_name(event): _channel(event, catalog, f"{namespace}.events") for event, catalog in events},
        "operations": {f"publish_{_name(event)}": _operation(event) for event, _ in events},
        "components": {
            "messages": {_name(event): _message(event, catalog, payloads[event]) for event, catalog in events},
            "schemas": schemas,
        },
    }


def _name(event: type[EventPayload]) -> str:
    """Return `towow.part.changed` as a name that needs no escaping in a reference: `part_changed`."""
    return event.type.removeprefix("towow.").replace(".", "_")


def _channel(event: type[EventPayload], catalog: EventCatalog, exchange_name: str) -> dict[str, Any]:
    exchange = {"name": exchange_name, "type": "topic", "durable": True, "autoDelete": False}
    return {
        "address": f"{event.type}.{{{catalog.correlation_field}}}",
        "description": f"The routing key of every `{event.type}`.",
        "parameters": {catalog.correlation_field: {"description": catalog.correlation_description}},
        "messages": {_name(event): {"$ref": f"#/components/messages/{_name(event)}"}},
        "bindings": {
            "amqp": {"is": "routingKey", "exchange": exchange, "bindingVersion": AMQP_BINDING_VERSION},
        },
    }


def _operation(event: type[EventPayload]) -> dict[str, Any]:
    channel = f"#/channels/{_name(event)}"
    return {
        "action": "send",
        "channel": {"$ref": channel},
        "messages": [{"$ref": f"{channel}/messages/{_name(event)}"}],
        "bindings": {"amqp": {"deliveryMode": PERSISTENT_DELIVERY, "bindingVersion": AMQP_BINDING_VERSION}},
    }


def _message(event: type[EventPayload], catalog: EventCatalog, payload: JsonSchemaValue) -> dict[str, Any]:
    """Describe the five keys of INTERFACES § 2 around the payload of one type."""
    keys = {
        "seq": {"type": "integer", "minimum": 1, "description": "its number in the log, without a gap"},
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
        "correlationId": {"location": f"$message.payload#/payload/{catalog.correlation_field}"},
        "payload": {"type": "object", "properties": keys, "required": list(keys)},
        "bindings": {"amqp": {"messageType": event.type, "bindingVersion": AMQP_BINDING_VERSION}},
    }


def _schemas(
    events: Sequence[type[EventPayload]],
) -> tuple[Mapping[type[FrozenModel], JsonSchemaValue], dict[str, JsonSchemaValue]]:
    """Return a reference per event class, and everything that is referred to."""
    mode: Literal["serialization"] = "serialization"
    models: list[tuple[type[FrozenModel], JsonSchemaMode]] = [(model, mode) for model in (*events, CorrelationCost)]
    found, definitions = models_json_schema(
        models, schema_generator=_SerializationSchema, ref_template=SCHEMA_REFERENCE
    )
    references: dict[type[FrozenModel], JsonSchemaValue] = {
        model: found[model, mode] for model in (*events, CorrelationCost)
    }
    schemas: dict[str, JsonSchemaValue] = {name: _open(schema) for name, schema in definitions["$defs"].items()}
    for event in events:
        schema = schemas[references[event]["$ref"].rpartition("/")[2]]
        schema["properties"]["spent"] = references[CorrelationCost]
        schema["required"].append("spent")
    return references, schemas


def _open(schema: JsonSchemaValue) -> JsonSchemaValue:
    """Return the schema without `additionalProperties`: a field added later must not fail a reader's check."""
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
