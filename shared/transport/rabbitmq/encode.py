"""How a parcel looks on the wire: AMQP properties, and frames small enough for the connection."""

from datetime import UTC, datetime
from functools import lru_cache

import pamqp.frame
from pamqp.body import ContentBody
from pamqp.commands import Basic
from pamqp.header import ContentHeader

from shared.transport.port import BrokerMessage, Exchange
from shared.transport.topology import Topology

PERSISTENT = 2
FRAME_OVERHEAD_BYTES = 8
"""Bytes around what a frame holds. A frame over the limit of its connection costs the connection."""

MANDATORY_EXCHANGES: frozenset[Exchange] = frozenset({"commands", "dead"})
"""Published mandatory: without a queue they come back. Nobody need listen to an event; the log has it."""


@lru_cache(maxsize=4096)
def _publish(exchange: str, routing_key: str, mandatory: bool, channel: int) -> bytes:
    return pamqp.frame.marshal(Basic.Publish(exchange=exchange, routing_key=routing_key, mandatory=mandatory), channel)


class MessageEncoder:
    """Writes parcels of one user for one namespace."""

    def __init__(self, topology: Topology, user: str) -> None:
        """`user`: the login. The broker refuses a message that claims another one."""
        self._exchanges: dict[Exchange, str] = {
            "commands": topology.commands,
            "events": topology.events,
            "private": topology.private,
            "dead": topology.dead,
        }
        self._user = user

    def encode(self, parcel: BrokerMessage, channel: int, most: int) -> bytes:
        """The frames of one publish; a frame holds `most` bytes of the body.

        Raises TypeError when the body is not bytes, ValueError when the parcel cannot be written.
        """
        data = parcel.data
        if type(data) is not bytes:
            raise TypeError(f"a parcel carries bytes, not {type(data).__name__}")
        try:
            begin = _publish(
                self._exchanges[parcel.exchange], parcel.routing_key, parcel.exchange in MANDATORY_EXCHANGES, channel
            )
            header = self._header(parcel, channel)
        except TypeError as error:  # the library's word for a text over 255 bytes
            raise ValueError(f"cannot be written as AMQP: {error}") from error
        if len(header) > most + FRAME_OVERHEAD_BYTES:
            raise ValueError(f"headers of {len(header)} bytes: a frame of this connection holds {most}")
        bodies = [ContentBody(data[start : start + most]) for start in range(0, len(data), most)]
        return begin + header + b"".join(pamqp.frame.marshal(body, channel) for body in bodies)

    def _header(self, parcel: BrokerMessage, channel: int) -> bytes:
        content = ContentHeader(body_size=len(parcel.data), properties=self._properties(parcel))
        return pamqp.frame.marshal(content, channel)

    def _properties(self, parcel: BrokerMessage) -> Basic.Properties:
        return Basic.Properties(
            content_type="application/json",
            headers=dict(parcel.headers) if parcel.headers else None,
            delivery_mode=PERSISTENT,
            message_id=parcel.message_id,
            timestamp=datetime.now(UTC),
            message_type=parcel.type,
            user_id=self._user,
        )
