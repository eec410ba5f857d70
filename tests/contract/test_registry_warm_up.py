"""Is the index of a large registry there before the first search asks for it? Over Redis, in the processes that search."""

import asyncio
import fcntl
from pathlib import Path

import pytest

import negotiation.search.index as searched
import negotiation.search.index_store as kept
from negotiation.registry.redis.registry import RedisProfileRegistry
from negotiation.resources import NegotiationResources
from negotiation.search.build_index import LOCK_FILE
from shared.store.port import StoreUnavailable
from tests.contract.registry_contract import SHIPPED, eventually, ids, person
from tests.contract.test_registry_redis import RegistryNamespace, own_place, private, raw
from towow.bootstrap.applications import QUEUES
from towow.bootstrap.gateway import distributed_gateway
from towow.bootstrap.health_server import Health
from towow.bootstrap.worker import _open_store_and_resources  # pyright: ignore[reportPrivateUsage]
from towow.config.demand_logger import build_logger
from towow.config.environment import Configuration, read_configuration

pytestmark = pytest.mark.requires("services")

NO_BROKER = "amqp://127.0.0.1:1/"
BUILT_WITHIN = 15.0
"""Seconds; it takes one or two."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where indexes lie; one is built for as many people as are shipped."""

    def among_the_tests(namespace: str) -> Path:
        return tmp_path / "indexes"

    monkeypatch.setattr(searched, "MAX_UNINDEXED_PROFILES", 100)
    monkeypatch.setattr(searched, "REBUILD_THRESHOLD", 10)
    monkeypatch.setattr(kept, "default_folder", among_the_tests)
    return tmp_path / "indexes"


def indexes(folder: Path) -> list[Path]:
    return list(folder.glob("[!.]*"))


async def built(folder: Path, count: int = 1) -> None:
    """Waits for so many indexes."""

    async def there() -> int:
        return len(indexes(folder))

    await eventually(there, count, within=BUILT_WITHIN)


def configuration(place: RegistryNamespace) -> Configuration:
    urls = {"TOWOW_BROKER_URL": NO_BROKER, "TOWOW_STORE_URL": place.url}
    return read_configuration({**urls, "TOWOW_NAMESPACE": place.namespace, "TOWOW_LOG_LEVEL": "error"})


async def test_a_gateway_builds_the_index_when_it_starts(folder: Path, tmp_path: Path) -> None:
    async with private(tmp_path) as (_, place):
        await (await place.connect()).put(SHIPPED)
        async with distributed_gateway(configuration(place), allow_anonymous_admin=True):
            await built(folder)


async def begun(role: str, place: RegistryNamespace) -> bool:
    """Whether a worker of this role begins to read the registry before anybody asks."""
    arguments = configuration(place), asyncio.Event(), build_logger("error"), Health()
    async with _open_store_and_resources([role], *arguments) as stored:
        assert stored is not None
        profiles = stored[1].get(NegotiationResources).profiles
        assert isinstance(profiles, RedisProfileRegistry)
        return profiles._replica._refresh_task is not None  # pyright: ignore[reportPrivateUsage]


async def test_only_the_coordinator_worker_warms_up_the_registry(tmp_path: Path) -> None:
    async with private(tmp_path) as (_, place):
        assert {role: await begun(role, place) for role in QUEUES} == {role: role == "coordinator" for role in QUEUES}


async def test_warm_up_builds_the_index_before_the_first_search(folder: Path) -> None:
    async with own_place() as place:
        writer, reader = await place.connect(), await place.connect()
        await writer.put(SHIPPED)
        reader.warm_up()
        reader.warm_up()
        await built(folder)


async def test_warm_up_during_an_outage_builds_the_index_after_it(folder: Path, tmp_path: Path) -> None:
    async with private(tmp_path) as (server, place):
        writer, reader = await place.connect(), await place.connect()
        await writer.put(SHIPPED)
        server.kill()
        reader.warm_up()
        with pytest.raises(StoreUnavailable):
            await reader.get("nobody")
        await server.start()
        assert await reader.get("nobody") is None
        await built(folder)


async def test_a_full_read_keeps_searching_with_the_existing_index(folder: Path) -> None:
    async with own_place() as place, raw(place.url) as client:
        writer, reader = await place.connect(), await place.connect()
        await writer.put(SHIPPED)
        await reader.search(["养蜂"])
        await built(folder)
        with (folder / LOCK_FILE).open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # nobody can build
            await client.delete(place.key("changes"))
            await writer.put([person(f"new{number:02}", tags=["养蜂"]) for number in range(30)])

            async def keepers() -> list[str]:
                async with asyncio.timeout(5):
                    return ids(await reader.search(["养蜂"]))

            await eventually(keepers, [f"new{number:02}" for number in range(30)], within=5)
            await reader.close()
