"""How does a command that waits end when it is told to, once or twice at once?"""

import asyncio
import os
import signal

import pytest

from towow.cli.signals import run_until_signal


def test_only_commands_with_many_connections_run_on_uvloop() -> None:
    loops: list[str] = []

    async def main() -> int:
        loops.append(type(asyncio.get_running_loop()).__module__.partition(".")[0])
        return 7

    assert (run_until_signal(main), run_until_signal(main, many_connections=True)) == (7, 7)
    assert loops == ["asyncio", "uvloop"]


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)])
def test_a_signal_sent_twice_at_once_leaves_time_for_cleanup(many: bool, number: signal.Signals, code: int) -> None:
    done: list[str] = []

    async def main() -> int:
        os.kill(os.getpid(), number)
        try:
            await asyncio.Event().wait()
        finally:
            os.kill(os.getpid(), number)  # as when the whole group is told
            await asyncio.sleep(0.05)
            done.append("tidied up")
        return 1

    assert run_until_signal(main, terminated=0, many_connections=many) == code
    assert done == ["tidied up"]
