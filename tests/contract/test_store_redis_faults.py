"""What a store over a server does when the server cannot, may not or does not answer (FAULTS § 2 F8–F10, § 5 18–21)."""

import asyncio
import time
import traceback
from collections.abc import AsyncGenerator, Awaitable, Generator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import pytest
from redis.asyncio.connection import DefaultParser
from redis.exceptions import RedisError

from shared.core.usage import Usage
from shared.store import keys
from shared.store.port import Commit, Store, StoreMisconfigured, StoreUnavailable
from shared.store.redis.connect import connect, count_outbox_entries, prepare
from shared.store.redis.errors import (
    PERMANENT_ERRORS,
    TEMPORARY_ERRORS,
    ForeignKeyType,
    FunctionMissing,
    FunctionsAlreadyLoaded,
    translate_error,
)
from shared.store.redis.functions import load_function_library
from shared.store.redis.store import RedisStore
from shared.store.retry import retry_until_available
from tests.contract.memo_contract import claim, finish
from tests.contract.store_contract import (
    CHANNEL,
    DEMAND,
    ROLE,
    command,
    commit_as_worker,
    dead_letter,
    due_ids,
    event,
    step,
)
from tests.services.redis import (
    DURABLE,
    PrivateServer,
    fresh_namespace,
    fresh_store,
    private_cluster,
    private_redis,
    snapshot,
)

PASSWORD = "s3cret-word"
WRITES = ("del", "hdel", "hset", "persist", "pexpire", "rpush", "sadd", "srem", "xadd", "zadd", "zrem")
"""Every command with which a step writes."""


@pytest.fixture(scope="module")
def server() -> Generator[PrivateServer]:
    """For tests that leave it as they found it."""
    with private_redis() as server:
        yield server


@pytest.fixture(scope="module")
def durable() -> Generator[PrivateServer]:
    with private_redis(*DURABLE) as server:
        yield server


def whole_step() -> Commit:
    """A step that writes with every command there is."""
    mail = [command("s2"), command("timer", 10**13)]
    last = step("m2", 1, record=b"after", mail=mail, events=[event("evt-2")], disarm=["s1"], close=True)
    return replace(last, journal_entry=b"second", owner="user_alice", notes=[b"1"])


# who may what


def as_user(server: PrivateServer, name: str, *rules: str) -> str:
    """The URL of a user that has every right but what `rules` take."""
    server.cli("ACL", "SETUSER", name, "reset", "on", f">{PASSWORD}", "~*", "&*", "+@all", *rules)
    return server.url.replace("redis://", f"redis://{name}:{PASSWORD}@")


@pytest.mark.parametrize("denied", WRITES)
async def test_a_revoked_permission_leaves_no_partial_commit(server: PrivateServer, denied: str) -> None:
    """The server asks for each command's right when it comes to it; by then it would be too late."""
    async with fresh_store(as_user(server, "worker"), journal=True) as store:
        await store.commit(step("m1", mail=[command("s1"), command("s3")], events=[event("evt-1")]))
        before = await snapshot(store)
        as_user(server, "worker", f"-{denied}")
        with pytest.raises(StoreUnavailable, match="right"):
            await store.commit(whole_step())
        assert await snapshot(store) == before
        as_user(server, "worker")
        assert (await store.commit(whole_step())).status == "ok"


def test_the_tests_cover_every_write_command_of_the_function_library() -> None:
    reads = {"exists", "get", "hexists", "hget", "hgetall", "hkeys", "hlen", "hmget", "llen", "lrange", "pttl"}
    reads |= {"scard", "sismember", "smembers", "time", "xrange", "xrevrange", "zcard", "zrange", "zrangebyscore"}
    reads |= {"zrevrange", "zscore"}
    assert set(load_function_library().commands) - reads == {*WRITES, "set"}


