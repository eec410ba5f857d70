"""Connection to the store on a server; checks login, version, functions, rights and schema first."""

from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from shared.store import keys
from shared.store.port import StoreMisconfigured
from shared.store.redis.availability_report import AvailabilityListener
from shared.store.redis.functions import FunctionCaller, FunctionLibrary, load_function_library
from shared.store.redis.pipeline import PipelinedClient
from shared.store.redis.store import RedisStore
from shared.store.retention import DAY_MS, RETENTION_DAYS

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
    """Connect to the store on a server; load its functions and write the schema version where they are missing.

    The caller closes the returned store.

    Args:
        url: redis://, rediss:// or unix:// URL, with user and password.
        namespace: First part of all keys (TOWOW_NAMESPACE), for example `towow`.
        retention_days: Days after which a closed correlation expires.
        journal: Whether to store the journal entries of commits.
        functions: Function library to use; None for that of this version.
        on_change: Called with the reason when the server becomes unavailable later, and with None when it is available
            again; None reports nothing.

    Raises:
        StoreUnavailable: The server cannot be reached or is not ready.
        StoreMisconfigured: The URL, login, rights, server version or schema version is wrong.
    """
    library = functions or load_function_library()
    client = PipelinedClient(url)
    try:
        await _initialize(client, namespace, library)
    except BaseException:
        await client.close()
        raise
    client.mark_ready(on_change)
    return RedisStore(client, library, namespace, retention_ms=retention_days * DAY_MS, journal=journal)


async def prepare(url: str, namespace: str) -> None:
    """Load the functions into the server and write the schema version where they are missing, then disconnect.

    `url` and `namespace` are those of `connect`.

    Raises:
        StoreUnavailable: The server cannot be reached or is not ready.
        StoreMisconfigured: The URL, login, rights, server version or schema version is wrong.
    """
    async with _open_client(url) as client:
        await _initialize(client, namespace, load_function_library())


async def delete_namespace(url: str, namespace: str) -> int:
    """Delete all keys of a namespace, its schema version included, and return their number.

    The functions stay on the server, because other namespaces use them. Raises StoreUnavailable when the server does
    not answer, and StoreMisconfigured when URL, login or rights are wrong; some keys may be deleted by then.
    """
    removed = 0
    async with _open_client(url) as client:
        async for key in _scan(client, keys.namespace_pattern(namespace)):
            removed += await client.call("UNLINK", key)
    return removed


async def count_outbox_entries(store: RedisStore) -> dict[str, int]:
    """Return the number of outbox entries, due or not, by the name of the role; roles without entries are omitted.

    Raises StoreUnavailable, and StoreMisconfigured when a key holds data of another program.
    """
    entries: Counter[str] = Counter()
    async for key in _scan(store.client, keys.due_pattern(store.namespace)):
        role = key.decode().split(":due:", 1)[1]
        entries[role] += await store.client.call("ZCARD", key)
    return dict(+entries)


async def _initialize(client: PipelinedClient, namespace: str, library: FunctionLibrary) -> None:
    await _check_version(client)
    functions = FunctionCaller(client, library)
    await functions.call("now", ())  # loads the library where it is missing
    denied = await functions.call("list_denied_commands", (keys.schema_key(namespace),), *library.commands)
    if denied:
        commands = " ".join(f"+{command.decode()}" for command in denied)
        raise StoreMisconfigured(
            f"the store at {client.redacted_url}: the user of TOWOW_STORE_URL lacks rights that the functions need; "
            f"grant them with ACL SETUSER … {commands}"
        )
    await _check_schema(client, namespace)


async def _check_version(client: PipelinedClient) -> None:
    """Check the server's version by HELLO, which needs no right; INFO does."""
    reply = await client.call("HELLO")
    server: dict[bytes, Any] = dict(zip(reply[::2], reply[1::2], strict=True))
    product, version = server[b"server"].decode(), server[b"version"].decode()
    if product == "redis" and int(version.split(".")[0]) < MIN_REDIS_VERSION:
        raise StoreMisconfigured(
            f"the store at {client.redacted_url} is Redis {version}; use Redis {MIN_REDIS_VERSION} or "
            "newer, or Valkey: Functions need it"
        )


async def _check_schema(client: PipelinedClient, namespace: str) -> None:
    key = keys.schema_key(namespace)
    stored = await client.call("GET", key)
    if stored is None:
        await client.call("SET", key, keys.SCHEMA_VERSION, "NX")
        stored = await client.call("GET", key)
    if stored is None or stored.decode() != keys.SCHEMA_VERSION:
        version = "none" if stored is None else stored.decode(errors="replace")
        raise StoreMisconfigured(
            f"the store at {client.redacted_url} holds schema version {version} under {key}, expected "
            f"{keys.SCHEMA_VERSION}: run the version of the program that wrote it, or set another TOWOW_NAMESPACE"
        )


@asynccontextmanager
async def _open_client(url: str) -> AsyncGenerator[PipelinedClient]:
    client = PipelinedClient(url)
    try:
        yield client
    finally:
        await client.close()


async def _scan(client: PipelinedClient, pattern: str) -> AsyncIterator[bytes]:
    cursor: bytes = b"0"
    while True:
        cursor, found = await client.call("SCAN", cursor, "MATCH", pattern, "COUNT", 1000)
        for key in found:
            yield key
        if cursor == b"0":
            return
