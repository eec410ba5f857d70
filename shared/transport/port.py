"""How messages reach another process: the port, and what a transport promises (DESIGN § 3, § 4)."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

Exchange = Literal["commands", "events", "private", "dead"]
"""`private`: the events of correlations that not everybody may see."""


@dataclass(frozen=True, slots=True)
class BrokerMessage:
    """What the broker is handed: where it goes, which message it is, its bytes."""

    exchange: Exchange
    routing_key: str
    message_id: str
    type: str
    data: bytes
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


class Delivery(Protocol):
    """A parcel as a consumer holds it, until it settles it once."""

    @property
    def message(self) -> BrokerMessage:
        """What was delivered."""
        ...

    @property
    def queue(self) -> str:
        """The queue it came from, without the namespace."""
        ...

    @property
    def redelivered(self) -> bool:
        """True when somebody may have held it before."""
        ...

    @property
    def publisher(self) -> str | None:
        """The login of whoever published it, as the broker checked; empty when it did not say.

        None where logins tell nobody apart: this queue is not read by a login of its own name.
        """
        ...

    async def ack(self) -> None:
        """It is done: the broker forgets it."""
        ...

    async def reject(self) -> None:
        """Give it back; the broker counts it and delivers it again, up to its delivery limit."""
        ...


Handler = Callable[[Delivery], Awaitable[None]]


class Consumer(Protocol):
    """A running subscription."""

    async def stop(self) -> None:
        """Take nothing more. What is in hand can still be settled."""
        ...


class Unroutable(Exception):
    """No queue is bound where the parcel should go."""


class PublishFailed(Exception):
    """The broker did not take it (a full queue, a lost confirm). It may be sent again under the same id."""


class BrokerUnavailable(Exception):
    """No connection to the broker could be made: try again later. The message says what was tried, without password."""


class BrokerMisconfigured(Exception):
    """The broker is there and trying again will not help: a wrong password, a queue with other arguments.

    The message says what to do about it, without the password.
    """


class Transport(Protocol):
    """A message broker as the runtime sees it."""

    async def publish(self, parcel: BrokerMessage) -> None:
        """Return once the broker holds it. Raises Unroutable (commands only) or PublishRefused.

        Raises ValueError when the parcel cannot be written at all (an id over 255 bytes, headers over a frame): sending
        it again will not help. TypeError when its data is not bytes.
        """
        ...

    async def consume(self, queue: str, handler: Handler, prefetch: int) -> Consumer:
        """Hand over what waits in `queue`, at most `prefetch` unsettled deliveries at a time."""
        ...

    async def subscribe(self, pattern: str, handler: Handler, *, private: bool = False) -> Consumer:
        """Receive events whose routing key matches the binding key `pattern` (`*` a word, `#` any number).

        `private`: also those that not everybody may see. What the handler leaves unsettled is settled when it returns.
        """
        ...

    async def wait_closed(self) -> str:
        """Why, once the connection is gone, by `close` or by itself (no password in it): then build a new one."""
        ...

    async def close(self) -> None:
        """Let go of everything; what was not settled is delivered to somebody else."""
        ...