@pytest.mark.parametrize("denied", ["hset", "pexpire"])
async def test_a_revoked_permission_leaves_no_put_if_absent_value_without_expiry(
    server: PrivateServer, denied: str
) -> None:
    async with fresh_store(as_user(server, "worker")) as store:
        as_user(server, "worker", f"-{denied}")
        with pytest.raises(StoreUnavailable, match="right"):
            await store.put_if_absent("asked", b"mine", 60_000)
        assert await snapshot(store) == {}
        as_user(server, "worker")
        assert await store.put_if_absent("asked", b"another's", 60_000) == b"another's"
        assert [ends for _, ends in (await snapshot(store)).values()] == [True]


async def test_a_missing_permission_is_named_in_the_error(server: PrivateServer) -> None:
    url = as_user(server, "poor", "-xadd", "-zrem")
    with pytest.raises(StoreMisconfigured, match=r"\+xadd \+zrem") as raised:
        await connect(url, fresh_namespace())
    assert PASSWORD not in str(raised.value)


async def test_a_user_with_exactly_the_needed_permissions_works(server: PrivateServer) -> None:
    namespace = fresh_namespace()
    await prepare(server.url, namespace)
    allowed = [f"+{name}" for name in (*load_function_library().commands, "fcall", "hello", "get")]
    server.cli("ACL", "SETUSER", "least", "reset", "on", f">{PASSWORD}", f"~{namespace}:*", *allowed)
    store = await connect(server.url.replace("redis://", f"redis://least:{PASSWORD}@"), namespace)
    try:
        assert (await store.commit(step("m1", mail=[command("s1")], events=[event("evt-1")]))).status == "ok"
        assert (await store.commit(whole_step())).status == "ok"
        await store.add_dead_letter(dead_letter("m1"))
        assert await store.pop_dead_letter("m1") == dead_letter("m1")
        assert await store.put_if_absent("asked", b"mine", 60_000) == b"mine"
        assert await store.read_last_event(DEMAND) is not None
        assert [known.correlation_id for known in await store.list_correlations()] == [DEMAND]
        assert (await store.get_correlation(DEMAND), await store.count_open()) == (
            (await store.list_correlations())[0],
            0,
        )
        with pytest.raises(StoreUnavailable, match="right"):
            await store.client.call("GET", "another:key")
    finally:
        await store.close()


async def test_a_user_who_may_not_load_functions_requires_loaded_ones(server: PrivateServer) -> None:
    url, namespace = as_user(server, "reader", "-function"), fresh_namespace()
    server.cli("FUNCTION", "FLUSH")
    with pytest.raises(StoreMisconfigured, match="towow init"):
        await connect(url, namespace)
    await prepare(server.url, namespace)
    store = await connect(url, namespace)
    await store.close()


async def test_a_wrong_store_password_is_reported_and_not_shown(server: PrivateServer) -> None:
    as_user(server, "worker")
    wrong = "wr0ng-word"
    for url in (server.url.replace("://", f"://worker:{wrong}@"), server.url.replace("://", f"://:{wrong}@")):
        with pytest.raises(StoreMisconfigured, match="TOWOW_STORE_URL") as raised:
            await connect(url, fresh_namespace())
        assert wrong not in str(raised.value)
        assert str(server.port) in str(raised.value)


async def test_a_missing_store_password_is_reported(server: PrivateServer) -> None:
    server.cli("CONFIG", "SET", "requirepass", PASSWORD)
    url = server.url.replace("://", f"://:{PASSWORD}@")
    try:
        with pytest.raises(StoreMisconfigured, match="password is required"):
            await connect(server.url, fresh_namespace())
    finally:
        store = await connect(url, fresh_namespace())
        await store.client.call("CONFIG", "SET", "requirepass", "")
        await store.close()


# what is there, and what is not


async def test_a_namespace_of_another_schema_version_is_refused_unchanged(server: PrivateServer) -> None:
    namespace = fresh_namespace()
    server.cli("SET", keys.schema_key(namespace), "7")
    for opening in (connect(server.url, namespace), prepare(server.url, namespace)):
        with pytest.raises(StoreMisconfigured, match="schema version 7"):
            await opening
    assert server.cli("GET", keys.schema_key(namespace)) == b"7"
    await prepare(server.url, fresh_namespace())


