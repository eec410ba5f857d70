"""How a test gets a RabbitMQ: the one it is told, the one on this machine, a private one, one in a container.

Tests share a broker, so each works in a namespace of its own, which is removed afterwards.
"""

import atexit
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import AsyncGenerator, Generator, Iterable
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from pathlib import Path
from urllib.parse import quote
from uuid import uuid4

from shared.transport.rabbitmq.declare import declare_topology, delete_topology
from shared.transport.topology import Topology
from tests.services.containers import container
from tests.services.requirements import skip_or_fail

IMAGE = "rabbitmq:4-management"
STANDARD = "amqp://guest:guest@localhost:5672/"
START_LIMIT = 60
"""Seconds; a start takes 4 to 8 on two idle cores."""

LIMITED, PASSWORD = "limited@tests", "p@ss/w%rd"
"""Of the user who may not declare: in a URL both must be quoted."""

GREETING = b"AMQP\x00\x00\x09\x01"


@cache
def broker_url() -> str:
    """A running broker, once per process; the test is skipped when there is none."""
    if told := os.environ.get("TOWOW_TEST_BROKER_URL"):
        return told
    if _speaks_amqp(5672):
        return STANDARD
    if _server() is None:
        return container_url()
    private = PrivateRabbit()
    atexit.register(private.remove)
    private.start()
    return private.url


@cache
def container_url() -> str:
    """The newest RabbitMQ in a container, once per process; the test is skipped where there is none to be had."""
    host, port = container(IMAGE, 5672)
    until = time.monotonic() + START_LIMIT
    while not _speaks_amqp(port, host):
        if time.monotonic() > until:
            raise RuntimeError(f"{IMAGE} did not answer within {START_LIMIT} s")
        time.sleep(0.2)
    return f"amqp://guest:guest@{host}:{port}/"


@asynccontextmanager
async def namespace(url: str, roles: Iterable[str], max_length: int = 1000) -> AsyncGenerator[Topology]:
    """A fresh namespace with the queues of `roles`, removed afterwards."""
    topology, roles = Topology(f"test-{uuid4().hex[:12]}"), tuple(roles)
    try:
        await declare_topology(url, topology, roles, max_length=max_length)
        yield topology
    finally:
        await delete_topology(url, topology, roles)


@contextmanager
def private_rabbit(definitions: str | None = None) -> Generator["PrivateRabbit"]:
    """A broker that nobody else uses, running; the test is skipped when RabbitMQ is not installed.

    With `definitions`, JSON, it has the users of these and no others, and serves the management.
    """
    if _server() is None:
        skip_or_fail("services", "rabbitmq-server is not installed")
    broker = PrivateRabbit(definitions)
    try:
        broker.start()
        yield broker
    finally:
        broker.remove()


