"""How a server lists correlations: written whole with the step, trimmed a little at a time, no dearer for other steps."""

import secrets
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, cast

import pytest

from shared.store import keys
from shared.store.port import Commit, StoreMisconfigured
from shared.store.redis.functions import FunctionLibrary, load_function_library
from shared.store.redis.store import RedisStore
from shared.store.retention import DAY_MS, RETENTION_DAYS
from tests.contract.correlation_index_contract import ALICE, BOB, closing, names, opened, opening, pages
from tests.contract.store_contract import DEMAND, command, event, step
from tests.services.movable_clock import NOW, movable_store
from tests.services.redis import fresh_store, list_keys, private_redis, snapshot, store_url

AT_ONCE = 50
"""As MAX_EXPIRED_PER_OPENING in shared/store/lua/correlation_index.lua."""


def of_one_partition(namespace: str, count: int, like: str = DEMAND) -> list[str]:
    """Correlations that lie together with `like`."""
    place, found, number = keys.correlation_keys(namespace, like).partition, list[str](), 0
    while len(found) < count:
        number += 1
        if keys.correlation_keys(namespace, f"e-{number:05}").partition == place:
            found.append(f"e-{number:05}")
    return found


async def indexed(store: RedisStore) -> Counter[str]:
    """How many entries each kind of index key has, over all partitions; without the namespace and the hash tag."""
    counted: Counter[str] = Counter()
    for key in await list_keys(store):
        kind = key.partition("}:")[2]
        if kind.partition(":")[0] in ("index", "ended"):
            counted[kind] += await store.client.call("ZCARD", key)
        elif kind == "owners":
            counted[kind] += await store.client.call("HLEN", key)
    return counted


@asynccontextmanager
async def frozen_store(retention_days: int = RETENTION_DAYS) -> AsyncGenerator[RedisStore]:
    """A store whose clock stands still."""
    functions = FunctionLibrary(
        f"-- {secrets.token_hex(8)}\n" + load_function_library().source.replace(NOW, "1769076000000")
    )
    async with fresh_store(retention_days=retention_days, functions=functions) as store:
        try:
            yield store
        finally:
            await store.client.call("FUNCTION", "DELETE", f"towow_{functions.hash}")


async def test_pages_join_when_one_instant_has_more_openings_than_a_scan_step() -> None:
    async with frozen_store() as store:
        ids = [*of_one_partition(store.namespace, 250), *(f"d-{number}" for number in range(50))]
        for name in ids:
            await store.commit(opening(name, owner=ALICE))
        for owner in (None, ALICE):
            found = await pages(store, 20, owner)
            assert [known.correlation_id for page in found for known in page] == sorted(ids, reverse=True)
        for before in ("e-00000", "f", ids[100]):
            page = await store.list_correlations(before=(1_769_076_000_000, before), limit=1_000)
            assert [one.correlation_id for one in page] == sorted((i for i in ids if i < before), reverse=True)


async def test_a_correlation_behind_more_expired_ones_than_a_scan_step_is_listed() -> None:
    async with movable_store(store_url()) as movable:
        store = movable.store
        await opened(movable, [DEMAND], ALICE)
        for name in of_one_partition(store.namespace, 250):
            await store.commit(replace(opening(name, owner=ALICE), close=True))
        await movable.advance(RETENTION_DAYS * DAY_MS + 60_000)
        for limit in (1, 10):
            assert await names(store, limit=limit) == await names(store, owner=ALICE, limit=limit) == [DEMAND]


async def test_expired_correlations_are_removed_from_the_index_in_small_batches() -> None:
    async with movable_store(store_url()) as movable:
        store = movable.store
        ids = of_one_partition(store.namespace, 120)
        for number, name in enumerate(ids):
            await store.commit(opening(name, owner=f"user_{number % 7}"))
            await store.commit(closing(name))
        await movable.advance(RETENTION_DAYS * DAY_MS + 60_000)
        assert (await indexed(store))["index"] == 120
        for number, name in enumerate(of_one_partition(store.namespace, 123)[120:], 1):
            await store.commit(opening(name))
            found, old = await indexed(store), max(0, 120 - number * AT_ONCE)
            assert (found["index"], found["ended"], found["owners"]) == (old + number, old, old)
            assert sum(held for kind, held in found.items() if kind.startswith("index:")) == old
            assert await store.count_open() == number
        assert dict(await indexed(store)) == {"index": 3}  # the sets of owners are gone, as empty ones are


async def test_an_expired_correlation_that_opens_again_is_listed_as_new() -> None:
    """Its former entry is still there: its turn has not come."""
    async with frozen_store(retention_days=0) as store:
        await store.commit(replace(opening(DEMAND, owner=ALICE), close=True))
        assert (await indexed(store))[f"index:{ALICE}"] == 1
        assert await store.get_correlation(DEMAND) is None
        assert await names(store) == await names(store, owner=ALICE) == []
        await store.commit(opening(DEMAND, "m2", owner=BOB))
        assert await names(store) == await names(store, owner=BOB) == [DEMAND]
        assert dict(await indexed(store)) == {"index": 1, f"index:{BOB}": 1, "owners": 1}
        assert await store.count_open() == 1


