"""Worker process: consumes its roles' queues, sweeps their outboxes, files dead letters and stops gracefully."""

import asyncio
from collections.abc import Mapping, Sequence

from shared.core.clock import Clock
from shared.llm.port import Model
from shared.runtime.actor import Actor
from shared.runtime.byte_budget import ByteBudget
from shared.runtime.commit_builder import CommitBuilder
from shared.runtime.dead_letters import DeadLetters
from shared.runtime.dispatcher import Dispatcher
from shared.runtime.outbox_relay import OutboxRelay, OutboxSweep
from shared.runtime.retry_policy import FailureHandler
from shared.runtime.settings import RuntimeSettings
from shared.runtime.state_cache import StateCache
from shared.runtime.task_executor import TaskContextFactory
from shared.runtime.worker_context import WorkerContext
from shared.store.port import Store, StoreUnavailable
from shared.telemetry.log import Log
from shared.telemetry.metrics import Metrics
from shared.telemetry.span_exporter import SpanExporter
from shared.transport.port import Consumer, Delivery, Transport
from shared.transport.topology import DEAD

MAX_BYTES_IN_PROGRESS = 32 * 1024 * 1024
"""Bytes of the encoded messages that a worker processes at once. Decoded, a message takes several times its size."""

DEAD_LETTER_RETRY_S = 30.0
"""Seconds until filing a dead letter is retried after an unexpected error; others are filed meanwhile."""


class Worker:
    """Runs a set of actors over one transport and one store: a ConnectionSession."""

    def __init__(
        self,
        actors: Sequence[Actor],
        *,
        routes: Mapping[str, str],
        store: Store,
        transport: Transport,
        model: Model,
        clock: Clock,
        settings: RuntimeSettings,
        log: Log,
        metrics: Metrics,
        spans: SpanExporter | None = None,
    ) -> None:
        """Wire the actors with their dependencies; `start` begins consuming.

        Args:
            actors: Actors of this worker; their roles name the queues to consume.
            routes: Role (queue name) by address kind, for every kind of the system.
            store: Store of records, outbox and dead letters.
            transport: Connection to the broker.
            model: Language model, circuit breaker included.
            clock: Time that tasks see.
            settings: Concurrency, timeouts and journal.
            log: Structured logger.
            metrics: Counters of this process.
            spans: Exporter of the spans of all steps; None if no traces are recorded.
        """
        self._transport = transport
        self._settings = settings
        self._log = log
        self.relay = OutboxRelay(store, transport, log, metrics)
        self._dead_letters = DeadLetters(store, routes, log)
        self._roles = sorted({actor.role for actor in actors})
        self._sweeps = {
            role: OutboxSweep(role, store, self.relay, log, settings.state_check_interval) for role in self._roles
        }
        context = WorkerContext(
            store=store,
            relay=self.relay,
            commit_builder=CommitBuilder(routes, journal=settings.journal),
            states=StateCache(),
            failure_handler=FailureHandler(store, self.relay, log, metrics, self._wake_sweep),
            wake_sweep=self._wake_sweep,
            log=log,
            metrics=metrics,
            spans=spans,
        )
        self._dispatcher = Dispatcher(actors, routes, context, TaskContextFactory(model, store, clock, metrics, log))
        self._budget = ByteBudget(MAX_BYTES_IN_PROGRESS)
        self._consumers: list[Consumer] = []
        self._sweep_tasks: list[asyncio.Task[None]] = []
        self._in_progress = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def start(self) -> None:
        """Start consuming the queues of the roles and the dead-letter queue, and sweeping the outboxes; call it once.

        Return once all consumers are registered. If it raises, some may be registered already: call
        `drain_disconnected`.

        Raises:
            LookupError: A queue was never declared.
            BrokerUnavailable: The connection is lost.
            BrokerMisconfigured: This login may not read a queue.
        """
        self._consumers.append(await self._transport.consume(DEAD, self._store_dead_letter, self._settings.concurrency))
        for role in self._roles:
            self._consumers.append(await self._transport.consume(role, self._handle, self._settings.concurrency))
        self._sweep_tasks = [asyncio.create_task(sweep.run()) for sweep in self._sweeps.values()]

    async def stop(self) -> None:
        """Stop consuming, wait up to `settings.stop_timeout` (s) for messages in progress, then stop the sweeps.

        Messages that are still in progress then are not cancelled here; their number is logged. The caller closes the
        connection, which cancels them; the broker redelivers them.
        """
        await self._stop_consuming()
        try:
            async with asyncio.timeout(self._settings.stop_timeout):
                await self._idle.wait()
        except TimeoutError:
            self._log.warning("stopped_with_work_in_hand", messages=self._in_progress)
        await self._stop_sweeps()
        await self.relay.flush()

    async def drain_disconnected(self) -> None:
        """Stop consuming and sweeping after the connection was lost; wait until messages in progress are dealt with.

        The wait has no time limit: each message is committed, scheduled for a retry or dead-lettered. Outbox entries
        that cannot be published now are published by the sweep of a connected worker.
        """
        await asyncio.gather(self._stop_sweeps(), self._stop_consuming())
        await self._idle.wait()
        await self.relay.flush()

    async def _stop_consuming(self) -> None:
        await asyncio.gather(*(consumer.stop() for consumer in self._consumers))

    async def _stop_sweeps(self) -> None:
        for task in self._sweep_tasks:
            task.cancel()
        await asyncio.gather(*self._sweep_tasks, return_exceptions=True)

    def _wake_sweep(self, role: str, due: int) -> None:
        self._sweeps[role].wake(due)

    async def _handle(self, delivery: Delivery) -> None:
        self._in_progress += 1
        self._idle.clear()
        try:
            async with self._budget.reserve(len(delivery.message.data)):
                await self._dispatcher.handle(delivery)
        finally:
            self._in_progress -= 1
            if self._in_progress == 0:
                self._idle.set()

    async def _store_dead_letter(self, delivery: Delivery) -> None:
        """File a dead letter in the store; retry until that succeeds."""
        while True:
            try:
                await self._dead_letters.add(delivery.message)
                break
            except StoreUnavailable as error:
                self._log.debug("store_lost", queue=DEAD, error=str(error))
            except Exception as error:  # noqa: BLE001 - a rejected delivery would return at once, in an endless loop
                self._log.error("not_filed", message_id=delivery.message.message_id, exc_info=error)
                await asyncio.sleep(DEAD_LETTER_RETRY_S)
        await delivery.ack()
