"""The store contract over real servers: Redis, Valkey, one in cluster mode; the life of keys; what a step writes whole."""

import asyncio
from collections.abc import Generator
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import Any, ClassVar

import pytest

from shared.core.usage import Usage
from shared.store import keys
from shared.store.port import Commit, StoreMisconfigured, StoreUnavailable
from shared.store.redis import commit_arguments
from shared.store.redis.connect import connect, count_outbox_entries, delete_namespace
from shared.store.redis.functions import FunctionLibrary, load_function_library
from shared.store.redis.pipeline import CommandArgument
from shared.store.redis.store import RedisStore
from tests.contract.correlation_index_contract import CorrelationIndexContract
from tests.contract.memo_contract import MemoContract, claim, finish
from tests.contract.store_contract import (
    CHANNEL,
    DEMAND,
    ROLE,
    StoreContract,
    StoreUnderTest,
    command,
    dead_letter,
    due_ids,
    event,
    notes_of,
    step,
)
from tests.services.movable_clock import movable_store
from tests.services.redis import (
    container_url,
    fresh_namespace,
    fresh_store,
    list_keys,
    private_cluster,
    private_valkey,
    snapshot,
    store_url,
)

OTHER_ROLE = "user_agent"


class _OverServer(StoreContract, MemoContract, CorrelationIndexContract):
    url: ClassVar[str]

    def open_store(self) -> AbstractAsyncContextManager[StoreUnderTest]:
        return movable_store(self.url)


class TestRedisStore(_OverServer):
    @pytest.fixture(autouse=True, scope="class")
    @classmethod
    def server(cls) -> None:
        cls.url = store_url()


class TestValkeyStore(_OverServer):
    @pytest.fixture(autouse=True, scope="class")
    @classmethod
    def server(cls) -> Generator[None]:
        with private_valkey() as server:
            cls.url = server.url
            yield


@pytest.mark.requires("docker")
@pytest.mark.long
class TestStoreInContainer(_OverServer):
    """The newest Redis, where Docker answers."""

    @pytest.fixture(autouse=True, scope="class")
    @classmethod
    def server(cls) -> None:
        cls.url = container_url()


class TestClusterModeStore(_OverServer):
    """A server that refuses every call whose keys lie in several slots."""

    @pytest.fixture(autouse=True, scope="class")
    @classmethod
    def server(cls) -> Generator[None]:
        with private_cluster() as server:
            cls.url = server.url
            yield


# a step that does everything, and what was there before it


async def open_channel(store: RedisStore) -> None:
    """A correlation that has something under each of its keys."""
    now = await store.now()
    first = step("m1", record=b"before", mail=[command("old-timer", now)], events=[event("evt-1")], budget=1_000)
    await store.commit(replace(first, journal_entry=b"first", notes=[b"1"]))
    await store.schedule(OTHER_ROLE, command("retry", now + 60_000))
    await store.claim_due(ROLE, 10)
    await claim(store, "w1", "k1")
    await finish(store, "w2", b"answer", "k2")


def everything(*, close: bool) -> Commit:
    """A step that writes to every key."""
    mail = [command("s2"), command("timer", 10**13)]
    events = [event("evt-2"), event("evt-3")]
    whole = step("m2", 1, record=b"after", mail=mail, events=events, disarm=["old-timer"], close=close, private=True)
    return replace(whole, journal_entry=b"second", notes=[b"2", b"3"])


def written_by(store: RedisStore, commit: Commit) -> list[str]:
    """The keys whose type matters to `commit`: what is only given a life may be of any."""
    own = keys.correlation_keys(store.namespace, DEMAND)
    written = list(commit_arguments.build_keys(commit, own, journal=True))
    if commit.close:
        written += keys.role_keys(own.partition, OTHER_ROLE)
    return [key for key in written if key not in (own.memo, own.payers)]


@pytest.mark.parametrize("close", [False, True], ids=["step", "close"])
async def test_a_key_of_another_type_stops_the_whole_step(close: bool) -> None:
    """Whichever key it is: nothing is written, and nothing half done is seen when it is well again."""
    commit = everything(close=close)
    async with fresh_store(journal=True) as store:
        count = len(written_by(store, commit))
    assert count == (16 if close else 13) - 2
    for number in range(count):
        async with fresh_store(journal=True) as store:
            await open_channel(store)
            key = written_by(store, commit)[number]
            held = await store.client.call("DUMP", key)
            await store.client.call("SET", key, "something else")
            before = await snapshot(store)
            with pytest.raises(StoreMisconfigured, match="another type"):
                await store.commit(commit)
            assert await snapshot(store) == before, key
            await store.client.call("DEL", key)
            if held is not None:
                await store.client.call("RESTORE", key, 0, held)
            assert (await store.commit(commit)).status == "ok", key
            assert [entry.seq for entry in await store.read_log(DEMAND)] == [1, 2, 3]
            assert await notes_of(store) == [b"1", b"2", b"3"]


