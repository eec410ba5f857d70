"""Checks of `towow doctor` for RabbitMQ, Redis and the workers."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from functools import partial
from typing import Any, TypeVar

from gateway.streaming.epoch import renew_epoch
from negotiation.registry.redis.registry import connect_registry
from shared.core.timestamps import to_iso8601
from shared.llm.circuit_breaker import read_breaker_state
from shared.store.keys import SCHEMA_VERSION
from shared.store.port import StoreUnavailable
from shared.store.redis.connect import connect, count_outbox_entries
from shared.store.redis.server_status import get_server_status
from shared.store.redis.store import RedisStore
from shared.transport.port import BrokerUnavailable
from shared.transport.rabbitmq.broker_status import BrokerStatus, inspect_broker
from shared.transport.topology import DEAD, Topology
from towow.bootstrap.applications import QUEUES
from towow.bootstrap.connections import START_HINTS
from towow.config.environment import ServiceUrls
from towow.doctor.check import CheckFailed, DoctorCheck

T = TypeVar("T")

INIT_HINT = "run `towow init`"

DURABILITY_TEXTS = {
    None: "durability unknown (no permission to read it)",
    "always": "appendfsync always: every write is on disk before its reply",
    "everysec": "appendfsync everysec: a crash loses the last seconds",
    "no": "appendfsync no: a crash loses what the operating system has not written",
    "off": "appendonly no: a restart loses everything",
}


def service_checks(services: ServiceUrls, model: Callable[[], str], *, restored: bool) -> Iterator[DoctorCheck]:
    """Yield the checks of broker, store, registry, workers and circuit breaker.

    Run each check before taking the next one, which may depend on it, and outside an event loop. The check of the
    circuit breaker is left out if that of the store failed.

    Args:
        services: URLs of RabbitMQ and Redis.
        model: Returns the name of the model whose circuit breaker is checked; called when that check runs.
        restored: The store was restored from a backup: a further check renews the stream epoch. The caller has stopped
            the workers; their check is skipped.
    """
    checks = _ServiceChecks(services)
    check_workers = _skip_workers if restored else checks.check_workers
    yield DoctorCheck("broker", checks.check_broker, "correct TOWOW_BROKER_URL, or what the message says")
    yield DoctorCheck("store", checks.check_store, "correct TOWOW_STORE_URL, or what the message says")
    if restored:
        yield DoctorCheck("epoch", checks.renew_epoch, "correct the store first, then run with --restored again")
    yield DoctorCheck("registry", checks.check_registry, "correct TOWOW_STORE_URL, or what the message says")
    yield DoctorCheck("workers", check_workers, "start workers: towow worker ROLE…, or towow worker all")
    if checks.is_store_prepared:  # else there is no breaker yet, and the store's check says why
        hint = "the model's endpoint fails; see the workers' log for the errors. The workers retry by themselves"
        yield DoctorCheck("breaker", lambda: checks.check_breaker(model()), hint)


class _ServiceChecks:
    """Probes of the services, and what they found so far."""

    def __init__(self, services: ServiceUrls) -> None:
        self._services = services
        self._broker: BrokerStatus | None = None
        self._is_store_reachable = False
        self.is_store_prepared = False

    def check_broker(self) -> str:
        """Check that RabbitMQ answers and has all queues."""
        services = self._services
        info = self._broker = _run_query(inspect_broker(services.broker, Topology(services.namespace), QUEUES))
        summary = f"{info.version} at {info.url}, namespace {services.namespace}, {info.latency_ms:.0f} ms"
        if absent := [role for role in (*QUEUES, DEAD) if role not in info.queues]:
            raise CheckFailed(f"{summary}; missing queues: {', '.join(absent)}", INIT_HINT)
        return f"{summary}; waiting: " + ", ".join(f"{role} {queue.ready}" for role, queue in info.queues.items())

    def check_store(self) -> str:
        """Check that Redis answers and has everything that `towow init` creates."""
        services = self._services
        info = _run_query(get_server_status(services.store, services.namespace))
        self._is_store_reachable = True
        summary = f"{info.version} at {info.url}, namespace {services.namespace}, {info.latency_ms:.0f} ms"
        if info.schema is None:
            raise CheckFailed(f"{summary}; it is not initialized", INIT_HINT)
        if info.schema != SCHEMA_VERSION:
            message = f"{summary}; it holds schema version {info.schema}, this program writes {SCHEMA_VERSION}"
            raise CheckFailed(message, "run the version that wrote it, or choose another TOWOW_NAMESPACE")
        if info.functions is False:
            raise CheckFailed(f"{summary}; the Functions of this version are missing", INIT_HINT)
        self.is_store_prepared = True
        outstanding = _run_query(self._ask_store(count_outbox_entries))
        to_send = ", ".join(f"{role} {count}" for role, count in sorted(outstanding.items())) or "nothing"
        durable = DURABILITY_TEXTS.get(info.fsync, f"appendfsync {info.fsync}")
        return f"{summary}; {durable}; to be sent: {to_send}; dead letters: {info.dead_letters}"

    def renew_epoch(self) -> str:
        """Renew the stream epoch: a restored store assigns sequence numbers that viewers have already seen."""
        if not self.is_store_prepared:
            raise CheckFailed("not renewed: the store is not usable")
        epoch = _run_query(self._ask_store(renew_epoch))
        return f"renewed, now {epoch}: viewers are notified and reload from the first event"

    def check_registry(self) -> str:
        """Check that there are agents to invite."""
        if not self._is_store_reachable:
            raise CheckFailed("unknown: the store does not answer", "see the check of the store")
        count = _run_query(self._count_agents())
        if not count:
            raise CheckFailed("no agents to invite", f"{INIT_HINT} for the shipped agents, or towow agents import PATH")
        return f"{count} agents"

    def check_workers(self) -> str:
        """Check that every role has a worker."""
        if self._broker is None:
            raise CheckFailed("unknown: the broker does not answer", "see the check of the broker")
        consumers = {role: queue.consumers for role, queue in self._broker.queues.items() if role != DEAD}
        if idle := [role for role in QUEUES if not consumers.get(role)]:
            raise CheckFailed(f"no worker for {', '.join(idle)}: their messages wait")
        return ", ".join(f"{role} {count}" for role, count in consumers.items())

    def check_breaker(self, model: str) -> str:
        """Check that the model's circuit breaker is closed; otherwise fallbacks answer."""
        record = _run_query(self._ask_store(partial(read_breaker_state, model)))
        if record.state == "closed":
            return f"closed for {model}" + (f"; consecutive failures: {record.failures}" if record.failures else "")
        if record.state == "open":
            raise CheckFailed(
                f"open for {model} after {record.failures} failures; the next probe is at {to_iso8601(record.until)}"
            )
        raise CheckFailed(
            f"half open for {model} after {record.failures} failures; probes in flight: {len(record.probes)}"
        )

    async def _ask_store(self, query: Callable[[RedisStore], Awaitable[T]]) -> T:
        """Return the result of `query` on the store, which is connected for it alone."""
        store = await connect(self._services.store, self._services.namespace)
        try:
            return await query(store)
        finally:
            await store.close()

    async def _count_agents(self) -> int:
        profiles = await connect_registry(self._services.store, self._services.namespace)
        try:
            return await profiles.count()
        finally:
            await profiles.close()


def _skip_workers() -> str:
    """Skip the check: workers are stopped while the store is restored."""
    return "skipped: start the workers once the store is restored"


def _run_query(query: Coroutine[Any, Any, T]) -> T:
    """Return the query's result; if a service is unavailable, the hint says how to start one."""
    try:
        return asyncio.run(query)
    except BrokerUnavailable as error:
        raise CheckFailed(str(error), START_HINTS["broker"]) from error
    except StoreUnavailable as error:
        raise CheckFailed(str(error), START_HINTS["store"]) from error
