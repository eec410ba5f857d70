"""A simulated process: its tasks, its connections, its death, and who starts it again (FAULTS § 2, F1, F3)."""

import asyncio
from collections.abc import Callable
from contextvars import ContextVar, copy_context
from typing import TYPE_CHECKING, Any

from shared.runtime.reconnect_loop import ConnectionSession, ReconnectLoop
from shared.transport.memory.broker import MemoryTransport
from shared.transport.port import BrokerUnavailable, Delivery, Transport
from tests.simulation.faulty_adapters import FaultyStoreAdapter, FaultyTransport

if TYPE_CHECKING:
    from tests.simulation.cluster import Cluster

PROCESS: "ContextVar[Process | None]" = ContextVar("process", default=None)
STOP_TIMEOUT = 3.0
"""Seconds that a process that is asked to stop gives to what it has in hand."""

Build = Callable[["Process", Transport], ConnectionSession]


def task_factory(loop: asyncio.AbstractEventLoop, coro: Any, **about: Any) -> "asyncio.Task[Any]":
    """Every task knows the process it belongs to, so that it dies with it."""
    task = asyncio.Task(coro, loop=loop, **about)
    context = about.get("context")
    process = PROCESS.get() if context is None else context.get(PROCESS)
    if process is not None:
        process.tasks.append(task)
    return task


class Process:
    """One life of a process, from its start to its death or its end."""

    def __init__(self, world: "Cluster", name: str, build: Build) -> None:
        self.world = world
        self.name = name
        self.alive = True
        self.tasks: list[asyncio.Task[Any]] = []
        self.paying: dict[str, tuple[str, str]] = {}
        """Who of its claims → the correlation and the question it may pay for."""
        self.session: ConnectionSession | None = None
        self.transport: Transport | None = None
        self._build = build
        self._clients: list[MemoryTransport] = []
        self._thaw = asyncio.Event()
        self._thaw.set()
        self._stop = asyncio.Event()
        self._asked = 0.0
        self.ended = asyncio.Event()
        self.store = FaultyStoreAdapter(self)

    @property
    def state(self) -> str:
        """What it is doing, for a story."""
        busy = sum(not task.done() for task in self.tasks)
        return f"{'works' if self.session else 'is connecting' if self.alive else 'is dead'}, {busy} tasks"

    def start(self) -> None:
        """Begin to live."""
        context = copy_context()
        context.run(PROCESS.set, self)
        asyncio.get_running_loop().create_task(self._live(), context=context)

    def spawn(self, work: Any) -> "asyncio.Task[Any]":
        """Something more that this process does."""
        context = copy_context()
        context.run(PROCESS.set, self)
        return asyncio.get_running_loop().create_task(work, context=context)

    def stop(self) -> None:
        """Ask it to end well (SIGTERM): what takes longer than STOP_TIMEOUT is interrupted."""
        self._asked = asyncio.get_running_loop().time()
        self._stop.set()

    def kill(self) -> None:
        """End it at once (SIGKILL): its connections are cut, and nothing it still would do has an effect."""
        if not self.alive:
            return
        self.alive = False
        self.session = None
        for client in self._clients:
            client.disconnect()
        current = asyncio.current_task()
        for task in self.tasks:
            if task is not current and not task.done():
                task.cancel()
        self.ended.set()

    async def breathe(self) -> None:
        """Pass time between two instructions. Nobody dead gets past this, and nobody frozen before he thaws."""
        if not self.alive:
            raise asyncio.CancelledError
        if self.world.adversary.chance("slow", of=10):
            await asyncio.sleep(self.world.adversary.pause())
        while not self._thaw.is_set():
            await self._thaw.wait()
        if not self.alive:
            raise asyncio.CancelledError

    def strikes(self, hop: str, kind: str) -> bool:
        """Whether the adversary strikes this process here."""
        return self.world.adversary.strikes(hop, kind)

    def struck(self, hop: str, kind: str) -> None:
        """It did."""
        self.world.adversary.struck(hop, kind, self.name)

    def loses(self, call: str) -> bool:
        """Whether a call to the store, or its reply, is lost."""
        lost = self.world.adversary.chance("call lost", of=0.3)
        if lost:
            self.world.adversary.did(f"{self.name}: {call} is lost", 0.5)
        return lost

    def may_die(self, hop: str, kind: str) -> None:
        """Die here, if the adversary wants it."""
        if self.alive and self.world.adversary.strikes(hop, kind, deadly=True):
            self.world.troubles.kill(self, hop, kind)
            raise asyncio.CancelledError

    def freeze(self, kind: str, client: MemoryTransport) -> None:
        """Stop for a while; the broker gives up on it meanwhile."""
        lasts = self.world.adversary.random.choice((3.0, 8.0))
        self.world.adversary.struck("frozen", kind, self.name, lasts)
        self.world.troubles.interrupted(self)
        self._thaw.clear()
        loop = asyncio.get_running_loop()
        loop.call_later(lasts / 2, client.disconnect)
        loop.call_later(lasts, self._thaw.set)

    def thaw(self) -> None:
        """Go on."""
        self._thaw.set()

    def cut(self) -> None:
        """Its connections to the broker are gone."""
        for client in self._clients:
            client.disconnect()

    async def _live(self) -> None:
        lifecycle = ReconnectLoop(
            self._connect, self._session, self.world.log, lambda: None, drain_timeout_s=STOP_TIMEOUT
        )
        await lifecycle.run(self._stop)
        if asyncio.get_running_loop().time() >= self._asked + STOP_TIMEOUT:
            self.world.troubles.interrupted(self)
        self.alive = False
        self.session = None
        self.ended.set()

    async def _connect(self) -> Transport:
        await self.breathe()
        if not self.world.troubles.broker_up:
            raise BrokerUnavailable("the broker is down")
        self.world.troubles.declare()
        publishing = MemoryTransport(self.world.broker, self._escaped)
        consuming = MemoryTransport(self.world.broker, self._escaped)
        self._clients = [one for one in self._clients if one.is_connected]
        self._clients += [publishing, consuming]
        self.transport = FaultyTransport(self, publishing, consuming)
        return self.transport

    def _session(self, transport: Transport) -> ConnectionSession:
        self.session = self._build(self, transport)
        return self.session

    def _escaped(self, delivery: Delivery, error: Exception) -> None:
        self.world.escaped(self.name, delivery.message.type, error)
