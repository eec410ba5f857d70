"""Replication of a large registry in Redis: load time and propagation of changes, on a private Redis."""

import asyncio
import secrets
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import pytest

from benchmarks.search_load import measure_loop_stall
from negotiation.registry.profile import Profile
from negotiation.registry.redis.registry import RedisProfileRegistry, connect_registry
from tests.services.redis import private_redis

WRITE_BATCH = 2000
"""Profiles written at a time; more live objects would measure the garbage collector."""

MAX_PROPAGATION_S = 2.0
"""Time (s) within which every process must find a change."""

READERS = 3
CHANGES = 5
POLL_INTERVAL_S = 0.02
"""Interval (s) of polling for a change; far less than the 1 s of the processes themselves."""


def measure_shared(profiles: Iterable[Profile], folder: Path) -> dict[str, float]:
    """Measure the replication; return no figures if no Redis can be started.

    Raises:
        RuntimeError: A change was found after more than MAX_PROPAGATION_S.
    """
    try:
        with private_redis() as server:
            return asyncio.run(_measure(server.url, iter(profiles), folder))
    except pytest.skip.Exception as missing:
        print(f"search: what it takes over Redis is not measured, {missing}")
        return {}


async def _measure(url: str, profiles: Iterator[Profile], folder: Path) -> dict[str, float]:
    namespace = f"bench-{secrets.token_hex(4)}"
    clients = [await connect_registry(url, namespace, folder=folder) for _ in range(1 + READERS)]
    try:
        writer, first, *others = clients
        while batch := list(islice(profiles, WRITE_BATCH)):
            await writer.put(batch)
        began = time.perf_counter()
        stall = await measure_loop_stall(first.get("nobody"))
        loaded = time.perf_counter() - began
        for reader in (first, *others):
            await reader.search(["warm"])
        propagation_times = [await _propagation_time(writer, [first, *others], number) for number in range(CHANGES)]
    finally:
        for client in clients:
            await client.close()
    if max(propagation_times) > MAX_PROPAGATION_S:
        raise RuntimeError(f"a change was found {max(propagation_times):.1f} s after it was made")
    return {
        "search_shared_load_s_100k": loaded,
        "search_shared_load_stall_ms_100k": stall * 1000,
        "search_shared_seen_s_100k": max(propagation_times),
    }


async def _propagation_time(
    writer: RedisProfileRegistry, readers: Sequence[RedisProfileRegistry], number: int
) -> float:
    """Return the time (s) from a change until the last process finds it."""
    word = f"newcomer{number}"
    await writer.upsert(Profile(agent_id=word, display_name=word, capabilities=(word,)))
    started = time.perf_counter()

    async def wait_until_found(reader: RedisProfileRegistry) -> None:
        while word not in {hit.profile.agent_id for hit in await reader.search([word])}:  # noqa: ASYNC110 - nothing tells us
            await asyncio.sleep(POLL_INTERVAL_S)

    await asyncio.gather(*map(wait_until_found, readers))
    return time.perf_counter() - started
