"""The contract of leases and questions over Redis, and what only a server shows: keys, their lives, its absence."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from negotiation.attendance.port import ANSWERED_BY_AGENT, LEASE_MS, QUESTION_RETENTION_MS
from negotiation.attendance.redis import RedisAttendanceStore
from shared.store.port import StoreUnavailable
from shared.store.redis.connect import connect, delete_namespace
from shared.store.redis.store import RedisStore
from tests.contract.attendance_contract import YES, AttendanceContract, StoredKeys
from tests.services.redis import fresh_store, list_keys, private_cluster, private_redis, private_valkey, store_url
from tests.support.sample_questions import question

pytestmark = pytest.mark.requires("services")


def over(store: RedisStore) -> RedisAttendanceStore:
    return RedisAttendanceStore(store.client, store.namespace)


@asynccontextmanager
async def two(url: str | None = None) -> AsyncGenerator[tuple[StoredKeys, RedisStore]]:
    """Two processes on one namespace. Time passes for a key when its life is cut down to its last millisecond."""
    async with fresh_store(url) as store:
        other = await connect(url or store_url(), store.namespace)

        async def pass_(key: str, milliseconds: int) -> None:
            name = f"{store.namespace}:{{attending:agent_bob}}:{key}"
            left = await store.client.call("PTTL", name)
            assert 0 < left <= milliseconds + 100
            await store.client.call("PEXPIRE", name, 0)

        try:
            yield StoredKeys(over(store), over(other), pass_), store
        finally:
            await other.close()


class TestRedisAttendance(AttendanceContract):
    @asynccontextmanager
    async def open_keys(self) -> AsyncGenerator[StoredKeys]:
        async with two() as (kept, _):
            yield kept


async def asked_and_answered(kept: StoredKeys) -> None:
    now = await kept.here.now()
    await kept.here.renew_lease("agent_bob")
    one = await kept.here.add_question(question(now))
    await kept.here.add_question(question(now, "ask_2", wait=600_000))
    await kept.here.add_question(question(now, "ask_3", wait=9000))
    await kept.here.settle_answer(one, YES)
    assert [other.question_id for other in await kept.there.list_open_questions("agent_bob")] == ["ask_3", "ask_2"]
    assert await kept.there.settle_answer(one, ANSWERED_BY_AGENT) == YES


async def test_every_attendance_key_expires_and_none_before_its_content() -> None:
    async with two() as (kept, store):
        await asked_and_answered(kept)
        lives = {
            key.partition("agent_bob}:")[2]: await store.client.call("PTTL", key) for key in await list_keys(store)
        }
        ends = {"ask_1": 60_000, "ask_2": 600_000, "ask_3": 9000}
        wanted = {f"question:{one}": wait + 30_000 + QUESTION_RETENTION_MS for one, wait in ends.items()}
        wanted |= {"lease": LEASE_MS, "said:ask_1": wanted["question:ask_1"], "open": wanted["question:ask_2"]}
        assert lives.keys() == wanted.keys()
        assert all(0 <= wanted[key] - life + 100 < 5000 for key, life in lives.items()), (lives, wanted)


async def test_a_question_missing_in_the_open_list_is_listed_when_added_again() -> None:
    """A worker died in between."""
    async with two() as (kept, store):
        one = question(await kept.here.now())
        await kept.here.add_question(one)
        await store.client.call("DEL", f"{store.namespace}:{{attending:agent_bob}}:open")
        assert await kept.there.list_open_questions("agent_bob") == []
        await kept.there.add_question(one)
        assert await kept.here.list_open_questions("agent_bob") == [one]


async def test_an_expired_question_is_removed_from_the_open_list_key() -> None:
    async with two() as (kept, store):
        one = question(await kept.here.now() - 30_000, wait=20)
        await kept.here.add_question(one)
        assert [key for key in await list_keys(store) if key.endswith(":open")]
        await asyncio.sleep((one.answer_by - await kept.here.now() + 5) / 1000)
        assert not await kept.here.list_open_questions("agent_bob")
        assert not [key for key in await list_keys(store) if key.endswith(":open")]


async def test_attendance_works_on_a_redis_cluster() -> None:
    with private_cluster() as server:
        async with two(server.url) as (kept, _):
            await asked_and_answered(kept)


async def test_attendance_works_on_valkey() -> None:
    with private_valkey() as server:
        async with two(server.url) as (kept, _):
            await asked_and_answered(kept)


async def test_attendance_calls_raise_during_an_outage_and_data_survives_it() -> None:
    with private_redis("--appendonly", "yes", "--appendfsync", "always") as server:
        store = await connect(server.url, "test")
        attending = over(store)
        one = question(await attending.now())
        await attending.add_question(one)
        await attending.settle_answer(one, YES)
        server.kill()
        for call in (
            attending.now(),
            attending.list_open_questions("agent_bob"),
            attending.settle_answer(one, YES),
            attending.add_question(one),
        ):
            with pytest.raises(StoreUnavailable):
                await call
        server.start()
        assert await attending.settle_answer(one, ANSWERED_BY_AGENT) == YES
        assert await attending.get_question("agent_bob", "ask_1") == one
        await store.close()


async def test_deleting_a_namespace_deletes_its_attendance_keys() -> None:
    async with two() as (kept, store):
        await asked_and_answered(kept)
        await delete_namespace(store_url(), store.namespace)
        assert await list_keys(store) == []
