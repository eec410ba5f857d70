"""Actors as the runtime sees them: entities decide, tasks perform (DESIGN § 2)."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from pydantic import BaseModel

from shared.core.address import Address
from shared.core.clock import Clock
from shared.core.decision import Decision, Send
from shared.core.message_base import Message, ReceivedMessage
from shared.llm.port import Model
from shared.telemetry.log import SILENT, Log

S = TypeVar("S", bound=BaseModel)

DecideFunction = Callable[[S | None, ReceivedMessage[Any], int], Decision[S] | None]
"""`decide(state or None, message, now in ms)` returns the decision; None if the message changes nothing."""


class NotesReader(Protocol):
    """Reader of the notes (`Decision.notes`) of one correlation's entities."""

    async def __call__(self, address: Address, start: int, end: int) -> Sequence[bytes]:
        """Return the notes of the entity at `address` with `start` <= index < `end`, each JSON, in order of writing.

        The first note has index 0; fewer are returned if there are fewer. Whoever tells a task to read them tells it
        their number, too, so that a repeated run reads the same.

        Raises:
            StoreUnavailable: The store did not answer for 30 s; a task lets it pass, and its message comes again.
        """
        ...


async def _fail_without_store(address: Address, start: int, end: int) -> Sequence[bytes]:
    raise NotImplementedError(f"the notes {start} to {end} of {address} cannot be read: this context has no store")


@dataclass(frozen=True, slots=True)
class TaskContext:
    """Dependencies of a task.

    Attributes:
        model: Model whose calls are charged to the message's correlation.
        clock: Clock that agrees with the store's, however wrong the worker's is.
        read_notes: Reader of the notes of the message's correlation; raises NotImplementedError in a context that was
            created without a store.
        log: Logger whose lines have the correlation, id and trace of the message. Texts of users and models are written
            at level debug only.
    """

    model: Model
    clock: Clock
    read_notes: NotesReader = _fail_without_store
    log: Log = SILENT


PerformFunction = Callable[[ReceivedMessage[Any], TaskContext], Awaitable[Sequence[Send]]]
"""`perform(message, context)` returns the messages to send; it always replies to the sender."""


@dataclass(frozen=True, slots=True)
class Entity(Generic[S]):
    """Actor with state.

    Attributes:
        role: Queue that its messages wait in.
        kind: First word of its addresses.
        state: Class of its record, with the armed timer in its field `timer`.
        decide: Pure function from state and message to a decision.
        messages: Message classes it accepts.
    """

    role: str
    kind: str
    state: type[S]
    decide: DecideFunction[S]
    messages: tuple[type[Message], ...]


@dataclass(frozen=True, slots=True)
class Task:
    """Actor without state.

    Attributes:
        role: Queue that its messages wait in.
        kind: First word of its addresses.
        perform: Coroutine function that does the work.
        messages: Message classes it accepts.
    """

    role: str
    kind: str
    perform: PerformFunction
    messages: tuple[type[Message], ...]


Actor = Entity[Any] | Task
