"""HTTP server of a gateway: its port is opened first, and announced once it answers."""

import errno
import socket
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from ipaddress import ip_address

from gateway.app import create_app
from gateway.auth.api_keys import InvalidApiKeys, KeyOwner, parse_api_keys
from gateway.server import listener_url, open_listener, serve_app
from gateway.settings import GatewaySettings
from towow.bootstrap.file_limit import raise_open_file_limit
from towow.bootstrap.gateway import GatewayAssembly
from towow.cli.exit import CommandError
from towow.client.address_file import announce_address

LOCALHOST = "127.0.0.1"
"""Address that only this machine can connect to."""


def open_gateway_listener(host: str, port: int) -> socket.socket:
    """Open a listening TCP socket; the caller closes it.

    Args:
        host: IP address or host name to listen on.
        port: Port number; 0 selects a free port.

    Raises:
        CommandError: The port is in use or the address is not available (exit code 2).
    """
    try:
        return open_listener(host, port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CommandError(
                f"port {port} is in use: stop what listens there, or choose another (--port 0 takes any free one)"
            ) from None
        raise CommandError(f"cannot listen on {host}:{port}: {error.strerror or error}") from None


def read_key_owners(settings: GatewaySettings) -> Sequence[KeyOwner]:
    """Return the users with an API key, parsed from the setting TOWOW_API_KEYS; empty if it is not set.

    Raises:
        CommandError: The setting is malformed (exit code 2).
    """
    try:
        return parse_api_keys(settings.api_keys.get_secret_value())
    except InvalidApiKeys as bad:
        raise CommandError(str(bad)) from None


def is_loopback(host: str) -> bool:
    """Return whether `host` is a loopback IP address or `localhost`, so that only this machine can connect to it.

    Other host names are not resolved: False.
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@asynccontextmanager
async def serve_gateway(gateway: GatewayAssembly, listener: socket.socket, namespace: str) -> AsyncGenerator[None]:
    """Context manager that serves a gateway and announces its URL to other commands of this user; it yields nothing.

    It prints `ready URL` to standard output once requests are accepted. If the URL cannot be announced, a note says so
    and the gateway serves all the same. On exit it withdraws the announcement, closes `listener`, ends the open streams
    and waits a few seconds for open requests.

    Args:
        gateway: Parts of the gateway.
        listener: Listening socket.
        namespace: Namespace under which the URL is announced.

    Raises:
        InvalidApiKeys: TOWOW_API_KEYS is malformed.
    """
    raise_open_file_limit()
    url = listener_url(listener)
    async with serve_app(create_app(gateway.context, gateway.extend), listener, gateway.context):
        with announce_address(url, namespace):
            print(f"ready {url}", flush=True)
            yield
