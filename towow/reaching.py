"""Which system a command speaks to: the one on RabbitMQ and Redis, the one that runs here, or one of its own."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from towow.configuration import Configuration
from towow.door.calling import Calling, NobodyAnswers, answers_at
from towow.door.folder import socket_path
from towow.door.port import Agents, Door
from towow.view import note

START_ONE = "start one in another terminal: towow demo --idle"


@asynccontextmanager
async def running_door(configuration: Configuration, wait: float) -> AsyncGenerator[Door]:
    """The door of the system that runs; waits for one up to `wait` s. Raises NobodyAnswers, Refusal (3)."""
    if configuration.services is not None:
        from towow.door.distributed import distributed_door  # the libraries of both services take a while to load

        async with distributed_door(configuration, wait) as door:
            yield door
        return
    path = socket_path(configuration.namespace)
    if not await answers_at(path, 0):
        note(f"no running system answers at {path}; trying for {wait:g} s ({START_ONE})")
        if not await answers_at(path, wait):
            raise NobodyAnswers(f"no running system answered at {path} within {wait:g} s; {START_ONE}")
    yield Calling(path, wait)


@asynccontextmanager
async def any_door(configuration: Configuration, wait: float) -> AsyncGenerator[tuple[Door, bool]]:
    """The door of the system that runs, else of one that lives for this command only (then True)."""
    if configuration.services is not None or await answers_at(socket_path(configuration.namespace), 0):
        async with running_door(configuration, wait) as door:
            yield door, False
        return
    from towow.door.inside import own_door  # a whole system takes a while to load

    async with own_door(configuration.settings) as door:
        yield door, True


@asynccontextmanager
async def any_agents(configuration: Configuration, wait: float) -> AsyncGenerator[tuple[Agents, bool]]:
    """The same for who only asks for agents, or brings some."""
    if configuration.services is None:
        async with any_door(configuration, wait) as found:
            yield found
        return
    from towow.door.distributed import distributed_agents

    async with distributed_agents(configuration, wait) as agents:
        yield agents, False
