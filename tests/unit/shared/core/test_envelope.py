"""Which bytes are a message? What is encoded is read back the same; everything else is refused with its reason."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from negotiation.contracts.events import EVENTS
from shared.core.envelope import (
    MAX_CORRELATION_BYTES,
    MAX_ENVELOPE_BYTES,
    Envelope,
    InvalidEnvelope,
    decode_envelope,
    encode_envelope,
)

INSTANTS = st.integers(0, 253_402_300_799_999)
TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=40)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)
ENVELOPES = st.builds(
    Envelope,
    message_id=TEXT,
    type=TEXT,
    sender=TEXT,
    recipient=TEXT,
    correlation_id=TEXT,
    causation_id=st.none() | TEXT,
    attempt=st.integers(1, 5),
    timestamp=INSTANTS,
    deadline=st.none() | INSTANTS,
    traceparent=st.none() | TEXT,
    body=st.dictionaries(TEXT, JSON, max_size=4),
)

PLAIN: dict[str, Any] = {
    "schema_version": 1,
    "message_id": "m1",
    "type": "demand_offer",
    "sender": "channel/collab-1",
    "recipient": "user_agent/amy",
    "correlation_id": "d-1",
    "timestamp": "2026-01-22T10:00:00.000Z",
    "body": {},
}


def written(**changes: Any) -> bytes:
    return json.dumps({**PLAIN, **changes}).encode()


@given(ENVELOPES)
def test_an_envelope_survives_encoding_and_decoding(envelope: Envelope) -> None:
    assert decode_envelope(encode_envelope(envelope)) == envelope


@given(ENVELOPES)
def test_an_absent_optional_is_absent(envelope: Envelope) -> None:
    wire = json.loads(encode_envelope(envelope))
    for name in ("causation_id", "deadline", "traceparent"):
        assert (name in wire) == (getattr(envelope, name) is not None)


def test_a_minimal_envelope_is_decoded() -> None:
    assert decode_envelope(written()).attempt == 1


BAD: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "undecodable"),
    "no JSON": (b"\x00\x01\x02", "undecodable"),
    "half a message": (written()[:-5], "undecodable"),
    "no UTF-8": (written().replace(b"m1", b"\xff\xfe"), "undecodable"),
    "a list": (b"[]", "undecodable"),
    "a number": (b"1e999", "undecodable"),
    "no type": (json.dumps({k: v for k, v in PLAIN.items() if k != "type"}).encode(), "undecodable"),
    "an unknown field": (written(priority=1), "undecodable"),
    "a body that is text": (written(body="hello"), "undecodable"),
    "an instant without a zone": (written(timestamp="2026-01-22T10:00:00"), "undecodable"),
    "an instant that nobody can write": (written(timestamp=10**18), "undecodable"),
    "an instant that is none": (written(timestamp="yesterday"), "undecodable"),
    "a lone surrogate": (written().replace(b'"m1"', rb'"\ud800"'), "undecodable"),
    "an id that AMQP cannot carry": (written(message_id="é" * 128), "undecodable"),
    "a type that AMQP cannot carry": (written(type="t" * 256), "undecodable"),
    "a sender that is no address": (written(sender="s" * 513), "undecodable"),
    "a recipient that is no address": (written(recipient="r" * 513), "undecodable"),
    "a demand that no routing key can name": (written(correlation_id="é" * 97), "undecodable"),
    "nested too deep": (
        written().replace(b'"body": {}', b'"body": ' + b'{"a":' * 100_00 + b"1" + b"}" * 100_00),
        "undecodable",
    ),
    "another schema": (written(schema_version=2), "unknown_schema_version"),
    "too large": (written(body={"text": "x" * MAX_ENVELOPE_BYTES}), "oversized"),
}


@pytest.mark.parametrize("name", BAD)
def test_an_invalid_envelope_is_refused_with_its_reason(name: str) -> None:
    data, reason = BAD[name]
    with pytest.raises(InvalidEnvelope) as refused:
        decode_envelope(data)
    assert refused.value.reason == reason
    assert str(refused.value)


@given(st.binary(max_size=200))
def test_any_bytes_are_decoded_or_refused(data: bytes) -> None:
    try:
        decode_envelope(data)
    except InvalidEnvelope as refused:
        reason = refused.reason
    else:
        reason = "read"
    assert reason in ("read", "undecodable", "unknown_schema_version")


def test_the_longest_names_are_decoded() -> None:
    names = {"message_id": "m" * 255, "type": "é" * 127, "sender": "s" * 512, "correlation_id": "c" * 192}
    assert decode_envelope(written(**names)).model_dump(include=set(names)) == names


def test_the_events_of_the_longest_correlation_have_routing_keys_that_amqp_can_carry() -> None:
    assert max(len(event.type) for event in EVENTS) + 1 + MAX_CORRELATION_BYTES <= 255


def test_a_nul_character_survives_encoding() -> None:
    envelope = Envelope.model_validate({**PLAIN, "body": {"text": "a\x00b"}})
    assert decode_envelope(encode_envelope(envelope)).body["text"] == "a\x00b"


@pytest.mark.parametrize(("more", "fits"), [(0, True), (1, False)])
def test_the_envelope_size_limit_is_exact(more: int, fits: bool) -> None:
    empty = len(encode_envelope(Envelope.model_validate({**PLAIN, "body": {"t": ""}})))
    envelope = Envelope.model_validate({**PLAIN, "body": {"t": "x" * (MAX_ENVELOPE_BYTES - empty + more)}})
    if fits:
        assert len(encode_envelope(envelope)) == MAX_ENVELOPE_BYTES == 256 * 1024
        assert decode_envelope(encode_envelope(envelope)) == envelope
    else:
        with pytest.raises(InvalidEnvelope) as refused:
            encode_envelope(envelope)
        assert refused.value.reason == "oversized"
