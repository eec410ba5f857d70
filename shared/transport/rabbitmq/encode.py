"""Encoding of messages as AMQP frames that respect the connection's frame size."""

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
"""Bytes around a frame's payload. The broker closes a connection that sends a larger frame than negotiated."""

MANDATORY_EXCHANGES: frozenset[Exchange] = frozenset({"commands", "dead"})
"""Published with the mandatory flag: returned if no queue is bound. Events need no subscriber."""


@lru_cache(maxsize=4096)
def _publish(exchange: str, routing_key: str, mandatory: bool, channel: int) -> bytes:
    return pamqp.frame.marshal(Basic.Publish(exchange=exchange, routing_key=routing_key, mandatory=mandatory), channel)


class MessageEncoder:
    """Encoder of the messages that one user publishes in one namespace."""

    def __init__(self, topology: Topology, user: str) -> None:
        """Create an encoder; `user` is the login, which the broker checks against each message's user id."""
        self._exchanges: dict[Exchange, str] = {
            "commands": topology.commands,
            "events": topology.events,
            "private": topology.private,
            "dead": topology.dead,
        }
        self._user = user

    def encode(self, message: BrokerMessage, channel: int, max_body_bytes: int) -> bytes:
        """Return the AMQP frames of one publish as bytes to write: method, header and body frames.

        Args:
            message: Message to publish.
            channel: Number of the channel.
            max_body_bytes: Maximum bytes of the body in one frame; a longer body is split.

        Raises:
            TypeError: `message.data` is not bytes.
            ValueError: An id or routing key over 255 bytes, or headers over a frame.
        """
        data = message.data
        if type(data) is not bytes:
            raise TypeError(f"message data must be bytes, not {type(data).__name__}")
        try:
            method = _publish(
                self._exchanges[message.exchange], message.routing_key, message.exchange in MANDATORY_EXCHANGES, channel
            )
            header = self._header(message, channel)
        except TypeError as error:  # raised by the library for a text over 255 bytes
            raise ValueError(f"cannot be written as AMQP: {error}") from error
        if len(header) > max_body_bytes + FRAME_OVERHEAD_BYTES:
            raise ValueError(f"headers of {len(header)} bytes: a frame of this connection holds {max_body_bytes}")
        bodies = [ContentBody(data[start : start + max_body_bytes]) for start in range(0, len(data), max_body_bytes)]
        return method + header + b"".join(pamqp.frame.marshal(body, channel) for body in bodies)

    def _header(self, message: BrokerMessage, channel: int) -> bytes:
        content = ContentHeader(body_size=len(message.data), properties=self._properties(message))
        return pamqp.frame.marshal(content, channel)

    def _properties(self, message: BrokerMessage) -> Basic.Properties:
        return Basic.Properties(
            content_type="application/json",
            headers=dict(message.headers) if message.headers else None,
            delivery_mode=PERSISTENT,
            message_id=message.message_id,
            timestamp=datetime.now(UTC),
            message_type=message.type,
            user_id=self._user,
        )