async def test_reading_notes_of_another_type_raises_store_misconfigured(store: RedisStore) -> None:
    await store.commit(step("m1", notes=[b"1"]))
    await store.client.call(
        "SET", keys.notes_key(keys.correlation_keys(store.namespace, DEMAND).partition, CHANNEL), "x"
    )
    with pytest.raises(StoreMisconfigured, match="another type"):
        await notes_of(store)
    assert (await store.commit(step("m2", 1))).status == "ok", "a step without notes does not need the key"


async def test_an_address_belongs_to_the_correlation_that_created_it(store: RedisStore) -> None:
    others = (f"d-{number}" for number in range(2, 1_000))
    stranger = next(other for other in others if partition(store, other) == partition(store, DEMAND))
    await store.commit(step("m1", record=b"ours", notes=[b"our note"]))
    begun = await store.precheck(correlation_id=stranger, message_id="m2", address=CHANNEL)
    assert (begun.version, begun.record) == (0, None)
    assert await store.read_record(CHANNEL, stranger) is None
    for version in (0, 1):
        foreign = Commit(ROLE, stranger, "m2", CHANNEL, version, b"theirs", events=[event("evt-1")], notes=[b"theirs"])
        assert (await store.commit(foreign)).status == "conflict"
    assert await store.read_record(CHANNEL, DEMAND) == (1, b"ours")
    assert await notes_of(store) == [b"our note"]
    assert not await store.read_notes(CHANNEL, stranger, 0, 9)
    assert not await store.read_log(stranger)


def partition(store: RedisStore, correlation_id: str) -> str:
    return keys.correlation_keys(store.namespace, correlation_id).partition


# the life of keys (shared/store/keys.py)


async def lives(store: RedisStore) -> dict[str, int]:
    """Milliseconds that each key has to live, -1 = without end; without the namespace and the hash tag."""
    held = await list_keys(store)
    return {
        key.removeprefix(store.namespace).partition("}")[2] or key: await store.client.call("PTTL", key) for key in held
    }


@pytest.mark.store(journal=True)
async def test_only_the_documented_keys_of_an_open_correlation_expire(store: RedisStore) -> None:
    await open_channel(store)
    found = await lives(store)
    ending = {key: life for key, life in found.items() if life != -1}
    assert set(ending) == {f":seen:{DEMAND}", f":lease:{DEMAND}"}
    assert 23 * 3600_000 < ending[f":seen:{DEMAND}"] <= 24 * 3600_000
    assert 0 < ending[f":lease:{DEMAND}"] <= 3_000
    assert {f":{name}:{DEMAND}" for name in ("about", "log", "memo", "payers", "spent", "owed")} < set(found)


async def test_every_key_of_a_closed_correlation_expires() -> None:
    async with fresh_store(journal=True, retention_days=2) as store:
        await open_channel(store)
        await store.commit(
            Commit(ROLE, DEMAND, "m5", "channel/collab-1-1", 0, b"subnet", journal_entry=b"of the subnet", notes=[b"1"])
        )
        last = await store.commit(everything(close=True))
        await finish(store, "late", b"too late", "k9")
        own = {key: life for key, life in (await lives(store)).items() if DEMAND in key or "collab" in key}
        assert f":owed:{DEMAND}" not in own
        assert len(own) == 6 + 3 * 2 + 1  # about seen log memo payers spent, state notes and journal of two, lease
        assert all(0 < life <= 2 * 86_400_000 for life in own.values()), own
        assert own[f":memo:{DEMAND}"] > 47 * 3600_000
        assert abs(own[f":notes:{CHANNEL}"] - own[f":state:{CHANNEL}"]) < 1000  # read one after the other
        await store.mark_published(ROLE, [*last.due_entries, command("evt-1")])
        assert await count_outbox_entries(store) == {}
        assert [key for key in await lives(store) if key.rpartition(":")[2] in (ROLE, OTHER_ROLE)] == []


