"""How a gateway process is started, says where it is reached, and ends (INTERFACES § 3)."""

import os
import socket

from towow.bootstrap.gateway import distributed_gateway
from towow.bootstrap.http_server import holders_of, is_local, listener_at, serve_gateway
from towow.cli.exit import DONE, CommandError
from towow.cli.signals import run
from towow.config.environment import Configuration, configured
from towow.config.settings import Settings


def gateway(host: str, port: int) -> int:
    """Serve until SIGTERM (0) or Ctrl-C (130). Raises Refusal, BadSettings, and what waiting cannot mend."""
    configuration = configured(os.environ)
    configuration.needed()
    _check_strangers(host, configuration.settings)
    listener = listener_at(host, port)
    return run(lambda: _serve(configuration, listener, local=is_local(host)), terminated=DONE, many=True)


def _check_strangers(host: str, settings: Settings) -> None:
    known = holders_of(settings.gateway)
    if not (known or settings.gateway.open or is_local(host)):
        raise CommandError(
            f"on {host} others than this machine come in, and nobody could tell who they are: set "
            'TOWOW_API_KEYS="KEY:USER:user|admin,…" (KEY is any long random text), or TOWOW_OPEN=1 to let anybody '
            "state demands, or leave out --host"
        )


async def _serve(configuration: Configuration, listener: socket.socket, *, local: bool) -> int:
    settings = configuration.settings.gateway
    async with distributed_gateway(configuration, admin_without_key=local and not settings.open) as (house, arrivals):
        await arrivals.first()
        async with serve_gateway(house, listener, configuration.namespace):
            await arrivals.attend()
    return DONE
