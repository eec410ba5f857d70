"""Transport port: publish, consume and subscribe, and the delivery guarantees an adapter gives (DESIGN § 3, § 4).

Delivery is at least once. A command is stored before `publish` returns and stays in its queue until a consumer
acknowledges it. Events are best-effort notifications: the event log is the durable copy.
"""

import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextvars import Context
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

_log = logging.getLogger(__name__)

Exchange = Literal["commands", "events", "private", "dead"]
"""`private` carries the events of correlations that only authorised readers may see."""


@dataclass(frozen=True, slots=True)
class BrokerMessage:
    """Message as the broker stores it: destination, identity, payload and headers.

    Attributes:
        exchange: Exchange that routes the message.
        routing_key: Queue name for `commands`, `<event_type>.<correlation_id>` for events.
        message_id: Id by which receivers recognise a repeated delivery; at most 255 bytes.
        type: Message type, for logs and metrics; at most 255 bytes.
        data: Encoded body.
        headers: Text headers; the dead-letter headers begin with `x-` (INTERFACES § 2).
    """

    exchange: Exchange
    routing_key: str
    message_id: str
    type: str
    data: bytes
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


class Delivery(Protocol):
    """Message handed to a consumer, unsettled until exactly one call of `ack` or `reject`."""

    @property
    def message(self) -> BrokerMessage:
        """The delivered message."""
        ...

    @property
    def queue(self) -> str:
        """Name of the queue that the message was read from, without the namespace; "events" for a subscription."""
        ...

    @property
    def redelivered(self) -> bool:
        """True if the message may have been delivered before."""
        ...

    @property
    def publisher(self) -> str | None:
        """Login that published the message, as verified by the broker.

        "" if the publisher sent no login. None if logins do not identify publishers, because the process that reads the
        queue is not logged in under the queue's name.
        """
        ...

    async def ack(self) -> None:
        """Settle the delivery as processed: the broker removes the message. Returns without waiting for the broker.

        No effect once the connection is lost; the message is delivered again then.

        Raises:
            RuntimeError: The delivery was settled before.
        """
        ...

    async def reject(self) -> None:
        """Return the message to its queue for redelivery, without waiting for the broker.

        After the queue's delivery limit (20) it is dead-lettered. An event of a subscription is dropped instead, at the
        latest then. No effect once the connection is lost; the message is delivered again then.

        Raises:
            RuntimeError: The delivery was settled before.
        """
        ...


Handler = Callable[[Delivery], Awaitable[None]]
"""Processes one delivery. If it raises, the delivery is rejected and the exception is passed to the ErrorCallback."""

ErrorCallback = Callable[[Delivery, Exception], None]
"""Called with each exception that a handler raises."""


def log_handler_error(delivery: Delivery, error: Exception) -> None:
    """Log an exception that a handler raised, with traceback; the default ErrorCallback."""
    _log.error("handler of %s failed on %s", delivery.queue, delivery.message.message_id, exc_info=error)


class Consumer(Protocol):
    """Active consumer of a queue, or subscription to events."""

    async def stop(self) -> None:
        """Stop receiving messages; no effect if stopped already or the connection is lost. Raises nothing.

        Handlers continue, and unsettled deliveries can still be settled.
        """
        ...


class ConsumerOwner(Protocol):
    """Connection that runs the handlers of its consumers; both adapters implement it."""

    def start_task(self, work: Coroutine[Any, Any, None], context: Context) -> None:
        """Run `work` in a new task within `context` and return at once.

        The connection holds a reference to the task until it ends, and cancels it on close.
        """
        ...

    def report_error(self, delivery: Delivery, error: Exception) -> None:
        """Pass an exception that the handler of `delivery` raised to the connection's ErrorCallback."""
        ...

    def remove_consumer(self, consumer: Consumer) -> None:
        """Remove a stopped consumer from the connection; the consumer calls this. No effect if it is not there."""
        ...


class Unroutable(Exception):
    """No queue is bound for the message's exchange and routing key."""


class PublishFailed(Exception):
    """The broker did not confirm the message: full queue, timeout or lost connection.

    The message may have been stored all the same. Publish it again with the same message id.
    """


class BrokerUnavailable(Exception):
    """The broker cannot be reached now; retrying may help. The message names the URL without the password."""


class BrokerMisconfigured(Exception):
    """The broker rejects the configuration (credentials, permissions, queue arguments); retrying does not help.

    The message says what to change and contains no password.
    """


class Transport(Protocol):
    """Connection to a message broker."""

    async def publish(self, message: BrokerMessage) -> None:
        """Publish a message and return once the broker has confirmed it.

        An event without a subscriber is confirmed, too. After a cancellation the outcome is unknown.

        Raises:
            Unroutable: No queue is bound for a command.
            PublishFailed: No confirm arrived (full queue, timeout or lost connection); publish again with the same id.
            ValueError: The message cannot be encoded (an id over 255 bytes, headers over a frame); retrying does not
                help.
            TypeError: `message.data` is not bytes.
        """
        ...

    async def consume(self, queue: str, handler: Handler, prefetch: int) -> Consumer:
        """Start delivering the messages of a queue to `handler`; return the consumer, whose `stop` ends it.

        If the handler raises, its delivery is rejected and the exception passed to the ErrorCallback. A delivery that
        it leaves unsettled counts against `prefetch` until it is settled.

        Args:
            queue: Queue name without the namespace.
            handler: Called concurrently, once per delivery; must settle the delivery.
            prefetch: Maximum number of unsettled deliveries.

        Raises:
            LookupError: The queue was never declared.
            BrokerUnavailable: The connection is lost.
            BrokerMisconfigured: This login may not read the queue.
        """
        ...

    async def subscribe(self, pattern: str, handler: Handler, *, private: bool = False) -> Consumer:
        """Start delivering events that match `pattern` to `handler`; return the consumer, whose `stop` ends it.

        Only events published from now on are delivered. A delivery that the handler leaves unsettled is acknowledged
        when it returns, and rejected when it raises. A slow subscriber loses the oldest events.

        Args:
            pattern: Binding key for `<event_type>.<correlation_id>`: `*` matches one word, `#` any number of words.
            handler: Called concurrently, once per event.
            private: Receive events of the `private` exchange, too.

        Raises:
            BrokerUnavailable: The connection is lost.
            BrokerMisconfigured: This login may not subscribe.
        """
        ...

    async def wait_closed(self) -> str:
        """Wait without a time limit until the connection is closed or lost; return the reason, without a password.

        Several callers may wait; once it is closed, each call returns at once.
        """
        ...

    async def close(self) -> None:
        """Close the connection and cancel running handlers, but not one that calls this; no effect if closed.

        Unsettled messages are redelivered. Errors of the broker and the network are ignored.
        """
        ...
