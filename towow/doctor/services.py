"""Are RabbitMQ and Redis as ToWow needs them, and is anybody at work there? Checks of `towow doctor`."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, TypeVar

from gateway.streaming.epoch import renew_epoch
from negotiation.registry.redis import connect_registry as connect_registry
from shared.core.timestamps import to_iso8601
from shared.llm.circuit_breaker import breaker_of
from shared.llm.circuit_breaker_state import CircuitBreakerState
from shared.store.keys import SCHEMA_VERSION
from shared.store.port import StoreUnavailable
from shared.store.redis.connect import connect, owed
from shared.store.redis.server_info import inspect as inspect_store
from shared.transport.port import BrokerUnavailable
from shared.transport.rabbitmq.broker_info import BrokerInfo
from shared.transport.rabbitmq.broker_info import inspect_broker as inspect_broker
from shared.transport.topology import DEAD, Topology
from towow.bootstrap.applications import QUEUES
from towow.bootstrap.connections import START
from towow.config.environment import ServiceUrls
from towow.doctor.check import CheckFailed, DoctorCheck

T = TypeVar("T")

INIT_HINT = "run `towow init`"

DURABILITY_TEXTS = {
    None: "what it keeps on disk cannot be asked",
    "always": "every write is on disk before it is answered",
    "everysec": "appendfsync everysec: a crash loses the last seconds",
    "no": "appendfsync no: a crash loses what the system had not written",
    "off": "appendonly no: a restart forgets everything",
}


def service_checks(services: ServiceUrls, model: Callable[[], str], *, restored: bool) -> Iterator[DoctorCheck]:
    """In the order in which one thing needs another; `model` tells the name of the one whose breaker it is.

    `restored`: the store was put back from a copy, which those who watch must know. Nobody works meanwhile.
    """
    checks = _ServiceChecks(services)
    check_workers = _skip_workers if restored else checks.check_workers
    yield DoctorCheck("broker", checks.check_broker, "correct TOWOW_BROKER_URL, or do what is said there")
    yield DoctorCheck("store", checks.check_store, "correct TOWOW_STORE_URL, or do what is said there")
    if restored:
        yield DoctorCheck("epoch", checks.renew_epoch, "see what is said of the store, then say --restored again")
    yield DoctorCheck("registry", checks.check_registry, "correct TOWOW_STORE_URL, or do what is said there")
    yield DoctorCheck("workers", check_workers, "start some: towow worker ROLE…, or towow worker all")
    if checks.is_store_prepared:  # else there is no breaker yet, and the store's own finding says why
        hint = "its endpoint does not answer; the workers' log says how it failed, and they ask again by themselves"
        yield DoctorCheck("breaker", lambda: checks.check_breaker(model()), hint)


class _ServiceChecks:
    """What was found so far."""

    def __init__(self, services: ServiceUrls) -> None:
        self._services = services
        self._broker: BrokerInfo | None = None
        self._is_store_reachable = False
        self.is_store_prepared = False

    def check_broker(self) -> str:
        """Does it answer, and are the queues there?"""
        services = self._services
        info = self._broker = _run_query(inspect_broker(services.broker, Topology(services.namespace), QUEUES))
        summary = f"{info.version} at {info.url}, namespace {services.namespace}, {info.latency_ms:.0f} ms"
        if absent := [role for role in (*QUEUES, DEAD) if role not in info.queues]:
            raise CheckFailed(f"{summary}; queues that are not there: {', '.join(absent)}", INIT_HINT)
        return f"{summary}; waiting: " + ", ".join(f"{role} {queue.ready}" for role, queue in info.queues.items())

    def check_store(self) -> str:
        """Does it answer, and is everything there that `towow init` makes?"""
        services = self._services
        info = _run_query(inspect_store(services.store, services.namespace))
        self._is_store_reachable = True
        summary = f"{info.version} at {info.where}, namespace {services.namespace}, {info.latency:.0f} ms"
        if info.schema is None:
            raise CheckFailed(f"{summary}; nothing was prepared in it", INIT_HINT)
        if info.schema != SCHEMA_VERSION:
            message = f"{summary}; it holds schema version {info.schema}, this program writes {SCHEMA_VERSION}"
            raise CheckFailed(message, "run the program that wrote it, or choose another TOWOW_NAMESPACE")
        if info.functions is False:
            raise CheckFailed(f"{summary}; the Functions of this version are not there", INIT_HINT)
        self.is_store_prepared = True
        outstanding = _run_query(self._count_outstanding())
        to_send = ", ".join(f"{role} {count}" for role, count in sorted(outstanding.items())) or "nothing"
        durable = DURABILITY_TEXTS.get(info.fsync, f"appendfsync {info.fsync}")
        return f"{summary}; {durable}; to be sent: {to_send}; dead letters: {info.letters}"

    def renew_epoch(self) -> str:
        """Begin a new count of events: the old one gives numbers away again that somebody has seen."""
        if not self.is_store_prepared:
            raise CheckFailed("not renewed: the store cannot be used")
        return f"renewed, now {_run_query(self._renew_epoch())}: who watches is told, and starts from the first event"

    def check_registry(self) -> str:
        """Is anybody there who could be invited?"""
        if not self._is_store_reachable:
            raise CheckFailed("not known: it is in the store", "see what is said of the store")
        count = _run_query(self._count_agents())
        if not count:
            raise CheckFailed(
                "no agents: nobody can be invited", f"{INIT_HINT} for the shipped agents, or towow agents import PATH"
            )
        return f"{count} agents"

    def check_workers(self) -> str:
        """Is every role played by somebody?"""
        if self._broker is None:
            raise CheckFailed("not known: the broker cannot be asked", "see what is said of the broker")
        consumers = {role: queue.consumers for role, queue in self._broker.queues.items() if role != DEAD}
        if idle := [role for role in QUEUES if not consumers.get(role)]:
            raise CheckFailed(f"nobody works for {', '.join(idle)}: what is sent to them waits")
        return ", ".join(f"{role} {count}" for role, count in consumers.items())

    def check_breaker(self, model: str) -> str:
        """Is the model asked, or do fallbacks answer in its place?"""
        record = _run_query(self._read_breaker(model))
        if record.state == "closed":
            return f"closed for {model}" + (f"; failures in a row: {record.failures}" if record.failures else "")
        if record.state == "open":
            raise CheckFailed(
                f"open for {model} after {record.failures} failures; asked again from {to_iso8601(record.until)}"
            )
        raise CheckFailed(
            f"half open for {model} after {record.failures} failures; probes that are out: {len(record.probes)}"
        )

    async def _read_breaker(self, model: str) -> CircuitBreakerState:
        store = await connect(self._services.store, self._services.namespace)
        try:
            return await breaker_of(model, store)
        finally:
            await store.close()

    async def _renew_epoch(self) -> str:
        store = await connect(self._services.store, self._services.namespace)
        try:
            return await renew_epoch(store)
        finally:
            await store.close()

    async def _count_outstanding(self) -> dict[str, int]:
        store = await connect(self._services.store, self._services.namespace)
        try:
            return await owed(store)
        finally:
            await store.close()

    async def _count_agents(self) -> int:
        profiles = await connect_registry(self._services.store, self._services.namespace)
        try:
            return await profiles.count()
        finally:
            await profiles.close()


def _skip_workers() -> str:
    """A store is put back while all workers are stopped: that nobody works is as it should be."""
    return "not looked at: they stay stopped until the store is put back; then start them"


def _run_query(query: Coroutine[Any, Any, T]) -> T:
    """Its answer; with a service that is not there comes how to start one."""
    try:
        return asyncio.run(query)
    except BrokerUnavailable as error:
        raise CheckFailed(str(error), START["broker"]) from error
    except StoreUnavailable as error:
        raise CheckFailed(str(error), START["store"]) from error
