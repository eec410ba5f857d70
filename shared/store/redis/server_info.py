"""What does a store say of itself: its version, how fast it answers, what it keeps on disk, whose schema it holds?"""

import time
from dataclasses import dataclass
from typing import Any

from shared.store import keys
from shared.store.port import StoreMisconfigured
from shared.store.redis.functions import load_function_library
from shared.store.redis.pipeline import PipelinedClient


@dataclass(frozen=True, slots=True)
class ServerInfo:
    """`where`: without password. `latency`: ms of one call. `schema`: None when nothing was prepared.

    `functions`: whether ours are there; `fsync`: `always`, `everysec`, `no`, or `off` without an append-only file.
    Both are None when this user may not ask. `letters`: dead letters that were filed.
    """

    url: str
    version: str
    latency_ms: float
    schema: str | None
    functions: bool | None
    fsync: str | None
    dead_letters: int


async def get_server_info(url: str, namespace: str) -> ServerInfo:
    """Look, and change nothing. Raises StoreLost or StoreMisconfigured."""
    pipelines = PipelinedClient(url)
    try:
        hello = await pipelines.call("HELLO")
        began = time.monotonic()
        schema = await pipelines.call("GET", keys.schema_key(namespace))
        latency = (time.monotonic() - began) * 1000
        about: dict[bytes, Any] = dict(zip(hello[::2], hello[1::2], strict=True))
        return ServerInfo(
            url=pipelines.redacted_url,
            version=f"{about[b'server'].decode().capitalize()} {about[b'version'].decode()}",
            latency_ms=latency,
            schema=None if schema is None else schema.decode(errors="replace"),
            functions=await _functions(pipelines),
            fsync=await _fsync(pipelines),
            dead_letters=await pipelines.call("ZCARD", keys.dead_letter_keys(namespace)[1]),
        )
    finally:
        await pipelines.close()


async def _functions(pipelines: PipelinedClient) -> bool | None:
    try:
        return bool(await pipelines.call("FUNCTION", "LIST", "LIBRARYNAME", f"towow_{load_function_library().hash}"))
    except StoreMisconfigured:
        return None


async def _fsync(pipelines: PipelinedClient) -> str | None:
    try:
        found: list[bytes] = await pipelines.call("CONFIG", "GET", "append*")
    except StoreMisconfigured:
        return None
    settings = dict(zip(found[::2], found[1::2], strict=True))
    if settings.get(b"appendonly") != b"yes":
        return "off"
    return settings.get(b"appendfsync", b"").decode() or None
