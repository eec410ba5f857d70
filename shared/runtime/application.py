"""Definition of an application: everything the platform must be told to run it (DESIGN § 1)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from pydantic import BaseModel

from shared.core.clock import Clock
from shared.core.event_catalog import EventCatalog
from shared.llm.rule_based_model import Rules
from shared.runtime.actor import Actor
from shared.telemetry.log import Log

M = TypeVar("M", bound=BaseModel)
R = TypeVar("R")
G = TypeVar("G")


class SettingsSections(Protocol):
    """Settings of a system, of which each part asks for its own."""

    def section(self, kind: type[M]) -> M:
        """Return the section of class `kind`; one with default values if none was given."""
        ...


class CommandClient(Protocol):
    """Connection to the store's server. Calls raise StoreUnavailable when no reply came."""

    async def call(self, *arguments: str | bytes | int | float) -> Any:
        """Send one command to the store's server and return its reply: an integer, bytes, None or a list of them.

        Args:
            arguments: Command name and its arguments, for example `"GET", "key"`.

        Raises:
            StoreUnavailable: No reply came, and the command may have been executed; or the server rejects calls for
                now.
            StoreMisconfigured: The server rejects the command; retrying does not help.
        """
        ...


@dataclass(frozen=True, slots=True)
class StoreConnection:
    """Store server that an application may keep resources of its own on.

    Attributes:
        url: The server's URL; it may hold a password.
        namespace: First word of all keys.
        client: The store's own connection.
        roles: Roles of this process.
        log: The process's log.
        settings: Settings of the system.
    """

    url: str
    namespace: str
    client: CommandClient
    roles: Sequence[str]
    log: Log
    settings: SettingsSections


@dataclass(frozen=True, slots=True)
class ResourceFactory(Generic[R]):
    """Constructors of what an application's actors and routes use beside the platform's ports.

    Attributes:
        kind: A dataclass whose fields are ports with asynchronous methods.
        in_memory: Builds the resources of a system in one process.
        connect: Connects to shared ones for as long as the context lasts. Raises StoreUnavailable, StoreMisconfigured.
    """

    kind: type[R]
    in_memory: Callable[[Clock, SettingsSections], R]
    connect: Callable[[StoreConnection], AbstractAsyncContextManager[R]]


@dataclass(frozen=True, slots=True)
class Application(Generic[R, G]):
    """An application: what it runs, understands and publishes.

    Attributes:
        name: The name of its package.
        routes: Kind of an address → role, that is the queue in which messages to it wait.
        events: The events it publishes, and the type of the one that ends every log.
        actors: Builds its actors from its resources and the settings.
        settings: Its sections of the settings.
        rules: Loads what answers its prompts when no model does: prompt key → rule. Only called when needed.
        resources: Constructors of its resources; None when it needs none, `actors` and `gateway` then get None.
        gateway: Loads its part of the gateway (`gateway.extension.ExtendGateway`). Only called by gateways.
    """

    name: str
    routes: Mapping[str, str]
    events: EventCatalog
    actors: Callable[[R, SettingsSections], Sequence[Actor]]
    settings: tuple[type[BaseModel], ...] = ()
    rules: Callable[[], Rules] = dict
    resources: ResourceFactory[R] | None = None
    gateway: Callable[[R, SettingsSections], G] | None = None


class Resources:
    """Resources of a system's applications, each found by its class."""

    def __init__(self, *resources: object) -> None:
        self._by_kind = {type(each): each for each in resources}

    def get(self, kind: type[R]) -> R:
        """Return the resources of class `kind`.

        Raises:
            KeyError: There are none of exactly this class.
        """
        found = self._by_kind[kind]
        assert isinstance(found, kind)
        return found

    def __contains__(self, kind: type[Any]) -> bool:
        return kind in self._by_kind

    def __iter__(self) -> Iterator[object]:
        return iter(self._by_kind.values())


class ApplicationSet:
    """The applications of a system, and what follows from all of them together."""

    def __init__(self, *applications: Application[Any, Any]) -> None:
        self._applications = applications
        self.routes = {kind: role for each in applications for kind, role in each.routes.items()}
        self.roles = tuple(dict.fromkeys(self.routes.values()))
        self.settings = tuple(section for each in applications for section in each.settings)
        if len(self.routes) != sum(len(each.routes) for each in applications):
            raise ValueError("two applications route the same kind of address: rename one of them")

    def __iter__(self) -> Iterator[Application[Any, Any]]:
        return iter(self._applications)

    def rules(self) -> Rules:
        """Load and return the rules of all applications: prompt key → function that answers without a model.

        Each call loads them anew.

        Raises:
            ValueError: Two applications have a rule for the same prompt key.
        """
        rules: dict[str, Any] = {}
        owners: dict[str, str] = {}
        for each in self:
            for key, rule in each.rules().items():
                if key in rules:
                    raise ValueError(f"applications {owners[key]} and {each.name} both have a rule for prompt {key!r}")
                rules[key], owners[key] = rule, each.name
        return rules

    def actors(self, resources: Resources, settings: SettingsSections) -> Sequence[Actor]:
        """Build and return new actors of all applications, for all roles; the caller selects those of its roles.

        Args:
            resources: Resources of every application that declares any.
            settings: Settings of the system.

        Raises:
            KeyError: The resources of an application are missing.
        """
        return [actor for each in self for actor in each.actors(_resources_of(each, resources), settings)]

    def gateway_parts(self, resources: Resources, settings: SettingsSections) -> Sequence[Any]:
        """Load and return the gateway extensions (`gateway.extension.ExtendGateway`) of the applications that have one.

        Args:
            resources: Resources of every application that declares any.
            settings: Settings of the system.

        Raises:
            KeyError: The resources of an application with a gateway extension are missing.
        """
        return [each.gateway(_resources_of(each, resources), settings) for each in self if each.gateway is not None]

    def build_in_memory_resources(self, clock: Clock, settings: SettingsSections, given: Resources) -> Resources:
        """Return the resources, kept in memory, of all applications of a system that runs in one process.

        Args:
            clock: Clock of the system.
            settings: Settings of the system.
            given: Resources to use instead of new ones of the same class; those that no application declares are
                ignored.
        """
        return Resources(
            *(
                given.get(each.resources.kind)
                if each.resources.kind in given
                else each.resources.in_memory(clock, settings)
                for each in self
                if each.resources is not None
            )
        )

    async def connect(self, connection: StoreConnection, stack: AsyncExitStack) -> Resources:
        """Connect and return the resources of all applications, one application after the other.

        Args:
            connection: Store server on which the resources are kept.
            stack: Exit stack that disconnects the resources when it closes, also those connected before an error.

        Raises:
            StoreUnavailable: The server does not answer; retrying may help.
            StoreMisconfigured: The server rejects the configuration; retrying does not help.
        """
        return Resources(
            *[
                await stack.enter_async_context(each.resources.connect(connection))
                for each in self
                if each.resources is not None
            ]
        )


def _resources_of(application: Application[Any, Any], resources: Resources) -> Any:
    return None if application.resources is None else resources.get(application.resources.kind)
