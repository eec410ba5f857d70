"""How a gateway of this process is reached: its port is taken first, and it says so when it answers there."""

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
from towow.bootstrap.gateway import GatewayParts
from towow.cli.exit import CommandError
from towow.client.address_file import announce_address

LOCAL = "127.0.0.1"
"""Where only this machine comes in."""


def listener_at(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 = any. Raises Refusal."""
    try:
        return open_listener(host, port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CommandError(
                f"port {port} is taken: stop what listens there, or choose another (--port 0: any)"
            ) from None
        raise CommandError(f"{host}, port {port} cannot be had: {error.strerror or error}") from None


def holders_of(settings: GatewaySettings) -> Sequence[KeyOwner]:
    """Who may sign in. Raises Refusal when TOWOW_API_KEYS does not say so."""
    try:
        return parse_api_keys(settings.api_keys.get_secret_value())
    except InvalidApiKeys as bad:
        raise CommandError(str(bad)) from None


def is_local(host: str) -> bool:
    """Whether only this machine can come in there."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@asynccontextmanager
async def serve_gateway(gateway: GatewayParts, listener: socket.socket, namespace: str) -> AsyncGenerator[None]:
    """It answers meanwhile: browsers and programs, and other commands of the same person."""
    raise_open_file_limit()
    url = listener_url(listener)
    async with serve_app(create_app(gateway.context, gateway.extend), listener, gateway.context.shutdown):
        with announce_address(url, namespace):
            print(f"ready {url}", flush=True)
            yield
