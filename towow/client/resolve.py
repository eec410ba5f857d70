"""Which system a command speaks to: a gateway, the one on RabbitMQ and Redis, the one that runs here, or its own."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from towow.cli.exit import NO_ANSWER, CommandError
from towow.cli.output import print_note
from towow.client.address_file import address_file
from towow.client.port import AgentClient, SystemClient
from towow.config.environment import Configuration

START_ONE = "start one in another terminal: towow demo --idle"


@dataclass(frozen=True, slots=True)
class ClientOptions:
    """What was said of it on the command line: a gateway's URL, the key to show there, and how long to try (s)."""

    gateway: str | None
    key: str | None
    wait: float


@asynccontextmanager
async def connect_to_running(configuration: Configuration, whom: ClientOptions) -> AsyncGenerator[SystemClient]:
    """The door of the system that runs; waits for one up to `whom.wait` s. Raises Refusal (3)."""
    if whom.gateway is None and configuration.services is not None:
        _check_no_key(whom)
        from towow.client.distributed_client import (
            distributed_door,  # the libraries of both services take a while to load
        )

        async with distributed_door(configuration, whom.wait) as door:
            yield door
        return
    async with _gateway(whom.gateway or await _awaited(configuration.namespace, whom.wait), whom) as door:
        yield door


@asynccontextmanager
async def connect_or_embed(
    configuration: Configuration, whom: ClientOptions
) -> AsyncGenerator[tuple[SystemClient, bool]]:
    """The door of the system that runs, else of one that lives for this command only (then True)."""
    if whom.gateway is not None or configuration.services is not None:
        async with connect_to_running(configuration, whom) as door:
            yield door, False
        return
    url = await _found(configuration.namespace, 0)
    if url is not None:
        async with _gateway(url, whom) as door:
            yield door, False
        return
    _check_no_key(whom)
    from towow.client.direct_client import embedded_client  # a whole system takes a while to load

    async with embedded_client(configuration.settings) as door:
        yield door, True


@asynccontextmanager
async def any_agents(configuration: Configuration, whom: ClientOptions) -> AsyncGenerator[tuple[AgentClient, bool]]:
    """The same for who only asks for agents, or brings some."""
    if whom.gateway is not None or configuration.services is None:
        async with connect_or_embed(configuration, whom) as found:
            yield found
        return
    _check_no_key(whom)
    from towow.client.distributed_client import distributed_agents

    async with distributed_agents(configuration, whom.wait) as agents:
        yield agents, False


@asynccontextmanager
async def _gateway(url: str, whom: ClientOptions) -> AsyncGenerator[SystemClient]:
    from towow.client.gateway_client import GatewayClient
    from towow.client.http import GatewayHttp  # as above

    asking = GatewayHttp(url, whom.wait, whom.key)
    try:
        yield GatewayClient(asking)
    finally:
        await asking.close()


async def _awaited(namespace: str, wait: float) -> str:
    """The URL of the system that runs here. Raises Refusal (3)."""
    url = await _found(namespace, 0)
    if url is not None:
        return url
    path = address_file(namespace)
    print_note(f"no running system answers that {path} names; trying for {wait:g} s ({START_ONE})")
    url = await _found(namespace, wait)
    if url is None:
        raise CommandError(f"no running system answered that {path} names, within {wait:g} s; {START_ONE}", NO_ANSWER)
    return url


async def _found(namespace: str, wait: float) -> str | None:
    if not wait and not address_file(namespace).exists():
        return None  # nothing has to be loaded to know that
    from towow.client.address_file import find_running_system

    return await find_running_system(namespace, wait)


def _check_no_key(whom: ClientOptions) -> None:
    """Raises Refusal: a key is for a gateway, and there is none between this command and the system."""
    if whom.key is not None:
        raise CommandError("--key is for a gateway: name it with --gateway URL")