async def test_the_index_keys_expire_with_their_last_correlation() -> None:
    async with movable_store(store_url(), retention_days=0) as movable:
        for name in of_one_partition(movable.store.namespace, 10):
            await movable.store.commit(replace(opening(name, owner=ALICE), close=True))
            assert await movable.store.count_open() == 0
            assert (await indexed(movable.store))["index"] == 1  # each opening removes the one before it
            await movable.advance(10)


INDEX_COMMITS = {
    "opening": (None, replace(step("m2", events=[event("evt-2")]), owner=ALICE)),
    "naming": (step("m1"), replace(step("m2", 1, events=[event("evt-2")]), owner=ALICE)),
    "closing": (opening(DEMAND), replace(step("m2", events=[event("evt-2")]), close=True)),
}
WRITTEN = {
    "opening": ("index", "ended", "owners", f"index:{ALICE}"),
    "naming": ("index", "owners", f"index:{ALICE}"),
    "closing": ("index", "ended"),
}


@pytest.mark.parametrize("kind", INDEX_COMMITS)
async def test_an_index_key_of_another_type_stops_the_whole_step(kind: str) -> None:
    first, commit = INDEX_COMMITS[kind]
    for name in WRITTEN[kind]:
        async with fresh_store() as store:
            if first is not None:
                await store.commit(first)
            key = f"{keys.correlation_keys(store.namespace, DEMAND).partition}:{name}"
            held = await store.client.call("DUMP", key)
            await store.client.call("SET", key, "something else")
            before = await snapshot(store)
            with pytest.raises(StoreMisconfigured, match="another type"):
                await store.commit(commit)
            assert await snapshot(store) == before, name
            await store.client.call("DEL", key)
            if held is not None:
                await store.client.call("RESTORE", key, 0, held)
            assert (await store.commit(commit)).status == "ok", name
            assert await names(store) == [DEMAND]


async def test_a_misused_key_of_another_owner_does_not_stop_an_opening() -> None:
    async with movable_store(store_url(), retention_days=0) as movable:
        store = movable.store
        old, new = of_one_partition(store.namespace, 2)
        await store.commit(replace(opening(old, owner=BOB), close=True))
        key = f"{keys.correlation_keys(store.namespace, old).partition}:index:{BOB}"
        await store.client.call("SET", key, "something else")
        await movable.advance(10)
        assert (await store.commit(opening(new, owner=ALICE))).status == "ok"
        await store.client.call("DEL", key)
        assert dict(await indexed(store)) == {"index": 1, f"index:{ALICE}": 1, "owners": 1}


async def test_a_correlation_opened_before_the_index_is_listed_after_its_close(store: RedisStore) -> None:
    for name in ("d-1", "d-2"):
        await store.commit(opening(name, owner=None))
    for key in await list_keys(store):
        if key.endswith(":index"):
            await store.client.call("DEL", key)
    assert await names(store) == []
    assert await store.count_open() == 0
    known = await store.get_correlation("d-1")
    await store.commit(closing("d-1"))
    (listed,) = await store.list_correlations()
    assert known is not None
    assert (listed.correlation_id, listed.opened_at) == ("d-1", known.opened_at)
    assert await store.count_open() == 0


async def test_a_commit_that_neither_opens_nor_closes_sends_no_index_command() -> None:
    """Counted by the server; what they are is what they were before there was an index."""
    with private_redis() as server:
        async with fresh_store(server.url) as store:
            await store.commit(replace(step("m1", events=[event("evt-1")], budget=100), owner=ALICE))
            server.cli("CONFIG", "RESETSTAT")
            plain = step("m2", 1, events=[event("evt-2")], mail=[command("s1")], disarm=["t1"])
            await store.commit(replace(plain, owner=BOB))
            stats = cast(dict[str, Any], server.cli("INFO", "commandstats"))
            counts = {name.removeprefix("cmdstat_"): entry["calls"] for name, entry in stats.items()}
            for ours in ("config|resetstat", "hello"):
                counts.pop(ours, None)
            assert counts == {
                "fcall": 1, "hdel": 4, "hlen": 2, "hmget": 3, "hset": 3, "pexpire": 1, "sadd": 2, "scard": 1,
                "sismember": 1, "srem": 1, "time": 1, "xadd": 1, "xrevrange": 1, "zadd": 2, "zcard": 1, "zrem": 1,
            }  # fmt: skip


async def test_a_refused_commit_adds_no_index_entry() -> None:
    async with movable_store(store_url()) as movable:
        await opened(movable, [DEMAND], ALICE)
        before = await snapshot(movable.store)
        for refused in (opening(DEMAND, "m1", owner=BOB), Commit("r", DEMAND, "m9", "a/b", 3, b"r", owner=BOB)):
            assert (await movable.store.commit(refused)).status in ("duplicate", "conflict")
        assert await snapshot(movable.store) == before
