"""Selection of the system that a command uses.

In this order: the gateway of `--gateway`, the system on RabbitMQ and Redis, the one running on this machine, and for
some commands a temporary embedded one.
"""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from towow.cli.exit import SERVICE_UNAVAILABLE, CommandError
from towow.cli.output import print_note
from towow.client.address_file import address_file
from towow.client.port import AgentClient, SystemClient
from towow.config.environment import Configuration

if TYPE_CHECKING:
    from towow.client.invitation_client import InvitationClient

START_HINT = "start one in another terminal: towow demo --idle"


@dataclass(frozen=True, slots=True)
class ClientOptions:
    """Values of `--gateway` (URL), `--key` (API key) and `--wait` (seconds to retry)."""

    gateway: str | None
    key: str | None
    wait_s: float


@asynccontextmanager
async def connect_to_running(
    configuration: Configuration, client_options: ClientOptions
) -> AsyncGenerator[SystemClient]:
    """Context manager that yields a client of the running system, and closes its connections on exit.

    Connects to the gateway of `client_options`, else to the services of `configuration`, else to the system running on
    this machine. A gateway of `client_options` is not contacted before the client's first call.

    Raises:
        CommandError: The services, or the system on this machine, do not answer within `client_options.wait_s` (exit
            code 3); the URL or the key is invalid, or the services are used, which take no key (2).
        BrokerMisconfigured: RabbitMQ refuses the connection; retrying would not help.
        StoreMisconfigured: Redis refuses the connection; retrying would not help.
    """
    if client_options.gateway is None and configuration.services is not None:
        _check_no_key(client_options)
        from towow.client.broker_client import open_broker_client  # both services' libraries take a while to load

        async with open_broker_client(configuration, client_options.wait_s) as client:
            yield client
        return
    async with _connect_to_gateway(
        client_options.gateway or await _wait_for_address(configuration.namespace, client_options.wait_s),
        client_options,
    ) as client:
        yield client


@asynccontextmanager
async def connect_or_embed(
    configuration: Configuration, client_options: ClientOptions
) -> AsyncGenerator[tuple[SystemClient, bool]]:
    """Context manager that yields a client of the running system or, if none runs, of a temporary embedded one.

    Connects to the gateway of `client_options`, else to the services of `configuration`, else to the system running on
    this machine, else starts one in this process. Yields (client, whether its system is the embedded one); on exit it
    closes the connections or stops the embedded system. A gateway of `client_options` is not contacted before the
    client's first call.

    Raises:
        CommandError: The services do not answer within `client_options.wait_s` (exit code 3); the URL, the key or the
            scenario file is invalid, or there is a key without a gateway (2).
        BrokerMisconfigured: RabbitMQ refuses the connection; retrying would not help.
        StoreMisconfigured: Redis refuses the connection; retrying would not help.
    """
    if client_options.gateway is not None or configuration.services is not None:
        async with connect_to_running(configuration, client_options) as client:
            yield client, False
        return
    url = await _find_address(configuration.namespace, 0)
    if url is not None:
        async with _connect_to_gateway(url, client_options) as client:
            yield client, False
        return
    _check_no_key(client_options)
    from towow.client.direct_client import open_embedded_client  # a whole system takes a while to load

    async with open_embedded_client(configuration.settings) as client:
        yield client, True


@asynccontextmanager
async def connect_to_agents(
    configuration: Configuration, client_options: ClientOptions
) -> AsyncGenerator[tuple[AgentClient, bool]]:
    """Context manager that yields a client of the running system's agents or, if none runs, of an embedded system's.

    Connects to the gateway of `client_options`, else to the store of `configuration` (no broker is needed), else to the
    system running on this machine, else starts one in this process, which keeps nothing. Yields (client, whether its
    system is the embedded one); on exit it closes the connections or stops the embedded system. A gateway of
    `client_options` is not contacted before the client's first call.

    Raises:
        CommandError: The store does not answer within `client_options.wait_s` (exit code 3); the URL or the key is
            invalid, or there is a key without a gateway (2).
        StoreMisconfigured: Redis refuses the connection; retrying would not help.
    """
    if client_options.gateway is not None or configuration.services is None:
        async with connect_or_embed(configuration, client_options) as found:
            yield found
        return
    _check_no_key(client_options)
    from towow.client.broker_client import open_broker_agents

    async with open_broker_agents(configuration, client_options.wait_s) as agents:
        yield agents, False


@asynccontextmanager
async def connect_to_invitations(
    configuration: Configuration, client_options: ClientOptions
) -> AsyncGenerator["InvitationClient"]:
    """Context manager that yields a client of a gateway's invitation links, and closes its connections on exit.

    A link is an address of a gateway, so that of `client_options` is used, else the system running on this machine;
    never RabbitMQ and Redis alone.

    Raises:
        CommandError: No system on this machine answers within `client_options.wait_s` (exit code 3); the URL or the key
            is invalid (2).
    """
    from towow.client.http import GatewayHttp
    from towow.client.invitation_client import InvitationClient  # the HTTP library takes a while to load

    url = client_options.gateway or await _wait_for_address(configuration.namespace, client_options.wait_s)
    http = GatewayHttp(url, client_options.wait_s, client_options.key)
    try:
        yield InvitationClient(http)
    finally:
        await http.close()


@asynccontextmanager
async def _connect_to_gateway(url: str, client_options: ClientOptions) -> AsyncGenerator[SystemClient]:
    from towow.client.gateway_client import GatewayClient
    from towow.client.http import GatewayHttp  # as above
    from towow.client.requester_token_file import RequesterTokenFile

    http = GatewayHttp(url, client_options.wait_s, client_options.key)
    try:
        yield GatewayClient(http, RequesterTokenFile())
    finally:
        await http.close()


async def _wait_for_address(namespace: str, wait_s: float) -> str:
    """Return the URL of the system running on this machine; raises CommandError (exit code 3) if none answers."""
    url = await _find_address(namespace, 0)
    if url is not None:
        return url
    path = address_file(namespace)
    print_note(f"no running system answers (address file {path}); retrying for {wait_s:g} s ({START_HINT})")
    url = await _find_address(namespace, wait_s)
    if url is None:
        raise CommandError(
            f"no running system answered within {wait_s:g} s (address file {path}); {START_HINT}", SERVICE_UNAVAILABLE
        )
    return url


async def _find_address(namespace: str, wait_s: float) -> str | None:
    if not wait_s and not address_file(namespace).exists():
        return None  # spares the import of the HTTP client
    from towow.client.address_file import find_running_system

    return await find_running_system(namespace, wait_s)


def _check_no_key(client_options: ClientOptions) -> None:
    """Raise CommandError if there is a key: only a gateway uses one."""
    if client_options.key is not None:
        raise CommandError("--key needs a gateway: add --gateway URL")
