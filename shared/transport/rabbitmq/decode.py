"""What a delivered AMQP message says: a parcel, whoever sent it; and why the broker made it a dead letter."""

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
"""How often a message of a role's queue may come back unsettled."""

BROKER_HEADERS = ("x-death", "x-first-death-", "x-last-death-", "x-delivery-count", "x-acquired-count")
"""Headers that the broker adds. None of them travels on: a message that is sent again starts anew."""

PRODUCT_HEADERS = frozenset({"x-reason", "x-error", "x-queue", "x-attempts", "x-first-seen", "x-redriven"})
MAX_HEADERS = 32
MAX_HEADERS_BYTES = 16 * 1024
MAX_VALUE_CHARS = 1000
"""Characters. What a message brings along, its dead letter carries on, and must have room for more in one frame."""
MAX_NAME_BYTES = 128
"""The library cuts a longer name, and so might make two of them one."""


class MessageDecoder:
    """Reads what arrives in the queues of one namespace."""

    def __init__(self, topology: Topology, login: str = "") -> None:
        """`login`: who reads."""
        self._topology = topology
        self._login = login
        self._exchanges: Mapping[str | None, Exchange] = {
            topology.commands: "commands",
            topology.events: "events",
            topology.private: "private",
            topology.dead: "dead",
        }

    def decode(self, message: DeliveredMessage, queue: str) -> BrokerMessage:
        """What arrived in `queue` (without namespace). Reads anything: strangers leave out what we always send."""
        properties = message.header.properties
        headers = cast("dict[str, object]", properties.headers or {})
        return BrokerMessage(
            self._exchanges.get(message.exchange, "commands"),
            message.routing_key or "",
            properties.message_id or _identify(message.body),
            properties.message_type or "",
            message.body,
            self._headers(headers, queue) if headers else {},
        )

    def publisher(self, message: DeliveredMessage, queue: str) -> str | None:
        """Whose login published it. Only where every queue is read by a login of its own name does that say anything.

        The broker refuses a message that claims another login than it came with (FAULTS § 4 T6), and takes one that
        claims none.
        """
        return (message.header.properties.user_id or "") if queue == self._login else None

    def _headers(self, headers: Mapping[str, object], queue: str) -> dict[str, str]:
        known = {
            name: value[:MAX_VALUE_CHARS]
            for name, value in headers.items()
            if isinstance(value, str) and not name.startswith(BROKER_HEADERS)
        }
        return _bounded(known | self._death(headers, known) if queue == DEAD else known)

    def _death(self, headers: Mapping[str, object], ours: Mapping[str, str]) -> dict[str, str]:
        """Why the broker gave up a message, in our words; empty when it did not."""
        deaths = headers.get("x-death")
        death = cast("list[object]", deaths)[0] if isinstance(deaths, list) and deaths else None
        if not isinstance(death, dict):
            return {}
        about = cast("dict[str, object]", death)
        killed = about.get("reason") == "delivery_limit"
        attempts = DELIVERY_LIMIT + 1 if killed else 1  # `x-delivery-count` begins anew in the queue of the dead
        return {
            "x-first-seen": ours.get("x-first-seen") or _instant(about.get("time")),
            "x-reason": "killed_worker",
            "x-error": f"delivered {attempts} times, never settled" if killed else f"given up: {about.get('reason')}",
            "x-queue": self._topology.role(str(about.get("queue", ""))),
            "x-attempts": str(attempts),
        }


def _bounded(headers: Mapping[str, str]) -> dict[str, str]:
    """As many as travel on, ours before a stranger's."""
    kept: dict[str, str] = {}
    room = MAX_HEADERS_BYTES
    for name in sorted(headers, key=lambda name: name not in PRODUCT_HEADERS):  # stable: otherwise as they came
        size = len(name.encode()) + len(headers[name].encode())
        if size <= room and len(name.encode()) <= MAX_NAME_BYTES and len(kept) < MAX_HEADERS:
            kept[name] = headers[name]
            room -= size
    return kept


def is_redelivered(message: DeliveredMessage) -> bool:
    """Whether somebody may have held it before."""
    return isinstance(message.delivery, Basic.Deliver) and bool(message.delivery.redelivered)


def _identify(data: bytes) -> str:
    """A message without an id: the same bytes get the same one."""
    return f"unnamed-{sha256(data).hexdigest()[:32]}"


def _instant(moment: object) -> str:
    known = moment if isinstance(moment, datetime) else datetime.now(UTC)
    return to_iso8601(int(known.timestamp() * 1000))
