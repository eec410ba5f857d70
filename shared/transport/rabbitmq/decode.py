"""Decoding of delivered AMQP messages: payload, verified publisher, dead-letter headers."""

from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import cast

from aiormq.abc import DeliveredMessage
from pamqp.commands import Basic

from shared.core.timestamps import to_iso8601
from shared.transport.port import BrokerMessage, Exchange
from shared.transport.topology import DEAD, Topology

DELIVERY_LIMIT = 20
"""How often an unsettled message of a role's queue is redelivered before it becomes a dead letter."""

BROKER_HEADERS = ("x-death", "x-first-death-", "x-last-death-", "x-delivery-count", "x-acquired-count")
"""Prefixes of headers that the broker adds; removed, so that a message that is sent again starts anew."""

PRODUCT_HEADERS = frozenset({"x-reason", "x-error", "x-queue", "x-attempts", "x-first-seen", "x-redriven"})
MAX_HEADERS = 32
MAX_HEADERS_BYTES = 16 * 1024
MAX_VALUE_CHARS = 1000
"""Characters of a header value: a dead letter carries these headers plus its own and must fit into one frame."""
MAX_NAME_BYTES = 128
"""The library truncates longer names, which could make two names equal."""


class MessageDecoder:
    """Decoder of the messages in the queues of one namespace."""

    def __init__(self, topology: Topology, login: str = "") -> None:
        """Create a decoder for a process whose broker user is `login`."""
        self._topology = topology
        self._login = login
        self._exchanges: Mapping[str | None, Exchange] = {
            topology.commands: "commands",
            topology.events: "events",
            topology.private: "private",
            topology.dead: "dead",
        }

    def decode(self, delivered: DeliveredMessage, queue: str) -> BrokerMessage:
        """Return a delivered AMQP message as a BrokerMessage; nothing in it makes this raise.

        Missing properties, as in messages of other programs, get defaults: the id a digest of the body, the type "".
        Headers that are no text, that the broker added or that exceed the limits of this module are left out, long
        values cut. In the dead-letter queue, what the broker says about the death of a message becomes the headers
        `x-reason`, `x-error`, `x-queue`, `x-attempts` and `x-first-seen` (INTERFACES § 2).

        Args:
            delivered: Message as the library delivered it.
            queue: Queue that it arrived in, without the namespace.
        """
        properties = delivered.header.properties
        headers = cast("dict[str, object]", properties.headers or {})
        return BrokerMessage(
            self._exchanges.get(delivered.exchange, "commands"),
            delivered.routing_key or "",
            properties.message_id or _content_id(delivered.body),
            properties.message_type or "",
            delivered.body,
            self._headers(headers, queue) if headers else {},
        )

    def publisher(self, delivered: DeliveredMessage, queue: str) -> str | None:
        """Return the login that published a message to `queue` (name without the namespace).

        "" if the publisher sent no user id. None if this process is not logged in under the queue's name: then logins
        do not identify publishers. The broker rejects a message whose user id is not the publisher's login (FAULTS § 4
        T6), and accepts one without a user id.
        """
        return (delivered.header.properties.user_id or "") if queue == self._login else None

    def _headers(self, headers: Mapping[str, object], queue: str) -> dict[str, str]:
        texts = {
            name: value[:MAX_VALUE_CHARS]
            for name, value in headers.items()
            if isinstance(value, str) and not name.startswith(BROKER_HEADERS)
        }
        return _limit_headers(texts | self._death_headers(headers, texts) if queue == DEAD else texts)

    def _death_headers(self, headers: Mapping[str, object], own: Mapping[str, str]) -> dict[str, str]:
        """Return dead-letter headers for a message that the broker itself gave up; empty otherwise."""
        deaths = headers.get("x-death")
        death = cast("list[object]", deaths)[0] if isinstance(deaths, list) and deaths else None
        if not isinstance(death, dict):
            return {}
        death = cast("dict[str, object]", death)
        killed = death.get("reason") == "delivery_limit"
        attempts = DELIVERY_LIMIT + 1 if killed else 1  # `x-delivery-count` restarts in the dead-letter queue
        return {
            "x-first-seen": own.get("x-first-seen") or _format_time(death.get("time")),
            "x-reason": "killed_worker",
            "x-error": f"delivered {attempts} times, never settled" if killed else f"given up: {death.get('reason')}",
            "x-queue": self._topology.role(str(death.get("queue", ""))),
            "x-attempts": str(attempts),
        }


def _limit_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the headers that fit the limits, the product's before foreign ones."""
    limited: dict[str, str] = {}
    remaining = MAX_HEADERS_BYTES
    for name in sorted(headers, key=lambda name: name not in PRODUCT_HEADERS):  # stable: keeps their order otherwise
        size = len(name.encode()) + len(headers[name].encode())
        if size <= remaining and len(name.encode()) <= MAX_NAME_BYTES and len(limited) < MAX_HEADERS:
            limited[name] = headers[name]
            remaining -= size
    return limited


def is_redelivered(delivered: DeliveredMessage) -> bool:
    """Return whether the broker marked the message as possibly delivered before."""
    return isinstance(delivered.delivery, Basic.Deliver) and bool(delivered.delivery.redelivered)


def _content_id(data: bytes) -> str:
    """Return an id for a message without one; equal bytes get equal ids."""
    return f"unnamed-{sha256(data).hexdigest()[:32]}"


def _format_time(moment: object) -> str:
    known = moment if isinstance(moment, datetime) else datetime.now(UTC)
    return to_iso8601(int(known.timestamp() * 1000))