class PrivateRabbit:
    """A RabbitMQ of one's own: node name, ports, port mapper and data are its own. The calls block, for seconds.

    Users, unless they are given: guest may everything, limited@tests may not declare.
    """

    def __init__(self, definitions: str | None = None) -> None:
        self._home = Path(tempfile.mkdtemp(prefix="towow-rabbit-"))
        self._port, self._dist_port, self._epmd_port, self.management_port = _free_ports(4)
        self._node: subprocess.Popen[bytes] | None = None
        self._epmd: subprocess.Popen[bytes] | None = None
        plugins = "[rabbitmq_management].\n" if definitions else "[].\n"
        managed = f"management.tcp.ip = 127.0.0.1\nmanagement.tcp.port = {self.management_port}\n"
        (self._home / "plugins").write_text(plugins, encoding="utf-8")
        (self._home / "definitions.json").write_text(definitions or json.dumps(_definitions()), encoding="utf-8")
        (self._home / "rabbit.conf").write_text(
            f"listeners.tcp.1 = 127.0.0.1:{self._port}\n"
            f"load_definitions = {self._home}/definitions.json\n"
            "disk_free_limit.absolute = 1MB\n" + (managed if definitions else ""),
            encoding="utf-8",
        )

    @property
    def url(self) -> str:
        """Where it listens, as the user who may everything; the same after a restart."""
        return f"amqp://guest:guest@127.0.0.1:{self._port}/"

    @property
    def limited_url(self) -> str:
        """The same for the user who may not declare."""
        return self.url_of(LIMITED, PASSWORD)

    def url_of(self, user: str, password: str) -> str:
        """The same for any user."""
        return f"amqp://{quote(user, safe='')}:{quote(password, safe='')}@127.0.0.1:{self._port}/"

    def logged(self) -> str:
        """What it has written to its log so far."""
        return "".join(file.read_text(encoding="utf-8") for file in sorted((self._home / "log").glob("*.log")))

    def start(self) -> None:
        """Start it, or start it again with the same data; return once it answers."""
        epmd, server = shutil.which("epmd"), _server()
        assert server is not None
        if epmd and self._epmd is None:  # else the node starts one that outlives it
            self._epmd = _spawn([epmd, "-port", str(self._epmd_port), "-address", "127.0.0.1"], self._home, {})
        self._node = _spawn([str(server)], self._home, self._environment())
        until = time.monotonic() + START_LIMIT
        while not _speaks_amqp(self._port):
            if self._node.poll() is not None or time.monotonic() > until:
                said = (self._home / "said").read_text(encoding="utf-8", errors="replace")[-2000:]
                raise RuntimeError(f"RabbitMQ did not start:\n{said}")
            time.sleep(0.1)

    def stop(self) -> None:
        """Stop it in good order."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """SIGKILL: no goodbye, no last write."""
        self._end(signal.SIGKILL)

    def alarm(self) -> None:
        """Let it be short of memory: until `calm` it reads from nobody who publishes."""
        self._ctl("set_vm_memory_high_watermark", "0.00001")

    def calm(self) -> None:
        """Let it have its memory back."""
        self._ctl("set_vm_memory_high_watermark", "0.4")

    def remove(self) -> None:
        """End it, and leave nothing behind."""
        self.kill()
        if self._epmd is not None:
            self._epmd.kill()
            self._epmd.wait()
            self._epmd = None
        shutil.rmtree(self._home, ignore_errors=True)

    def _ctl(self, *words: str) -> None:
        server = _server()
        assert server is not None
        command = [str(server.with_name("rabbitmqctl")), *words]
        subprocess.run(command, env={**os.environ, **self._environment()}, capture_output=True, timeout=60, check=True)

    def _end(self, how: signal.Signals) -> None:
        node, self._node = self._node, None
        if node is None:
            return
        with _gone_is_fine():
            os.killpg(node.pid, how)  # a shell and the node below it
        try:
            node.wait(timeout=START_LIMIT)
        finally:
            with _gone_is_fine():
                os.killpg(node.pid, signal.SIGKILL)
        while _speaks_amqp(self._port):
            time.sleep(0.05)

    def _environment(self) -> dict[str, str]:
        return {
            "RABBITMQ_NODENAME": f"towow-{self._port}@localhost",
            "RABBITMQ_DIST_PORT": str(self._dist_port),
            "RABBITMQ_CONFIG_FILE": str(self._home / "rabbit.conf"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(self._home / "plugins"),
            "RABBITMQ_MNESIA_BASE": str(self._home / "data"),
            "RABBITMQ_LOG_BASE": str(self._home / "log"),
            "RABBITMQ_PID_FILE": str(self._home / "pid"),
            "ERL_EPMD_PORT": str(self._epmd_port),
            "ERL_EPMD_ADDRESS": "127.0.0.1",
            "HOME": str(self._home),  # its cookie lies there
        }


@contextmanager
def _gone_is_fine() -> Generator[None]:
    try:
        yield
    except ProcessLookupError:
        return


def _spawn(command: list[str], home: Path, environment: dict[str, str]) -> subprocess.Popen[bytes]:
    with (home / "said").open("ab") as said:
        return subprocess.Popen(
            command,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            start_new_session=True,
        )


def _definitions() -> dict[str, object]:
    everything, nothing = ".*", "^$"
    return {
        "vhosts": [{"name": "/"}],
        "users": [
            {"name": "guest", "password": "guest", "tags": "administrator"},
            {"name": LIMITED, "password": PASSWORD, "tags": ""},
        ],
        "permissions": [
            {"user": "guest", "vhost": "/", "configure": everything, "write": everything, "read": everything},
            {"user": LIMITED, "vhost": "/", "configure": nothing, "write": everything, "read": everything},
        ],
    }


@cache
def _server() -> Path | None:
    """The installed server itself: distributions put a script before it that changes the user."""
    found = shutil.which("rabbitmq-server")
    if found is None:
        return None
    beside = Path(found).resolve().parent / "rabbitmq-server"
    return beside if beside.exists() else Path(found)


def _free_ports(amount: int) -> list[int]:
    held = [socket.create_server(("127.0.0.1", 0)) for _ in range(amount)]
    try:
        return [server.getsockname()[1] for server in held]
    finally:
        for server in held:
            server.close()


def _speaks_amqp(port: int, host: str = "127.0.0.1") -> bool:
    try:
        with socket.create_connection((host, port), timeout=2) as line:
            line.settimeout(2)
            line.sendall(GREETING)
            return line.recv(1) == b"\x01"
    except OSError:
        return False


def free_port() -> int:
    """A port on which nobody listens."""
    return _free_ports(1)[0]
