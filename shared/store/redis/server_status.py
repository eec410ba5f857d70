"""State of a Redis or Valkey server as the doctor reports it: version, latency, durability, schema."""

import time
from dataclasses import dataclass
from typing import Any

from shared.store import keys
from shared.store.port import StoreMisconfigured
from shared.store.redis.functions import load_function_library
from shared.store.redis.pipeline import PipelinedClient


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """State of a server and a namespace.

    Attributes:
        url: URL without user and password.
        version: Product and version.
        latency_ms: Duration (ms) of one call.
        schema: Version of the key layout, None when the namespace was never initialized.
        functions: Whether the functions of this version are loaded; None without the right to know.
        fsync: `always`, `everysec`, `no`, or `off` without an append-only file; None without the right to know.
        dead_letters: Number of dead letters.
    """

    url: str
    version: str
    latency_ms: float
    schema: str | None
    functions: bool | None
    fsync: str | None
    dead_letters: int


async def get_server_status(url: str, namespace: str) -> ServerStatus:
    """Read the state of the server at `url` and of a namespace on it, over a connection of its own; change nothing.

    `url` is a redis://, rediss:// or unix:// URL with user and password. The namespace need not be initialized.

    Raises:
        StoreUnavailable: The server cannot be reached or is not ready.
        StoreMisconfigured: URL, login or rights are wrong.
    """
    client = PipelinedClient(url)
    try:
        hello = await client.call("HELLO")
        began = time.monotonic()
        schema = await client.call("GET", keys.schema_key(namespace))
        latency = (time.monotonic() - began) * 1000
        server: dict[bytes, Any] = dict(zip(hello[::2], hello[1::2], strict=True))
        return ServerStatus(
            url=client.redacted_url,
            version=f"{server[b'server'].decode().capitalize()} {server[b'version'].decode()}",
            latency_ms=latency,
            schema=None if schema is None else schema.decode(errors="replace"),
            functions=await _functions(client),
            fsync=await _fsync(client),
            dead_letters=await client.call("ZCARD", keys.dead_letter_keys(namespace)[1]),
        )
    finally:
        await client.close()


async def _functions(client: PipelinedClient) -> bool | None:
    try:
        return bool(await client.call("FUNCTION", "LIST", "LIBRARYNAME", f"towow_{load_function_library().hash}"))
    except StoreMisconfigured:
        return None


async def _fsync(client: PipelinedClient) -> str | None:
    try:
        found: list[bytes] = await client.call("CONFIG", "GET", "append*")
    except StoreMisconfigured:
        return None
    settings = dict(zip(found[::2], found[1::2], strict=True))
    if settings.get(b"appendonly") != b"yes":
        return "off"
    return settings.get(b"appendfsync", b"").decode() or None