async def test_published_and_disarmed_entries_leave_no_keys(store: RedisStore) -> None:
    for number in range(20):
        timer, now = command(f"t{number}", 0), command(f"s{number}")
        await store.commit(step(f"m{number}", number, mail=[timer, now], disarm=[f"t{number - 1}"]))
        await store.mark_published(ROLE, [now])
        assert len(await store.claim_due(ROLE, 10)) == 1
    await store.commit(step("m20", 20, disarm=["t19"]))
    kinds = {key.split(":")[1] for key in await lives(store)}
    assert kinds == {"about", "seen", "state", "index"}


async def test_memo_keys_of_an_unopened_correlation_expire_unless_it_opens(store: RedisStore) -> None:
    await finish(store, "w1", b"answer")
    assert all(life > 0 for key, life in (await lives(store)).items() if DEMAND in key)
    await store.commit(step("m1"))
    assert {key for key, life in (await lives(store)).items() if life > 0} == {f":seen:{DEMAND}"}
    assert (await store.get_budget_usage(DEMAND)).usage.calls == 1


@pytest.mark.store(journal=True)
async def test_seen_and_journal_keys_of_an_unopened_correlation_expire(store: RedisStore) -> None:
    """It is answered, and journalled; and neither is kept for ever."""
    answer = command("s1")
    for number in range(2):
        await store.commit(Commit(ROLE, DEMAND, f"m{number}", CHANNEL, 0, outbox=[answer], journal_entry=b"refused"))
    await store.mark_published(ROLE, [answer])
    found = {key: life for key, life in (await lives(store)).items() if not key.endswith("schema")}
    assert set(found) == {f":seen:{DEMAND}", f":journal:{CHANNEL}"}
    assert all(0 < life <= 24 * 3600_000 for life in found.values())
    assert (await store.precheck(correlation_id=DEMAND, message_id="m1")).seen


async def test_opening_a_correlation_makes_its_earlier_keys_permanent() -> None:
    """With its first record, event or budget."""
    first = Commit(ROLE, DEMAND, "m1", CHANNEL, journal_entry=b"first")
    for begun in (
        replace(first, record=b"r"),
        replace(first, events=[event("evt-1")]),
        replace(first, budget_tokens=1),
    ):
        async with fresh_store(journal=True) as store:
            await store.commit(replace(first, message_id="m0"))
            await finish(store, "w1", b"answer")
            await store.commit(begun)
            found = await lives(store)
            assert {key for key, life in found.items() if life > 0} == {f":seen:{DEMAND}"}
            assert {f":about:{DEMAND}", f":journal:{CHANNEL}", f":memo:{DEMAND}"} <= set(found)
            await store.commit(Commit(ROLE, DEMAND, "m2", close=True))
            assert all(life > 0 for key, life in (await lives(store)).items() if DEMAND in key or CHANNEL in key)


async def test_the_lease_key_expires_with_the_last_lease(store: RedisStore) -> None:
    for key, length in (("k1", 50_000), ("k2", 1_000)):
        await store.claim_memo(
            correlation_id=DEMAND, key=key, owner="w", lease_ms=length, reserve_tokens=1, budget_headroom=0
        )
    assert 40_000 < (await lives(store))[f":lease:{DEMAND}"] <= 50_000
    assert (await store.get_budget_usage(DEMAND)).reserved_tokens == 2


async def test_a_closed_correlation_with_zero_retention_leaves_no_keys() -> None:
    async with fresh_store(retention_days=0) as store:
        await store.commit(step("m1", notes=[b"1"], close=True))
        assert await store.read_record(CHANNEL, DEMAND) is None
        assert await notes_of(store) == []
        assert [key for key in await list_keys(store) if DEMAND in key] == []


# several roles, several namespaces, several versions


async def test_outbox_entries_are_counted_per_role_over_all_partitions(store: RedisStore) -> None:
    assert await count_outbox_entries(store) == {}
    for number in range(40):
        await store.schedule(ROLE, command(f"s{number}", correlation_id=f"d-{number}"))
    await store.schedule(OTHER_ROLE, command("s", due=10**13))
    assert await count_outbox_entries(store) == {ROLE: 40, OTHER_ROLE: 1}
    assert len({partition(store, f"d-{number}") for number in range(40)}) > 8


async def test_deleting_a_namespace_deletes_all_its_keys_and_no_others() -> None:
    async with fresh_store() as store, fresh_store() as other:
        for one in (store, other):
            await open_channel(one)
            await one.add_dead_letter(dead_letter("m1"))
            await one.compare_and_set("c", 0, b"v")
        before = await snapshot(other)
        assert await delete_namespace(store_url(), store.namespace) == len(await list_keys(other)) + 1  # and the schema
        assert await list_keys(store) == []
        assert await snapshot(other) == before


