"""Does whoever serves bear more readers than a shell allows open files at first?"""

import asyncio
import subprocess
from collections.abc import Generator
from contextlib import AsyncExitStack, contextmanager

import httpx2
import pytest

from tests.e2e.distributed import Distributed
from tests.e2e.stream_client import open_stream, stream_path, type_of
from tests.support.cli_runner import DEMAND, PATIENCE, TOWOW, CommandRunner, close, wait_for_result

FEW = 128
"""Open files that the shell allows; more only when they are asked for."""

READERS = 200


@contextmanager
def limited(towow: CommandRunner, *arguments: str, **environment: str) -> Generator[str]:
    """The URL of a process that was started with FEW."""
    process = subprocess.Popen(
        ["sh", "-c", f'ulimit -Sn {FEW}; exec "$@"', "sh", *TOWOW, *arguments, "--port", "0"],
        env=towow.environment(environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield wait_for_result(process, b"ready ").split()[1].decode()
    finally:
        process.kill()
        close(process)


def submitted(url: str) -> str:
    """A demand that nobody answers for a while: its streams stay open."""
    body = {"raw_input": DEMAND, "user_id": "user_alice"}
    answer = httpx2.post(f"{url}/api/v1/demand/submit?wait_s=0", json=body, timeout=PATIENCE)
    return str(answer.json()["demand_id"])


async def read_together(url: str, demand_id: str) -> list[str]:
    """The first event of each of READERS streams, all of which are open at once."""
    async with AsyncExitStack() as held, asyncio.timeout(PATIENCE):
        streams = [await held.enter_async_context(open_stream(url, stream_path(demand_id))) for _ in range(READERS)]
        return [type_of(await stream.frame()) for stream in streams]


def test_demo_serves_more_streams_than_the_soft_file_limit(towow: CommandRunner) -> None:
    with limited(towow, "demo", "--idle", TOWOW_SIMULATED_LATENCY_MS="60000") as url:
        assert asyncio.run(read_together(url, submitted(url))) == ["towow.demand.submitted"] * READERS


@pytest.mark.requires("services")
def test_a_gateway_serves_more_connections_than_the_soft_file_limit(services: Distributed) -> None:
    assert services.inside("init").code == 0
    with limited(services, "gateway") as url:
        assert asyncio.run(read_together(url, submitted(url))) == ["towow.demand.submitted"] * READERS
