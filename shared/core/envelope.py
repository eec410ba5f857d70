"""How a message travels: the envelope around every body, its bytes, and why some bytes are refused (TWC-22)."""

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from shared.core.frozen_model import Maybe
from shared.core.ids import digest
from shared.core.timestamps import Instant

SCHEMA_VERSION = 1
MAX_ENVELOPE_BYTES = 256 * 1024
MAX_ID_BYTES = 255
"""A message's id and type travel as short texts of AMQP, too."""
MAX_CORRELATION_BYTES = 192
"""So that the routing key of every event, `<event_type>.<correlation_id>`, is such a short text."""
MAX_ADDRESS_CHARS = 512


def _max_bytes(most: int) -> AfterValidator:
    """At most so many bytes of UTF-8."""

    def check(text: str) -> str:
        if len(text.encode()) > most:
            raise ValueError(f"more than {most} bytes")
        return text

    return AfterValidator(check)


ShortText = Annotated[str, _max_bytes(MAX_ID_BYTES)]
AddressText = Annotated[str, Field(max_length=MAX_ADDRESS_CHARS)]


class Envelope(BaseModel):
    """One message on its way (DESIGN § 4). `attempt` counts from 1; `deadline` is when it stops being worth doing."""

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
    """Bytes that are no message of ours. `reason` is a dead letter's `x-reason` (INTERFACES § 2)."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason


def encode_envelope(envelope: Envelope) -> bytes:
    """The envelope as JSON. Raises Refused('oversized') above 256 KiB."""
    data = envelope.model_dump_json().encode()
    if len(data) > MAX_ENVELOPE_BYTES:
        raise InvalidEnvelope(
            "oversized", f"{envelope.type} has {len(data)} bytes, at most {MAX_ENVELOPE_BYTES} are sent"
        )
    return data


def decode_envelope(data: bytes) -> Envelope:
    """Read an envelope. Raises Refused with reason oversized, undecodable or unknown_schema_version."""
    if len(data) > MAX_ENVELOPE_BYTES:
        raise InvalidEnvelope("oversized", f"{len(data)} bytes, at most {MAX_ENVELOPE_BYTES} are read")
    try:
        envelope = Envelope.model_validate_json(data)
    except ValidationError as error:
        raise InvalidEnvelope("undecodable", _first_problem(error)) from error
    if envelope.schema_version != SCHEMA_VERSION:
        raise InvalidEnvelope(
            "unknown_schema_version", f"schema_version {envelope.schema_version}, known: {SCHEMA_VERSION}"
        )
    return envelope


def build_traceparent(correlation_id: str, message_id: str) -> str:
    """The W3C trace context of a message: one trace per correlation, one span per message."""
    return f"00-{_hex(correlation_id, 32)}-{_hex(message_id, 16)}-01"


def _hex(text: str, length: int) -> str:
    return digest("trace", text, length=32).encode().hex()[:length]


def _first_problem(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(map(str, first["loc"])) or "message"
    return f"{place}: {first['msg']}"