async def test_an_unreachable_store_is_unavailable_and_a_malformed_url_misconfigured() -> None:
    with pytest.raises(StoreUnavailable, match=r"127\.0\.0\.1:1/") as raised:
        await connect(f"redis://u:{PASSWORD}@127.0.0.1:1/0", "towow")
    assert PASSWORD not in str(raised.value)
    for url in ("http://localhost", "nonsense", "redis://localhost:notaport"):
        with pytest.raises(StoreMisconfigured, match="URL"):
            await connect(url, "towow")


@pytest.mark.parametrize("scheme", ["redis", "rediss", "unix"])
@pytest.mark.parametrize(
    "password", ["geheim/x", "geheim#x", "geheim?x", "12/geheim", "12?geheim", "ge@heim/x", "ge[heim"]
)
async def test_a_store_password_that_splits_its_url_is_not_shown(scheme: str, password: str) -> None:
    for user in ("", "worker"):
        url = f"{scheme}://{user}:{password}@localhost:6379/0"
        with pytest.raises(StoreMisconfigured, match=r"write / # [?] @ in the password as %2F %23 %3F %40") as raised:
            await connect(url, "towow")
        assert "heim" not in "".join(traceback.format_exception(raised.value)).replace(url, "")
        assert not str(raised.value).count(password)


async def test_an_invalid_url_option_is_refused_without_showing_any() -> None:
    for option in ("socket_timeout=s3cret-word", "s3cret-word=1"):
        with pytest.raises(StoreMisconfigured, match=r"redis://h:1/0") as raised:
            await connect(f"redis://:{PASSWORD}@h:1/0?{option}", "towow")
        assert PASSWORD not in str(raised.value)


async def test_a_password_changed_while_connected_is_unavailable_and_reported_once(server: PrivateServer) -> None:
    """Every message would be given up otherwise, one after the other."""
    said: list[str | None] = []
    namespace, url = fresh_namespace(), as_user(server, "worker")
    store = await connect(url, namespace, on_change=said.append)
    try:
        server.cli("ACL", "DELUSER", "worker")
        for number in range(5):
            with pytest.raises(StoreUnavailable, match="TOWOW_STORE_URL" if number > 1 else "the store at"):
                await store.commit(step(f"m{number}"))
        as_user(server, "worker")
        assert (await retry_until_available(lambda: store.commit(step("m1")))).status == "ok"
        assert len(said) == 2  # it hung up on us, and then it refused
        assert "check user and password" in str(said[1])
        assert PASSWORD not in str(said)
    finally:
        await store.close()


async def test_lost_functions_that_may_not_be_loaded_are_store_unavailable(server: PrivateServer) -> None:
    namespace = fresh_namespace()
    await prepare(server.url, namespace)
    store = await connect(as_user(server, "reader", "-function"), namespace)
    try:
        server.cli("FUNCTION", "FLUSH")
        with pytest.raises(StoreUnavailable, match="towow init"):
            await store.commit(step("m1"))
        await prepare(server.url, namespace)
        assert (await store.commit(step("m1"))).status == "ok"
    finally:
        await store.close()


@pytest.mark.parametrize("number", range(3), ids=["due", "mail", "claims"])
async def test_a_key_of_another_type_fails_only_the_calls_that_need_it(server: PrivateServer, number: int) -> None:
    """More is due in the partition that is misused than is claimed at once, and all of it earlier."""
    said: list[str | None] = []
    namespace = fresh_namespace()
    store = await connect(server.url, namespace, on_change=said.append)
    try:
        partitions = {keys.correlation_keys(namespace, f"d-{one}").partition: f"d-{one}" for one in range(500)}
        ill, well = partitions[f"{namespace}:{{p03}}"], partitions[f"{namespace}:{{p04}}"]
        for place in range(5):
            await store.schedule(ROLE, replace(command(f"ill{place}", due=1), correlation_id=ill))
        await store.schedule(ROLE, replace(command("well", due=2), correlation_id=well))
        key = keys.role_keys(f"{namespace}:{{p03}}", ROLE)[number]
        server.cli("SET", key, "something else")
        with pytest.raises(StoreMisconfigured, match="another type"):
            await store.schedule(ROLE, replace(command("more"), correlation_id=ill))
        assert await store.get_next_due(ROLE) in (1, 2)
        assert [mail.id for mail in await store.claim_due(ROLE, 3)] == ["well"]
        with pytest.raises(StoreMisconfigured, match="another type"):  # else whoever sweeps would come back at once
            await store.claim_due(ROLE, 3)
        assert len(said) == 1
        assert "another type" in str(said[0])
    finally:
        await store.close()


