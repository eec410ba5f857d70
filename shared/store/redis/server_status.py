"""State of a Redis or Valkey server: version, latency, durability, schema, memory."""

import time
from typing import Any

from shared.store import keys
from shared.store.port import StoreMisconfigured
from shared.store.redis.functions import load_function_library
from shared.store.redis.pipeline import PipelinedClient
from shared.store.server_status import ServerStatus, StoreMemory


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
            memory=await _memory(client),
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


async def _memory(client: PipelinedClient) -> StoreMemory | None:
    try:
        found: bytes = await client.call("INFO", "memory")
    except StoreMisconfigured:
        return None
    lines = (line.partition(":") for line in found.decode(errors="replace").splitlines())
    values = {name: value for name, _, value in lines}
    return StoreMemory(int(values.get("used_memory", "0")), int(values.get("maxmemory", "0")))
