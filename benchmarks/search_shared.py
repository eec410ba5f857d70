"""How does a large registry in Redis reach the processes that search it, and how soon does a change? For the search
benchmark, on a private Redis.
"""

import asyncio
import secrets
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import pytest

from benchmarks.search_asking import held_up
from negotiation.registry.profile import Profile
from negotiation.registry.redis import RedisProfileRegistry, connect
from tests.services.redis import private_redis

PART = 2000
"""Profiles held as objects at a time: all of them would keep the garbage collector busy, not the registry."""

SOON = 2.0
"""Seconds within which every process must find what one has changed."""

READERS = 3
CHANGES = 5
BETWEEN = 0.02
"""Seconds between two looks for a change: far less than the processes' own second between theirs."""


def measure_shared(profiles: Iterable[Profile], folder: Path) -> dict[str, float]:
    """Nothing where no Redis can be started. Raises RuntimeError when a change is found too late."""
    try:
        with private_redis() as server:
            return asyncio.run(_measured(server.url, iter(profiles), folder))
    except pytest.skip.Exception as missing:
        print(f"search: what it takes over Redis is not measured, {missing}")
        return {}


async def _measured(url: str, profiles: Iterator[Profile], folder: Path) -> dict[str, float]:
    namespace = f"bench-{secrets.token_hex(4)}"
    clients = [await connect(url, namespace, folder=folder) for _ in range(1 + READERS)]
    try:
        writer, first, *others = clients
        while part := list(islice(profiles, PART)):
            await writer.put(part)
        began = time.perf_counter()
        stall = await held_up(first.get("nobody"))
        loaded = time.perf_counter() - began
        for reader in (first, *others):
            await reader.search(["warm"])
        seen = [await _seen(writer, [first, *others], number) for number in range(CHANGES)]
    finally:
        for client in clients:
            await client.close()
    if max(seen) > SOON:
        raise RuntimeError(f"a change was found {max(seen):.1f} s after it was made")
    return {
        "search_shared_load_s_100k": loaded,
        "search_shared_load_stall_ms_100k": stall * 1000,
        "search_shared_seen_s_100k": max(seen),
    }


async def _seen(writer: RedisProfileRegistry, readers: Sequence[RedisProfileRegistry], number: int) -> float:
    """Seconds from a change to the search that finds it last."""
    word = f"newcomer{number}"
    await writer.upsert(Profile(agent_id=word, display_name=word, capabilities=(word,)))
    began = time.perf_counter()

    async def found(reader: RedisProfileRegistry) -> None:
        while word not in {hit.profile.agent_id for hit in await reader.search([word])}:  # noqa: ASYNC110 - nothing tells us
            await asyncio.sleep(BETWEEN)

    await asyncio.gather(*map(found, readers))
    return time.perf_counter() - began
