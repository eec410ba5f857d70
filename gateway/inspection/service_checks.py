"""Checks of broker, store, registry, workers and circuit breaker, for `towow doctor` and the operations page."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from gateway.inspection.check_result import CheckFailed, CheckResult
from gateway.inspection.probes import ServiceProbes
from shared.core.timestamps import to_iso8601
from shared.store.keys import SCHEMA_VERSION
from shared.store.server_status import ServerStatus, StoreMemory
from shared.transport.broker_status import BrokerStatus
from shared.transport.topology import DEAD

INIT_HINT = "run `towow init`"
BLOCKED_HINT = "give the broker more memory or disk: `rabbitmqctl status` shows its alarms; messages wait in the store"
FULL_HINT = "give Redis more memory (maxmemory), or keep data for a shorter time (TOWOW_RETENTION_DAYS)"

FULL_SHARE = 0.9
"""Used share of the store's memory from which its check fails; at 1.0 every write is refused."""

DURABILITY_TEXTS = {
    None: "durability unknown (no permission to read it)",
    "always": "appendfsync always: every write is on disk before its reply",
    "everysec": "appendfsync everysec: a crash loses the last seconds",
    "no": "appendfsync no: a crash loses what the operating system has not written",
    "off": "appendonly no: a restart loses everything",
    "memory": "in this process: a restart loses everything",
}

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class ServiceCheck:
    """A named check. `probe` returns the finding if all is well and raises otherwise; `hint` says what to do then."""

    name: str
    probe: Callable[[], Awaitable[str]]
    hint: str

    async def run(self) -> CheckResult:
        """Run the probe and return its result; an exception becomes one with `ok` False, the error text and a hint."""
        try:
            return CheckResult(name=self.name, ok=True, detail=await self.probe())
        except Exception as error:  # noqa: BLE001 - every failure of a probe is a result
            return CheckResult.from_error(self.name, error, self.hint)