async def test_two_versions_of_the_function_library_serve_side_by_side() -> None:
    changed = FunctionLibrary(load_function_library().source + "\n-- changed\n")
    assert changed.hash != load_function_library().hash
    assert not set(changed.functions.values()) & set(load_function_library().functions.values())
    async with fresh_store() as ours, fresh_store(functions=changed) as theirs:
        for store in (ours, theirs):
            assert (await store.commit(step("m1"))).status == "ok"
        await theirs.client.call("FUNCTION", "DELETE", f"towow_{changed.hash}")
        assert (await ours.commit(step("m2", 1))).status == "ok"
        assert (await theirs.commit(step("m2", 1))).status == "ok"  # loaded again
        await theirs.client.call("FUNCTION", "DELETE", f"towow_{changed.hash}")


async def test_the_journal_is_written_only_when_enabled() -> None:
    async with fresh_store(journal=True) as kept, fresh_store() as silent:
        for store in (kept, silent):
            for message, version, entry in (("m1", 0, b"first"), ("m2", 0, b"conflict"), ("m2", 1, b"second")):
                await store.commit(replace(step(message, version), journal_entry=entry))
        assert list(await kept.read_journal(CHANNEL, DEMAND)) == [b"first", b"second"]
        assert list(await silent.read_journal(CHANNEL, DEMAND)) == []


# callers


async def test_a_cancelled_call_does_not_disturb_pipelined_neighbours(store: RedisStore) -> None:
    """Waiting, on the way or just answered: what it did is its own affair, the others get their own replies."""
    for turn in range(40):
        calls = [asyncio.ensure_future(store.compare_and_set(f"c{n}", turn, b"%d" % n)) for n in range(40)]
        for _ in range(turn % 8):
            await asyncio.sleep(0)
        for call in calls[::3]:
            call.cancel()
        ended = await asyncio.gather(*calls, return_exceptions=True)
        assert [end for number, end in enumerate(ended) if number % 3] == [True] * 26
        await asyncio.gather(*(store.compare_and_set(f"c{n}", turn, b"%d" % n) for n in range(0, 40, 3)))
        cells = await asyncio.gather(*(store.get_versioned(f"c{n}") for n in range(40)))
        assert cells == [(turn + 1, b"%d" % number) for number in range(40)]


async def test_many_large_values_are_pipelined_at_once(store: RedisStore) -> None:
    value = bytes(1_000_000)
    await asyncio.gather(*(finish(store, f"w{n}", value, f"k{n}") for n in range(12)))
    hits = await asyncio.gather(*(claim(store, "w", f"k{n}") for n in range(12)))
    assert all(hit.value == value for hit in hits)


async def test_a_call_of_a_closed_store_raises_store_unavailable(store: RedisStore) -> None:
    running = asyncio.ensure_future(store.commit(step("m1")))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await store.close()
    assert (await running).status == "ok"
    with pytest.raises(StoreUnavailable, match="closed"):
        await store.precheck(correlation_id=DEMAND, message_id="m1")
    await store.close()


async def test_two_connections_of_one_namespace_share_their_state() -> None:
    namespace = fresh_namespace()
    first, second = await connect(store_url(), namespace), await connect(store_url(), namespace)
    try:
        await first.commit(step("m1", mail=[command("s1", due=0)]))
        assert (await second.precheck(correlation_id=DEMAND, message_id="m1")).seen
        claims = await asyncio.gather(due_ids(first), due_ids(second))
        assert sorted(map(len, claims)) == [0, 1]
        await second.finish_memo(correlation_id=DEMAND, key="k", owner="w", value=b"v", usage=Usage(calls=1))
        assert (await first.get_budget_usage(DEMAND)).usage.calls == 1
    finally:
        await first.close()
        await second.close()
        await delete_namespace(store_url(), namespace)


async def test_dead_letters_are_read_in_batches(monkeypatch: pytest.MonkeyPatch, store: RedisStore) -> None:
    """All at once they may be more than comes back in time."""
    for number in range(450):
        await store.add_dead_letter(dead_letter(f"m{number}"))
    most, call = 0, store.client.call

    async def measured(*words: CommandArgument) -> Any:
        nonlocal most
        reply = await call(*words)
        most = max(most, sum(str(part).startswith("b'[") for part in reply))
        return reply

    monkeypatch.setattr(store.client, "call", measured)
    assert len(await store.list_dead_letters()) == 450
    assert 0 < most <= 200
    most = 0
    assert len(await store.list_dead_letters(5)) == 5
    assert most == 5
