"""Message envelope with its JSON encoding and size limits (TWC-22)."""

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from shared.core.frozen_model import Maybe
from shared.core.timestamps import Instant

SCHEMA_VERSION = 1
MAX_ENVELOPE_BYTES = 256 * 1024
MAX_ID_BYTES = 255
"""Limit of AMQP short strings, which carry a message's id and type."""
MAX_CORRELATION_BYTES = 192
"""Keeps the routing key of an event, `<event_type>.<correlation_id>`, within an AMQP short string."""
MAX_ADDRESS_CHARS = 512


def _max_bytes(limit: int) -> AfterValidator:
    def check(text: str) -> str:
        if len(text.encode()) > limit:
            raise ValueError(f"more than {limit} bytes")
        return text

    return AfterValidator(check)


ShortText = Annotated[str, _max_bytes(MAX_ID_BYTES)]
AddressText = Annotated[str, Field(max_length=MAX_ADDRESS_CHARS)]


class Envelope(BaseModel):
    """Metadata and body of one message (DESIGN § 4).

    `attempt` counts from 1; after `deadline` the message is not processed. `traceparent` names the span that sent it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: int = SCHEMA_VERSION
    message_id: ShortText
    type: ShortText
    sender: AddressText
    recipient: AddressText
    correlation_id: Annotated[str, _max_bytes(MAX_CORRELATION_BYTES)]
    causation_id: Maybe[str] = None
    attempt: int = 1
    timestamp: Instant
    deadline: Maybe[Instant] = None
    traceparent: Maybe[str] = None
    body: dict[str, Any]


class InvalidEnvelope(ValueError):
    """Message that cannot be encoded or decoded; `reason` becomes a dead letter's `x-reason` (INTERFACES § 2)."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason


def encode_envelope(envelope: Envelope, *, unlimited: bool = False) -> bytes:
    """Return the envelope as JSON in UTF-8.

    It may be longer than the JSON from which another program's envelope was decoded, whose numbers were shorter.

    Raises:
        InvalidEnvelope: The JSON has more than MAX_ENVELOPE_BYTES (256 KiB) and is not `unlimited`; `reason` is
            "oversized".
    """
    data = envelope.model_dump_json().encode()
    if unlimited:
        return data
    if len(data) > MAX_ENVELOPE_BYTES:
        raise InvalidEnvelope("oversized", f"{envelope.type} has {len(data)} bytes; the limit is {MAX_ENVELOPE_BYTES}")
    return data


def decode_envelope(data: bytes) -> Envelope:
    """Return the envelope that `data` holds as JSON in UTF-8; its `body` is not validated.

    Raises:
        InvalidEnvelope: `reason` is "oversized" (more than MAX_ENVELOPE_BYTES, 256 KiB), "undecodable" (not JSON, or a
            field is missing, unknown or invalid) or "unknown_schema_version".
    """
    if len(data) > MAX_ENVELOPE_BYTES:
        raise InvalidEnvelope("oversized", f"{len(data)} bytes; the limit is {MAX_ENVELOPE_BYTES}")
    try:
        envelope = Envelope.model_validate_json(data)
    except ValidationError as error:
        raise InvalidEnvelope("undecodable", _first_error(error)) from error
    if envelope.schema_version != SCHEMA_VERSION:
        raise InvalidEnvelope(
            "unknown_schema_version", f"schema_version {envelope.schema_version}, expected {SCHEMA_VERSION}"
        )
    return envelope


def _first_error(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    field = ".".join(map(str, first["loc"])) or "message"
    return f"{field}: {first['msg']}"
