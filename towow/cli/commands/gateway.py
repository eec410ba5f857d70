"""Command `towow gateway`: runs a gateway process (INTERFACES § 3)."""

import os
import socket

from towow.bootstrap.gateway import distributed_gateway
from towow.bootstrap.http_server import is_loopback, open_gateway_listener, read_key_owners, serve_gateway
from towow.cli.exit import SUCCESS, CommandError
from towow.cli.signals import run_until_signal
from towow.config.environment import Configuration, read_configuration
from towow.config.settings import Settings


def gateway(host: str, port: int) -> int:
    """Serve the HTTP gateway on RabbitMQ and Redis until SIGTERM (exit code 0) or Ctrl-C (130).

    It prints `ready URL`, even while a service does not answer: it goes on connecting meanwhile.

    Args:
        host: Address to listen on; any but a loopback address needs TOWOW_API_KEYS or TOWOW_OPEN.
        port: Port to listen on; 0 means any free port.

    Raises:
        CommandError: No services are configured, the port is in use, TOWOW_API_KEYS is malformed, or remote access
            without authentication (exit code 2).
        InvalidSettings: A bad environment variable.
        BrokerMisconfigured: RabbitMQ refuses the connection; retrying would not help.
        StoreMisconfigured: Redis refuses the connection; retrying would not help.
    """
    configuration = read_configuration(os.environ)
    configuration.require_services()
    _check_remote_access(host, configuration.settings)
    listener = open_gateway_listener(host, port)
    return run_until_signal(
        lambda: _serve(configuration, listener, local=is_loopback(host)), terminated=SUCCESS, many_connections=True
    )


def _check_remote_access(host: str, settings: Settings) -> None:
    key_holders = read_key_owners(settings.gateway)
    if not (key_holders or settings.gateway.open or is_loopback(host)):
        raise CommandError(
            f"--host {host} accepts connections from other machines, which needs authentication: set "
            'TOWOW_API_KEYS="KEY:USER:user|admin,…" (KEY is any long random text), or TOWOW_OPEN=1 to let anyone '
            "submit demands, or omit --host"
        )


async def _serve(configuration: Configuration, listener: socket.socket, *, local: bool) -> int:
    settings = configuration.settings.gateway
    async with distributed_gateway(configuration, allow_anonymous_admin=local and not settings.open) as (
        parts,
        pending,
    ):
        await pending.wait_for_first_attempts()
        async with serve_gateway(parts, listener, configuration.namespace):
            await pending.run_forever()
    return SUCCESS
