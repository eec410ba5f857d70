"""Command `towow worker`: runs a worker process (INTERFACES § 3)."""

import asyncio
import os
import signal
from collections.abc import Sequence

from towow.bootstrap.applications import QUEUES
from towow.bootstrap.worker import run_worker
from towow.cli.exit import INTERRUPTED, SUCCESS, CommandError
from towow.config.environment import Configuration, read_configuration

ALL_ROLES = "all"


def worker(roles: Sequence[str]) -> int:
    """Run the workers of one or more roles until SIGTERM (exit code 0) or Ctrl-C (130).

    It prints `ready worker ROLES` once, when it first consumes; it waits for services that do not answer.

    Args:
        roles: Roles of QUEUES, or `all`.

    Raises:
        CommandError: An unknown role, no configured services, a bad scenario file, or a port that cannot be opened.
        InvalidSettings: A bad environment variable.
        BrokerMisconfigured: RabbitMQ refuses the connection; retrying would not help.
        StoreMisconfigured: Redis refuses the connection; retrying would not help.
    """
    queues = QUEUES if ALL_ROLES in roles else tuple(dict.fromkeys(roles))
    unknown = [role for role in queues if role not in QUEUES]
    if unknown:
        raise CommandError(
            f"unknown role: {', '.join(unknown)}; expected one or more of: {', '.join((*QUEUES, ALL_ROLES))}"
        )
    configuration = read_configuration(os.environ)
    configuration.require_services()
    return asyncio.run(_work_until_signal(queues, configuration, role_names=" ".join(roles)))


async def _work_until_signal(roles: Sequence[str], configuration: Configuration, *, role_names: str) -> int:
    stop, exit_codes = asyncio.Event(), [SUCCESS]
    loop = asyncio.get_running_loop()

    def end(code: int) -> None:
        exit_codes.append(code)
        stop.set()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(number)  # a second signal ends the process at once

    loop.add_signal_handler(signal.SIGTERM, end, SUCCESS)
    loop.add_signal_handler(signal.SIGINT, end, INTERRUPTED)
    printed: list[str] = []

    def ready() -> None:
        if not printed:
            print(f"ready worker {role_names}", flush=True)
            printed.append(role_names)

    await run_worker(roles, configuration, stop=stop, ready=ready)
    return exit_codes[-1]
