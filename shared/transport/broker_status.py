"""Status of a broker, as operators see it: version, latency, queue lengths, consumers, blocked publishers."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class QueueStatus:
    """Number of waiting messages and of consumers of a queue."""

    ready: int
    consumers: int


@dataclass(frozen=True, slots=True)
class BrokerStatus:
    """Status of a broker.

    Attributes:
        url: Address without the password.
        version: Product and version.
        latency_ms: Mean round trip of one request.
        queues: Existing queues by role, the dead-letter queue as "dead".
        blocked: Why the broker takes no messages at present, in its words; None if it takes them.
    """

    url: str
    version: str
    latency_ms: float
    queues: Mapping[str, QueueStatus]
    blocked: str | None = None
