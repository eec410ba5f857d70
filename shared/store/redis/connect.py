"""How one gets a store over a server, and what is checked first: login, version, schema, functions, rights."""

from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from shared.store import keys
from shared.store.limits import DAY_MS, RETENTION_DAYS
from shared.store.port import StoreMisconfigured
from shared.store.redis.availability import AvailabilityListener
from shared.store.redis.functions import FunctionCaller, FunctionLibrary, load_function_library
from shared.store.redis.pipeline import PipelinedClient
from shared.store.redis.store import RedisStore

MIN_REDIS_VERSION = 7


async def connect(
    url: str,
    namespace: str,
    *,
    retention_days: int = RETENTION_DAYS,
    journal: bool = False,
    functions: FunctionLibrary | None = None,
    on_change: AvailabilityListener | None = None,
) -> RedisStore:
    """A store that is ready. What is absent, schema and functions, is written when the user may.

    `on_change` hears when the server is lost later, and when it is back.
    Raises StoreLost when the server is not reached or not ready, and StoreMisconfigured.
    """
    ours = functions or load_function_library()
    pipelines = PipelinedClient(url)
    try:
        await _make_ready(pipelines, namespace, ours)
    except BaseException:
        await pipelines.close()
        raise
    pipelines.mark_ready(on_change)
    return RedisStore(pipelines, ours, namespace, retention=retention_days * DAY_MS, journal=journal)


async def prepare(url: str, namespace: str) -> None:
    """Load the functions and write the schema, as a user who may: `towow init`. Raises as `connect` does."""
    async with _to(url) as pipelines:
        await _make_ready(pipelines, namespace, load_function_library())


async def delete_namespace(url: str, namespace: str) -> int:
    """Delete all keys of a namespace; how many. The functions stay: other namespaces use them."""
    removed = 0
    async with _to(url) as pipelines:
        async for key in _scan(pipelines, keys.namespace_pattern(namespace)):
            removed += await pipelines.call("UNLINK", key)
    return removed


async def count_outbox_entries(store: RedisStore) -> dict[str, int]:
    """How many entries each role has yet to send, now or later; without those that have none."""
    entries: Counter[str] = Counter()
    async for key in _scan(store.client, keys.due_pattern(store.namespace)):
        role = key.decode().split(":due:", 1)[1]
        entries[role] += await store.client.call("ZCARD", key)
    return dict(+entries)


async def _make_ready(pipelines: PipelinedClient, namespace: str, ours: FunctionLibrary) -> None:
    await _check_version(pipelines)
    functions = FunctionCaller(pipelines, ours)
    await functions.call("now", ())  # loads what is absent
    denied = await functions.call("denied", (keys.schema_key(namespace),), *ours.commands)
    if denied:
        commands = " ".join(f"+{command.decode()}" for command in denied)
        raise StoreMisconfigured(
            f"the store at {pipelines.redacted_url}: the user of TOWOW_STORE_URL lacks rights that the functions need: "
            f"ACL SETUSER … {commands}"
        )
    await _check_schema(pipelines, namespace)


async def _check_version(pipelines: PipelinedClient) -> None:
    """HELLO needs no right, INFO does."""
    answer = await pipelines.call("HELLO")
    about: dict[bytes, Any] = dict(zip(answer[::2], answer[1::2], strict=True))
    make, version = about[b"server"].decode(), about[b"version"].decode()
    if make == "redis" and int(version.split(".")[0]) < MIN_REDIS_VERSION:
        raise StoreMisconfigured(
            f"the store at {pipelines.redacted_url} is Redis {version}; Functions need Redis {MIN_REDIS_VERSION} "
            "or newer, or Valkey"
        )


async def _check_schema(pipelines: PipelinedClient, namespace: str) -> None:
    key = keys.schema_key(namespace)
    held = await pipelines.call("GET", key)
    if held is None:
        await pipelines.call("SET", key, keys.SCHEMA_VERSION, "NX")
        held = await pipelines.call("GET", key)
    if held is None or held.decode() != keys.SCHEMA_VERSION:
        version = "none" if held is None else held.decode(errors="replace")
        raise StoreMisconfigured(
            f"the store at {pipelines.redacted_url} holds schema version {version} under {key}, this program writes "
            f"{keys.SCHEMA_VERSION}: run the program that wrote it, or choose another TOWOW_NAMESPACE"
        )


@asynccontextmanager
async def _to(url: str) -> AsyncGenerator[PipelinedClient]:
    pipelines = PipelinedClient(url)
    try:
        yield pipelines
    finally:
        await pipelines.close()


async def _scan(pipelines: PipelinedClient, pattern: str) -> AsyncIterator[bytes]:
    cursor: bytes = b"0"
    while True:
        cursor, found = await pipelines.call("SCAN", cursor, "MATCH", pattern, "COUNT", 1000)
        for key in found:
            yield key
        if cursor == b"0":
            return