class ServiceInspection:
    """Checks of the services of a system, and what they found so far.

    Attributes:
        broker: Status of the broker; None before its check, or if it does not answer.
        store: Status of the store's server; likewise.
        to_send: Number of outbox entries by role; None before the store's check, or if the store is not usable.
    """

    def __init__(self, probes: ServiceProbes, roles: Sequence[str], model: Callable[[], str]) -> None:
        """Create the checks; nothing is looked at yet.

        Args:
            probes: Questions to the services.
            roles: Roles that need a queue and a worker.
            model: Returns the name of the model whose circuit breaker is checked; called when that check runs.
        """
        self._probes = probes
        self._roles = roles
        self._model = model
        self.broker: BrokerStatus | None = None
        self.store: ServerStatus | None = None
        self.to_send: Mapping[str, int] | None = None

    def checks(self, *, restored: bool = False) -> Iterator[ServiceCheck]:
        """Yield the checks; run each before taking the next one, which may depend on it.

        The check of the circuit breaker is left out if that of the store failed.

        Args:
            restored: The store was restored from a backup: a further check renews the stream epoch. The caller has
                stopped the workers; their check is skipped.
        """
        check_workers = self._skip_workers if restored else self._check_workers
        yield ServiceCheck("broker", self._check_broker, "correct TOWOW_BROKER_URL, or what the message says")
        yield ServiceCheck("store", self._check_store, "correct TOWOW_STORE_URL, or what the message says")
        if restored:
            yield ServiceCheck("epoch", self._renew_epoch, "correct the store first, then run with --restored again")
        yield ServiceCheck("registry", self._check_registry, "correct TOWOW_STORE_URL, or what the message says")
        yield ServiceCheck("workers", check_workers, "start workers: towow worker ROLE…, or towow worker all")
        if self.to_send is not None:  # else there is no breaker yet, and the store's check says why
            hint = "the model's endpoint fails; see the workers' log for the errors. The workers retry by themselves"
            yield ServiceCheck("breaker", self._check_breaker, hint)

    async def run(self) -> Sequence[CheckResult]:
        """Run all checks, each after those it depends on, and return their results. Raises nothing."""
        return [await check.run() for check in self.checks()]

    async def _check_broker(self) -> str:
        """Check that the broker answers, has all queues and takes messages."""
        info = self.broker = await self._probes.inspect_broker()
        summary = f"{info.version} at {info.url}, namespace {self._probes.namespace}, {info.latency_ms:.0f} ms"
        if absent := [role for role in (*self._roles, DEAD) if role not in info.queues]:
            raise CheckFailed(f"{summary}; missing queues: {', '.join(absent)}", INIT_HINT)
        waiting = ", ".join(f"{role} {queue.ready}" for role, queue in info.queues.items())
        if info.blocked is not None:
            raise CheckFailed(f"{summary}; it blocks publishers: {info.blocked}; waiting: {waiting}", BLOCKED_HINT)
        return f"{summary}; waiting: {waiting}"

    async def _check_store(self) -> str:
        """Check that the store answers, has everything that `towow init` creates, and has memory left."""
        info = self.store = await self._probes.get_server_status()
        summary = f"{info.version} at {info.url}, namespace {self._probes.namespace}, {info.latency_ms:.0f} ms"
        if info.schema is None:
            raise CheckFailed(f"{summary}; it is not initialized", INIT_HINT)
        if info.schema != SCHEMA_VERSION:
            message = f"{summary}; it holds schema version {info.schema}, this program writes {SCHEMA_VERSION}"
            raise CheckFailed(message, "run the version that wrote it, or choose another TOWOW_NAMESPACE")
        if info.functions is False:
            raise CheckFailed(f"{summary}; the Functions of this version are missing", INIT_HINT)
        self.to_send = await self._probes.count_outbox_entries()
        to_send = ", ".join(f"{role} {count}" for role, count in sorted(self.to_send.items())) or "nothing"
        durable = DURABILITY_TEXTS.get(info.fsync, f"appendfsync {info.fsync}")
        memory = _memory_text(info.memory, is_in_process=info.fsync == "memory")
        found = f"{summary}; {durable}; {memory}; to be sent: {to_send}; dead letters: {info.dead_letters}"
        if info.memory is not None and info.memory.share >= FULL_SHARE:
            state = "full: writes are refused" if info.memory.share >= 1 else "almost full"
            raise CheckFailed(f"{found}; it is {state}", FULL_HINT)
        return found

    async def _renew_epoch(self) -> str:
        """Renew the stream epoch: a restored store assigns sequence numbers that viewers have already seen."""
        if self.to_send is None:
            raise CheckFailed("not renewed: the store is not usable")
        epoch = await self._probes.renew_epoch()
        return f"renewed, now {epoch}: viewers are notified and reload from the first event"

    async def _check_registry(self) -> str:
        """Check that there are agents to invite."""
        if self.store is None:
            raise CheckFailed("unknown: the store does not answer", "see the check of the store")
        count = await self._probes.count_agents()
        if not count:
            raise CheckFailed("no agents to invite", f"{INIT_HINT} for the shipped agents, or towow agents import PATH")
        return f"{count} agents"

    async def _check_workers(self) -> str:
        """Check that every role has a worker."""
        if self.broker is None:
            raise CheckFailed("unknown: the broker does not answer", "see the check of the broker")
        consumers = {role: queue.consumers for role, queue in self.broker.queues.items() if role != DEAD}
        if idle := [role for role in self._roles if not consumers.get(role)]:
            raise CheckFailed(f"no worker for {', '.join(idle)}: their messages wait")
        return ", ".join(f"{role} {count}" for role, count in consumers.items())

    async def _skip_workers(self) -> str:
        """Skip the check: workers are stopped while the store is restored."""
        return "skipped: start the workers once the store is restored"

    async def _check_breaker(self) -> str:
        """Check that the model's circuit breaker is closed; otherwise fallbacks answer."""
        model = self._model()
        record = await self._probes.read_breaker(model)
        if record.state == "closed":
            return f"closed for {model}" + (f"; consecutive failures: {record.failures}" if record.failures else "")
        if record.state == "open":
            raise CheckFailed(
                f"open for {model} after {record.failures} failures; the next probe is at {to_iso8601(record.until)}"
            )
        raise CheckFailed(
            f"half open for {model} after {record.failures} failures; probes in flight: {len(record.probes)}"
        )


def _memory_text(memory: StoreMemory | None, *, is_in_process: bool) -> str:
    if is_in_process:
        return "memory is that of this process"
    if memory is None:
        return "memory unknown (no permission to read it)"
    if not memory.limit:
        return f"memory {memory.used / MIB:.1f} MiB, without a limit"
    return f"memory {memory.used / MIB:.1f} of {memory.limit / MIB:.1f} MiB ({memory.share:.0%})"
