"""How a worker process is started, says that it is ready, and ends (INTERFACES § 3)."""

import asyncio
import os
import signal
from collections.abc import Sequence

from towow.bootstrap.applications import QUEUES
from towow.bootstrap.worker import work
from towow.cli.exit import DONE, INTERRUPTED, CommandError
from towow.config.environment import Configuration, configured

ALL = "all"


def worker(roles: Sequence[str]) -> int:
    """Work until SIGTERM (0) or Ctrl-C (130). Raises Refusal, BadSettings, and what waiting cannot mend."""
    chosen = QUEUES if ALL in roles else tuple(dict.fromkeys(roles))
    strange = [role for role in chosen if role not in QUEUES]
    if strange:
        raise CommandError(f"no role is called {', '.join(strange)}; there are: {', '.join((*QUEUES, ALL))}")
    configuration = configured(os.environ)
    configuration.needed()
    return asyncio.run(_until_told(chosen, configuration, said=" ".join(roles)))


async def _until_told(roles: Sequence[str], configuration: Configuration, *, said: str) -> int:
    stop, told = asyncio.Event(), [DONE]
    loop = asyncio.get_running_loop()

    def end(code: int) -> None:
        told.append(code)
        stop.set()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(number)  # who asks twice does not want to wait

    loop.add_signal_handler(signal.SIGTERM, end, DONE)
    loop.add_signal_handler(signal.SIGINT, end, INTERRUPTED)
    announced: list[str] = []

    def ready() -> None:
        if not announced:
            print(f"ready worker {said}", flush=True)
            announced.append(said)

    await work(roles, configuration, stop=stop, ready=ready)
    return told[-1]
