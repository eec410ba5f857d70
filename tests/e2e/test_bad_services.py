"""Is a broker or store that cannot be used named, with what to do about it, and never with its password?"""

import asyncio
import time

import aio_pika
import pytest
import redis

from tests.e2e.distributed import Distributed
from tests.services.rabbitmq import free_port
from tests.services.redis import private_redis
from towow.bootstrap.applications import QUEUES

pytestmark = pytest.mark.requires("services")

WAITING = [("init",), ("submit", "hi"), ("agents", "list"), ("dead-letters", "list")]


@pytest.mark.parametrize("command", WAITING, ids=" ".join)
def test_an_unreachable_store_exits_with_3(uninitialized: Distributed, command: tuple[str, ...]) -> None:
    url = f"redis://towow:secret@127.0.0.1:{free_port()}/0"
    told = uninitialized.inside(*command, "--wait", "0", TOWOW_STORE_URL=url)
    assert (told.code, told.out) == (3, "")
    assert "127.0.0.1:" in told.err
    assert "redis-server" in told.err
    assert_clean(told.err)


@pytest.mark.parametrize("command", [("submit", "hi"), ("events",)], ids=" ".join)
def test_an_unreachable_broker_exits_with_3_after_the_wait(
    uninitialized: Distributed, command: tuple[str, ...]
) -> None:
    begun = time.monotonic()
    url = f"amqp://towow:secret@127.0.0.1:{free_port()}/"
    told = uninitialized.inside(*command, "--wait", "1.5", TOWOW_BROKER_URL=url)
    assert time.monotonic() - begun > 1.5
    assert (told.code, told.out) == (3, "")
    assert "no answer within 1.5 s" in told.err
    assert "amqp://towow@127.0.0.1:" in told.err
    assert "rabbitmq-server" in told.err
    assert_clean(told.err)


def assert_clean(said: str) -> None:
    """Nothing secret, no traceback."""
    assert "secret" not in said
    assert "Traceback" not in said


@pytest.mark.parametrize("command", [("worker", "all"), ("events",), ("submit", "hi"), ("init",)], ids=" ".join)
def test_a_wrong_broker_password_exits_with_2(uninitialized: Distributed, command: tuple[str, ...]) -> None:
    url = uninitialized.broker.replace("guest:guest@", "guest:secret@")
    assert url != uninitialized.broker
    told = uninitialized.inside(*command, TOWOW_BROKER_URL=url)
    assert (told.code, told.out) == (2, "")
    assert "check user and password" in told.err
    assert_clean(told.err)


@pytest.mark.parametrize("command", [("worker", "all"), ("agents", "list"), ("dead-letters", "list")], ids=" ".join)
def test_a_wrong_store_password_exits_with_2(uninitialized: Distributed, command: tuple[str, ...]) -> None:
    url = uninitialized.store.replace("redis://", "redis://towow:secret@")
    told = uninitialized.inside(*command, TOWOW_STORE_URL=url)
    assert (told.code, told.out) == (2, "")
    assert "password" in told.err
    assert_clean(told.err)


@pytest.mark.parametrize("command", [("worker", "all"), ("events",), ("dead-letters", "list"), ("init",)], ids=" ".join)
def test_missing_service_urls_name_the_variables_to_set(uninitialized: Distributed, command: tuple[str, ...]) -> None:
    told = uninitialized.inside(*command, TOWOW_BROKER_URL="", TOWOW_STORE_URL="")
    assert (told.code, told.out) == (2, "")
    assert "TOWOW_BROKER_URL" in told.err
    assert "TOWOW_STORE_URL" in told.err
    assert uninitialized.inside(*command, TOWOW_STORE_URL="").code == 2


def test_an_unknown_role_is_reported_with_the_existing_roles(uninitialized: Distributed) -> None:
    told = uninitialized.inside("worker", "skills", "cook")
    assert (told.code, told.out) == (2, "")
    assert "cook" in told.err
    for role in (*QUEUES, "all"):
        assert role in told.err


@pytest.mark.parametrize("command", [("worker", "user_agent"), ("init",)], ids=" ".join)
def test_a_queue_with_other_arguments_is_exit_2(services: Distributed, command: tuple[str, ...]) -> None:
    name = services.topology.queue("user_agent")
    asyncio.run(declared(services.broker, name))
    told = services.inside(*command)
    assert (told.code, told.out) == (2, "")
    assert name in told.err
    assert "delete" in told.err


async def declared(broker: str, queue: str) -> None:
    async with await aio_pika.connect(broker) as connection:
        channel = await connection.channel()
        await channel.declare_queue(queue, durable=True)


@pytest.mark.parametrize("command", [("worker", "all"), ("init",), ("dead-letters", "list")], ids=" ".join)
def test_another_schema_version_is_exit_2(services: Distributed, command: tuple[str, ...]) -> None:
    with redis.Redis.from_url(services.store) as client:  # pyright: ignore[reportUnknownMemberType]
        client.set(f"{services.topology.namespace}:schema", "99")
    told = services.inside(*command)
    assert (told.code, told.out) == (2, "")
    assert "schema version 99" in told.err
    assert "TOWOW_NAMESPACE" in told.err


def test_a_full_store_is_reported_and_waited_for(uninitialized: Distributed) -> None:
    with private_redis() as server:
        assert uninitialized.inside("init", TOWOW_STORE_URL=server.url).code == 0
        server.cli("CONFIG", "SET", "maxmemory", "1")
        told = uninitialized.inside("init", "--wait", "0", TOWOW_NAMESPACE="x-full", TOWOW_STORE_URL=server.url)
        assert told.code == 3
        assert "memory is full" in told.err
        (report,) = uninitialized.inside("doctor", "--json", TOWOW_STORE_URL=server.url).rows
        (check,) = [check for check in report["checks"] if check["name"] == "store"]
        assert (check["ok"], "full: writes are refused" in check["detail"]) == (False, True)
        assert "TOWOW_RETENTION_DAYS" in check["hint"]
        server.cli("CONFIG", "SET", "maxmemory", "0")
        server.cli("REPLICAOF", "127.0.0.1", "1")
        told = uninitialized.inside("init", "--wait", "0", TOWOW_NAMESPACE="x-full", TOWOW_STORE_URL=server.url)
        assert told.code == 3
        assert "read-only" in told.err


@pytest.mark.parametrize("pattern", ["", "x" * 256], ids=["empty", "long"])
def test_an_invalid_binding_key_exits_with_2(uninitialized: Distributed, pattern: str) -> None:
    told = uninitialized.inside("events", pattern)
    assert (told.code, told.out) == (2, "")
    assert "binding key" in told.err
