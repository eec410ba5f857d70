"""Who gets the next message of a queue of the memory broker, and what becomes of one that comes back."""

from collections import deque
from collections.abc import Callable
from typing import Protocol

from shared.transport.port import BrokerMessage


class QueuedMessage:
    """A parcel in a queue; `returns` counts how often it came back unsettled."""

    __slots__ = ("parcel", "returns")

    def __init__(self, parcel: BrokerMessage) -> None:
        self.parcel = parcel
        self.returns = 0


class QueueConsumer(Protocol):
    """Somebody who takes messages out of a queue."""

    def take(self, message: QueuedMessage) -> bool:
        """Take one; whether there is room for another one after it."""
        ...


class MemoryQueue:
    """Messages that wait, and takers with room who wait: never both. Takers are served in turn."""

    __slots__ = ("_bury", "_fresh", "_limit", "_returned", "_takers", "name", "unsettled")

    def __init__(self, name: str, limit: int | None, bury: Callable[[str, QueuedMessage], None]) -> None:
        """`limit` bounds how often a message may come back; after that `bury` gets it."""
        self.name = name
        self.unsettled = 0
        self._limit = limit
        self._bury = bury
        self._fresh: deque[QueuedMessage] = deque()
        self._returned: deque[QueuedMessage] = deque()
        self._takers: deque[QueueConsumer] = deque()

    @property
    def ready(self) -> int:
        """How many messages wait here."""
        return len(self._fresh) + len(self._returned)

    def put(self, message: QueuedMessage, overtakes: bool = False) -> None:
        """Add a message behind the others, or before them."""
        if self._takers:
            self._hand_over(message)
        elif overtakes:
            self._fresh.appendleft(message)
        else:
            self._fresh.append(message)

    def drop_oldest(self) -> None:
        """Forget the message that would be delivered next."""
        (self._returned or self._fresh).popleft()

    def forget(self) -> None:
        """A message that was taken is done with."""
        self.unsettled -= 1

    def give_back(self, message: QueuedMessage) -> None:
        """Take back an unsettled message: it goes before all that never were delivered, up to the limit."""
        self.unsettled -= 1
        message.returns += 1
        if self._limit is not None and message.returns > self._limit:
            self._bury(self.name, message)
        elif self._takers:
            self._hand_over(message)
        else:
            self._returned.append(message)

    def wait(self, taker: QueueConsumer) -> None:
        """`taker` has room: it gets what is ready, else it waits in turn."""
        self._takers.append(taker)
        while self._takers and (self._returned or self._fresh):
            self._hand_over((self._returned or self._fresh).popleft())

    def leave(self, taker: QueueConsumer) -> None:
        """`taker` wants nothing more."""
        if taker in self._takers:
            self._takers.remove(taker)

    def _hand_over(self, message: QueuedMessage) -> None:
        self.unsettled += 1
        taker = self._takers[0]
        if not taker.take(message):
            self._takers.popleft()
        elif len(self._takers) > 1:
            self._takers.rotate(-1)
