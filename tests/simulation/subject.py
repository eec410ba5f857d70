"""What a simulation has to know of the application that it runs; processes, disk, broker and faults are the same for all."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from pydantic import BaseModel

from shared.core.clock import Clock
from shared.core.decision import Send
from shared.core.message_base import EventPayload
from shared.llm.port import Prompt
from shared.runtime.actor import Entity
from shared.runtime.application import ApplicationSet, Resources
from shared.store.port import LoggedEvent
from shared.transport.port import Transport
from tests.simulation.fault_points import MessageTypes
from tests.simulation.history import History
from tests.simulation.poison_messages import Stranger
from tests.simulation.violation import Violation
from towow.config.settings import Settings

if TYPE_CHECKING:
    from tests.simulation.checker import Facts
    from tests.simulation.cluster import Cluster
    from tests.simulation.gateway import SimulatedGateway
    from tests.simulation.process import Process

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Order(Generic[C]):
    """What one client wants: who it is, when it comes (s), and the course that the matter takes."""

    unique: str
    at: float
    course: C


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that is fixed when a run begins."""

    orders: Sequence[Order[Any]]
    layout: Mapping[str, Sequence[str]]
    """Process name → the kinds of actors it runs."""
    gateways: int
    settings: Settings
    ends: float
    """Seconds after which no fault begins any more."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What is said to a gateway; the fields are those of `Ingress.submit`."""

    cause: str
    sends: Sequence[Send]
    events: Sequence[EventPayload] = ()
    budget: int | None = None


Post = Callable[[Entry], Awaitable[None]]
"""Says something to some gateway until one says that it is accepted."""


class Observer(Protocol):
    """Somebody who reacts to the events that a client sees."""

    def see(self, event: LoggedEvent) -> None:
        """An event has come."""
        ...

    async def stop(self) -> None:
        """The matter has ended."""
        ...


def observe_nothing(post: Post) -> Sequence[Observer]:
    """No observers."""
    return ()


@dataclass(frozen=True, slots=True)
class Opening:
    """How a client opens a correlation, watches it, and takes it back."""

    correlation_id: str
    entry: Entry
    withdrawal: Entry
    withdraw_after: int = 0
    """After how many events the client takes it back; 0: never by himself."""
    observers: Callable[[Post], Sequence[Observer]] = observe_nothing


class Participant(Protocol):
    """Somebody who acts beside the clients, in a way of his own."""

    @property
    def speaking(self) -> int:
        """How many of his requests a gateway has in hand."""
        ...

    async def run(self) -> None:
        """Act until cancelled."""
        ...


class Scene(Protocol):
    """The application's part of one simulated world: what it needs, what its clients do, what its model answers."""

    @property
    def participants(self) -> Sequence[Participant]:
        """Who acts beside the clients."""
        ...

    def resources(self, process: "Process") -> Resources:
        """What the actors of one process use."""
        ...

    def open(self, order: Order[Any], now: int) -> Opening:
        """What a client does at `now` (ms); from now on the model knows the course."""
        ...

    def correlation_of(self, prompt: Prompt[Any]) -> str:
        """Whom a question is about."""
        ...

    def latency(self, prompt: Prompt[Any]) -> float:
        """How long (s) the model takes."""
        ...

    def fail(self, prompt: Prompt[Any]) -> None:
        """Raise what the model raises in place of an answer, if it does."""
        ...

    def answer(self, prompt: Prompt[Any], number: int) -> BaseModel:
        """The model's answer; `number` counts the questions that have been asked, this one and later ones included."""
        ...


def no_tables(clock: Clock) -> object:
    """Nothing else lies on the store's server."""
    return None


@dataclass(frozen=True, slots=True)
class Subject:
    """An application that is simulated.

    Attributes:
        name: Its name on the command line.
        applications: It alone, so that nothing else is routed or loaded.
        types: Its message types.
        first_message: The type of the message without which nothing of a correlation would begin.
        last_event: The type of the event that ends a log.
        missing_entity: The error for a message to an entity whose first message is still away.
        plan: What a seed decides before anything starts.
        history: What a run with these settings leaves behind.
        scene: Its part of a simulated world.
        gateway: What a gateway runs over one connection.
        entity: Its entity, whose journals are decided again.
        describe_wait: What a record waits for, for a story; None if for nothing.
        stranger: Who sends what it must not take.
        checks: Its own invariants, the causes first.
        tables: What else lies on the store's server, and shares its crashes.
    """

    name: str
    applications: ApplicationSet
    types: MessageTypes
    first_message: str
    last_event: str
    missing_entity: str
    plan: Callable[[int, Random], Plan]
    history: Callable[[Settings], History]
    scene: Callable[["Cluster", Plan, int], Scene]
    gateway: "Callable[[Process, Transport], SimulatedGateway]"
    entity: Callable[[Settings], Entity[Any]]
    describe_wait: Callable[[Mapping[str, Any]], str | None]
    stranger: Stranger
    checks: "Sequence[Callable[[Facts], Iterator[Violation]]]"
    tables: Callable[[Clock], object] = no_tables


NAMES = ("negotiation", "deliberation", "game")
"""The applications that can be simulated."""


def load_subject(name: str) -> Subject:
    """Load an application's part of the simulation, and nothing of the others'."""
    match name:
        case "negotiation":
            from tests.simulation.negotiation.subject import NEGOTIATION

            return NEGOTIATION
        case "deliberation":
            from tests.simulation.deliberation.subject import DELIBERATION

            return DELIBERATION
        case "game":
            from tests.simulation.game.subject import GAME

            return GAME
        case _:
            raise LookupError(f"no simulation of {name}")
