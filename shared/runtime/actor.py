"""Actors as the runtime sees them: entities decide, tasks perform (DESIGN § 2)."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from shared.core.clock import Clock
from shared.core.decision import Decision, Send
from shared.core.message_base import Message, ReceivedMessage
from shared.llm.port import Model

S = TypeVar("S", bound=BaseModel)

DecideFunction = Callable[[S | None, ReceivedMessage[Any], int], Decision[S] | None]
"""`decide(state or None, message, now in ms)` returns the decision; None if the message changes nothing."""


@dataclass(frozen=True, slots=True)
class TaskContext:
    """Dependencies of a task: a model whose calls are charged to the message's correlation, and a clock."""

    model: Model
    clock: Clock


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
