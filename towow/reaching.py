"""Which system a command speaks to: the one that runs on this machine, or one of its own."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from towow.configuration import Configuration
from towow.door.calling import Calling, NobodyAnswers, answers_at
from towow.door.folder import socket_path
from towow.door.port import Door
from towow.view import note

START_ONE = "start one in another terminal: towow demo --idle"


async def running_door(configuration: Configuration, wait: float) -> Calling:
    """The door of the system that runs; waits for one up to `wait` s. Raises NobodyAnswers."""
    path = socket_path(configuration.namespace)
    if not await answers_at(path, 0):
        note(f"no running system answers at {path}; trying for {wait:g} s ({START_ONE})")
        if not await answers_at(path, wait):
            raise NobodyAnswers(f"no running system answered at {path} within {wait:g} s; {START_ONE}")
    return Calling(path, wait)


@asynccontextmanager
async def any_door(configuration: Configuration, wait: float) -> AsyncGenerator[tuple[Door, bool]]:
    """The door of the system that runs, else of one that lives for this command only (then True)."""
    path = socket_path(configuration.namespace)
    if await answers_at(path, 0):
        yield Calling(path, wait), False
        return
    from towow.door.inside import own_door  # a whole system takes a while to load

    async with own_door(configuration.settings) as door:
        yield door, True