async def test_a_server_too_old_is_named() -> None:
    """Redis 6 answers HELLO like this."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"HELLO\r\n")
        writer.write(b"*4\r\n$6\r\nserver\r\n$5\r\nredis\r\n$7\r\nversion\r\n$6\r\n6.2.14\r\n")
        await reader.read()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as old:
        port = old.sockets[0].getsockname()[1]
        with pytest.raises(StoreMisconfigured, match=r"Redis 6\.2\.14.*7 or newer"):
            await connect(f"redis://127.0.0.1:{port}", "towow")


async def test_a_server_that_is_no_redis_is_refused() -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as other:
        port = other.sockets[0].getsockname()[1]
        with pytest.raises((StoreMisconfigured, StoreUnavailable), match=str(port)):
            await connect(f"redis://127.0.0.1:{port}", "towow")


@pytest.mark.parametrize(
    ("said", "kind"),
    [(f"{code} as the server puts it", StoreUnavailable) for code in TEMPORARY_ERRORS]
    + [(f"{code} 1 h:1", ForeignKeyType if code == "WRONGTYPE" else StoreMisconfigured) for code in PERMANENT_ERRORS]
    + [
        ("ERR max number of clients reached", StoreUnavailable),
        ("ERR Function not found", FunctionMissing),
        ("ERR Library 'towow_0' already exists", FunctionsAlreadyLoaded),
        ("ERR attempt to index a nil value script: spent_0, on @user_function:9.", ForeignKeyType),
        ("ERR unknown command 'FCALL'", StoreMisconfigured),
    ],
)
def test_every_error_reply_is_translated_to_unavailable_or_misconfigured(said: str, kind: type[Exception]) -> None:
    error: RedisError = DefaultParser.parse_error(said)  # pyright: ignore[reportUnknownMemberType]
    told = translate_error(error, "redis://host:1")
    assert type(told) is kind
    if kind not in (FunctionMissing, FunctionsAlreadyLoaded):
        assert "redis://host:1" in str(told)
    reason = {**TEMPORARY_ERRORS, **PERMANENT_ERRORS}.get(said.partition(" ")[0], "")
    assert reason in str(told)


# a server that does not write


@asynccontextmanager
async def refused(store: RedisStore, reason: str) -> AsyncGenerator[None]:
    """The step is lost for `reason`, nothing of it is there, reading goes on; and afterwards it is written."""
    await store.commit(step("m1", mail=[command("s1"), command("s3")], events=[event("evt-1")]))
    before = await snapshot(store)
    yield
    with pytest.raises(StoreUnavailable, match=reason):
        await store.commit(whole_step())
    assert not (await store.precheck(correlation_id=DEMAND, message_id="m2", address=CHANNEL)).seen
    assert await snapshot(store) == before


async def test_a_full_memory_leaves_no_partial_commit(server: PrivateServer) -> None:
    async with fresh_store(server.url, journal=True) as store:
        async with refused(store, "memory is full"):
            server.cli("CONFIG", "SET", "maxmemory", "1mb")
        await asyncio.sleep(2.1)  # what is owed can leave and be forgotten: else it would stay full
        claimed = await store.claim_due(ROLE, 10)
        assert {mail.id for mail in claimed} == {"s1", "s3", "evt-1"}
        await store.mark_published(ROLE, [mail for mail in claimed if mail.id == "s3"])
        server.cli("CONFIG", "SET", "maxmemory", "0")
        assert (await store.commit(whole_step())).status == "ok"


async def test_a_read_only_replica_leaves_no_partial_commit(server: PrivateServer) -> None:
    async with fresh_store(server.url, journal=True) as store:
        async with refused(store, "read-only replica"):
            server.cli("REPLICAOF", "127.0.0.1", "1")
        server.cli("REPLICAOF", "NO", "ONE")
        assert (await store.commit(whole_step())).status == "ok"


async def test_too_few_replicas_leave_no_partial_commit(server: PrivateServer) -> None:
    async with fresh_store(server.url, journal=True) as store:
        async with refused(store, "too few replicas"):
            server.cli("CONFIG", "SET", "min-replicas-to-write", "1")
        server.cli("CONFIG", "SET", "min-replicas-to-write", "0")
        assert (await store.commit(whole_step())).status == "ok"


async def test_too_many_clients_is_store_unavailable(server: PrivateServer) -> None:
    server.cli("CONFIG", "SET", "maxclients", "1")
    try:
        async with fresh_store(server.url) as store:
            with pytest.raises(StoreUnavailable, match="max number of clients"):
                await connect(server.url, store.namespace)
    finally:
        await asyncio.sleep(0.05)
        server.cli("CONFIG", "SET", "maxclients", "1000")


async def test_a_server_busy_with_a_script_is_store_unavailable(server: PrivateServer) -> None:
    async with fresh_store(server.url) as store:
        server.cli("CONFIG", "SET", "busy-reply-threshold", "50")
        endless = asyncio.create_task(asyncio.to_thread(_loop_for_ever, server))
        await asyncio.sleep(0.3)
        with pytest.raises(StoreUnavailable, match="busy"):
            await store.commit(step("m1"))
        server.cli("SCRIPT", "KILL")
        await endless
        assert (await store.commit(step("m1"))).status == "ok"


def _loop_for_ever(server: PrivateServer) -> None:
    with suppress(RedisError):
        server.cli("EVAL", "while true do end", "0")


async def test_a_cluster_that_is_down_is_store_unavailable() -> None:
    down = pytest.raises(StoreUnavailable, match="cluster is down")
    with private_cluster(with_slots=False) as node, down:
        await connect(node.url, fresh_namespace())


# replies that are lost


async def lost(call: Awaitable[object]) -> None:
    """The call goes out, and no answer comes."""
    with pytest.raises(StoreUnavailable, match="in time"):
        await call


@pytest.mark.alone
async def test_a_frozen_server_times_out_and_repeated_calls_are_duplicates(durable: PrivateServer) -> None:
    """The calls have reached it; it executes them when it thaws, and nobody hears of it. Then each is sent again."""
    commit = step("m2", 1, events=[event("evt-2")], mail=[command("s2")])
    opened = Commit(ROLE, "d-2", "m1", budget_tokens=1, owner="user_alice")
    paid = Usage(calls=1, input_tokens=5)
    async with fresh_store(durable.url) as store:
        await store.commit(step("m1", budget=1_000))
        await store.schedule("sweeper", command("due", 0))
        await store.add_dead_letter(dead_letter("old"))
        await claim(store, "w1", "k1")
        await store.compare_and_set("c", 0, b"0")
        durable.freeze()
        start = time.monotonic()
        calls = (
            store.commit(commit),
            store.schedule(ROLE, command("later", 10**13)),
            store.mark_published("nobody", [command("x")]),
            claim(store, "w2", "k2"),
            finish(store, "w1", b"answer", "k1", paid),
            store.compare_and_set("c", 1, b"1"),
            store.add_dead_letter(dead_letter("new")),
            store.pop_dead_letter("old"),
            store.put_if_absent("asked", b"mine", 60_000),
            store.commit(opened),
        )
        await asyncio.gather(*map(lost, calls))
        assert 1.4 < time.monotonic() - start < 4
        durable.thaw()
        await retry_until_available(store.now)
        assert len(await store.read_log(DEMAND)) == 1  # it was executed
        assert [one.id for one in await store.list_dead_letters()] == ["new"]

        assert (await store.commit(commit)).status == "duplicate"
        await store.schedule(ROLE, command("later", 10**13))
        await store.mark_published("nobody", [command("x")])
        assert (await claim(store, "w2", "k2")).status == "go"
        assert await finish(store, "w1", b"answer", "k1", paid) == b"answer"
        assert await store.compare_and_set("c", 1, b"1")
        await store.add_dead_letter(dead_letter("new"))
        assert await store.pop_dead_letter("old") == dead_letter("old")
        assert await store.put_if_absent("asked", b"another's", 60_000) == b"mine"
        assert await store.put_if_absent("asked", b"mine", 60_000) == b"mine"
        assert (await store.commit(opened)).status == "duplicate"
        assert [known.correlation_id for known in await store.list_correlations(owner="user_alice")] == ["d-2"]
        assert await store.count_open() == 2

        assert len(await store.read_log(DEMAND)) == 1
        assert (await store.get_budget_usage(DEMAND)).usage == paid
        assert (await store.get_budget_usage(DEMAND)).reserved_tokens == 100
        assert await store.get_versioned("c") == (2, b"1")
        assert [one.id for one in await store.list_dead_letters()] == ["new"]
        assert await store.pop_dead_letter("old") is None
        assert await count_outbox_entries(store) == {ROLE: 3, "sweeper": 1}  # s2, evt-2, later


async def test_a_claim_whose_reply_was_lost_comes_back_with_its_lease(durable: PrivateServer) -> None:
    async with fresh_store(durable.url) as store:
        await store.schedule(ROLE, command("s1", due=0))
        place = keys.role_keys(keys.correlation_keys(store.namespace, DEMAND).partition, ROLE)
        durable.freeze()
        await lost(store.client.call("FCALL", load_function_library().functions["claim_due"], len(place), *place, 10))
        durable.thaw()
        assert await retry_until_available(lambda: due_ids(store)) == []
        due = await store.get_next_due(ROLE)
        assert due is not None
        assert 0 < due - await store.now() <= 5_000


# servers that go and come


async def work(store: Store, worker: int, acknowledged: list[str]) -> None:
    """One worker that sends each step again until it is answered."""
    for number in range(25):
        message_id = f"m{worker}x{number}"
        await retry_until_available(lambda message_id=message_id: commit_as_worker(store, message_id, 1))
        acknowledged.append(f"{message_id}-0")


async def test_a_restarted_server_has_every_acknowledged_write(durable: PrivateServer) -> None:
    acknowledged: list[str] = []
    async with fresh_store(durable.url) as store:
        working = asyncio.gather(*(work(store, worker, acknowledged) for worker in range(8)))
        while len(acknowledged) < 40:  # noqa: ASYNC110 - the instant of the kill need not be exact
            await asyncio.sleep(0.005)
        await asyncio.to_thread(durable.kill)
        before = set(acknowledged)
        await asyncio.to_thread(durable.start)
        assert load_function_library().hash in str(durable.cli("FUNCTION", "LIST"))  # the functions are kept like data
        logged = {entry.event_id for entry in await retry_until_available(lambda: store.read_log(DEMAND))}
        assert before <= logged
        await working
        entries = await store.read_log(DEMAND)
        assert [entry.seq for entry in entries] == list(range(1, 201))
        assert len({entry.event_id for entry in entries}) == 200  # nothing twice


async def test_flushed_functions_are_loaded_again(server: PrivateServer) -> None:
    acknowledged: list[str] = []
    async with fresh_store(server.url) as store:
        working = asyncio.gather(*(work(store, worker, acknowledged) for worker in range(8)))
        flushed = 0
        while not working.done():
            server.cli("FUNCTION", "FLUSH")
            flushed += 1
            await asyncio.sleep(0.01)
        await working
        assert flushed >= 3
        assert [entry.seq for entry in await store.read_log(DEMAND)] == list(range(1, 201))


async def test_a_closed_connection_is_reopened_by_the_next_call(server: PrivateServer) -> None:
    async with fresh_store(server.url) as store:
        for number in range(5):
            server.cli("CLIENT", "KILL", "TYPE", "normal")
            await asyncio.sleep(0.02)
            assert (await store.commit(step(f"m{number}", number))).status == "ok"
