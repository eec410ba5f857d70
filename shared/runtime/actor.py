"""What an actor is to the runtime: an entity decides, a task performs (DESIGN § 2). Wiring is a table of these."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from shared.core.clock import Clock
from shared.core.decision import Decision, Send
from shared.core.message import Message, ReceivedMessage
from shared.llm.port import Model

S = TypeVar("S", bound=BaseModel)

DecideFunction = Callable[[S | None, ReceivedMessage[Any], int], Decision[S] | None]
"""`decide(state | None, message, now)`. None: the message concerns nothing here, and nothing changes."""


@dataclass(frozen=True, slots=True)
class TaskContext:
    """What a task may use: a model whose calls are paid once and counted for its demand, and the time."""

    model: Model
    clock: Clock


PerformFunction = Callable[[ReceivedMessage[Any], TaskContext], Awaitable[Sequence[Send]]]
"""`perform(task, tools)`: as slow as it must be; it always answers whoever asked."""


@dataclass(frozen=True, slots=True)
class Entity(Generic[S]):
    """An actor with state. `kind` is its addresses' first word, `role` the queue its messages wait in."""

    role: str
    kind: str
    state: type[S]
    decide: DecideFunction[S]
    messages: tuple[type[Message], ...]


@dataclass(frozen=True, slots=True)
class Task:
    """An actor without state. `messages` are the requests it can be sent."""

    role: str
    kind: str
    perform: PerformFunction
    messages: tuple[type[Message], ...]


Actor = Entity[Any] | Task
