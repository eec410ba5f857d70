"""What strangers put into our queues, and under which reason it must be found among the dead letters (FAULTS § 2, F16)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from shared.core.envelope import MAX_ENVELOPE_BYTES, Envelope, encode_envelope
from shared.core.message_base import Message
from shared.transport.port import BrokerMessage

Poison = tuple[str, BrokerMessage]


@dataclass(frozen=True, slots=True)
class Stranger:
    """Who sends what an application must not take.

    Attributes:
        body: A message of the application about nobody, by its number.
        correlation: The beginning of the id that it is about.
        entity: The kind of entities that get such messages, and the beginning of an id that none of them has.
        undecodable: A kind of tasks; it gets no message at all.
        oversized: A kind of tasks; it gets more than anybody reads.
        unknown: A kind of tasks that never gets such messages; it gets one.
    """

    body: Callable[[int], Message]
    correlation: str
    entity: tuple[str, str]
    undecodable: str
    oversized: str
    unknown: str


class PoisonSource:
    """The stranger's messages, by their number."""

    def __init__(self, stranger: Stranger, routes: Mapping[str, str]) -> None:
        self._stranger = stranger
        self._routes = routes
        self.kinds: Sequence[Callable[[int], Poison]] = (
            self.undecodable,
            self.oversized,
            self.unknown_type,
            self.unknown_version,
            self.misrouted,
        )

    def undecodable(self, number: int) -> Poison:
        """No message at all."""
        return "undecodable", self._raw(self._stranger.undecodable, number, b'{"\x00": [[[')

    def oversized(self, number: int) -> Poison:
        """More than anybody reads."""
        return "oversized", self._raw(self._stranger.oversized, number, b" " * (MAX_ENVELOPE_BYTES + 1))

    def unknown_type(self, number: int) -> Poison:
        """A message of ours to somebody who never gets such."""
        return "unknown_type", self._to(self._stranger.unknown, number)

    def unknown_version(self, number: int) -> Poison:
        """A message from the future."""
        return "unknown_schema_version", self._to(self._stranger.entity[0], number, version=99)

    def misrouted(self, number: int) -> Poison:
        """A proper message to an entity that nobody opened: tried again, then given up."""
        return "handler_failed", self._to(self._stranger.entity[0], number)

    def _raw(self, kind: str, number: int, data: bytes) -> BrokerMessage:
        return BrokerMessage("commands", self._routes[kind], f"poison-{number}", "poison", data)

    def _to(self, kind: str, number: int, version: int = 1) -> BrokerMessage:
        stranger = self._stranger
        body, correlation_id = stranger.body(number), f"{stranger.correlation}{number}"
        envelope = Envelope(
            schema_version=version,
            message_id=f"poison-{number}",
            type=body.type,
            sender=f"gateway/{correlation_id}",
            recipient=f"{kind}/{stranger.entity[1]}{number}",
            correlation_id=correlation_id,
            timestamp=1_769_076_000_000,
            body=body.model_dump(mode="json"),
        )
        return BrokerMessage("commands", self._routes[kind], envelope.message_id, body.type, encode_envelope(envelope))
