"""How a process works: it consumes its roles' queues, sweeps what they owe, files dead letters, and stops well."""

import asyncio
from collections.abc import Mapping, Sequence

from shared.core.clock import Clock
from shared.llm.port import Model
from shared.runtime.actor import Actor
from shared.runtime.commit_builder import CommitBuilder
from shared.runtime.dead_letters import DeadLetters
from shared.runtime.dispatcher import Dispatcher
from shared.runtime.outbox_relay import OutboxRelay, OutboxSweep
from shared.runtime.retry_policy import FailureHandler
from shared.runtime.settings import RuntimeSettings
from shared.runtime.task_executor import TaskContextFactory
from shared.runtime.worker_context import WorkerContext
from shared.store.port import Store, StoreUnavailable
from shared.telemetry.log import Log
from shared.telemetry.metrics import Metrics
from shared.transport.port import Consumer, Delivery, Transport

DEAD = "dead"

DEAD_LETTER_RETRY_S = 30.0
"""Seconds until a dead letter that could not be filed is tried again. Others are filed meanwhile."""


class Worker:
    """Runs some actors over one transport and one store."""

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
    ) -> None:
        """`routes`: the kind of every address of the system → the role in whose queue its messages wait."""
        self._transport = transport
        self._settings = settings
        self._log = log
        self.relay = OutboxRelay(store, transport, log)
        self._letters = DeadLetters(store, routes, log)
        self._roles = sorted({actor.role for actor in actors})
        self._sweeps = {
            role: OutboxSweep(role, store, self.relay, log, settings.state_check_interval) for role in self._roles
        }
        bench = WorkerContext(
            store=store,
            relay=self.relay,
            commit_builder=CommitBuilder(routes, journal=settings.journal),
            failure_handler=FailureHandler(store, self.relay, log, metrics, self._due_later),
            wake_sweep=self._due_later,
            log=log,
            metrics=metrics,
        )
        self._dispatch = Dispatcher(actors, routes, bench, TaskContextFactory(model, store, clock, metrics))
        self._consumers: list[Consumer] = []
        self._sweeping: list[asyncio.Task[None]] = []
        self._in_hand = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def start(self) -> None:
        """Begin to consume and to sweep."""
        self._consumers.append(await self._transport.consume(DEAD, self._file, self._settings.concurrency))
        for role in self._roles:
            self._consumers.append(await self._transport.consume(role, self._handle, self._settings.concurrency))
        self._sweeping = [asyncio.create_task(sweep.run()) for sweep in self._sweeps.values()]

    async def stop(self) -> None:
        """Take nothing more, finish what is in hand (at most `stop_timeout` s), stop sweeping."""
        await self._stop_consuming()
        try:
            async with asyncio.timeout(self._settings.stop_timeout):
                await self._idle.wait()
        except TimeoutError:
            self._log.warning("stopped_with_work_in_hand", messages=self._in_hand)
        await self._stop_sweeping()
        await self.relay.flush()

    async def drain_disconnected(self) -> None:
        """The connection is gone: claim nothing that could not be sent, but bring what is in hand to its commit.

        What cannot be published now is published by the sweep of whoever has a connection.
        """
        await asyncio.gather(self._stop_sweeping(), self._stop_consuming())
        await self._idle.wait()
        await self.relay.flush()

    async def _stop_consuming(self) -> None:
        await asyncio.gather(*(consumer.stop() for consumer in self._consumers))

    async def _stop_sweeping(self) -> None:
        for task in self._sweeping:
            task.cancel()
        await asyncio.gather(*self._sweeping, return_exceptions=True)

    def _due_later(self, role: str, due: int) -> None:
        self._sweeps[role].wake(due)

    async def _handle(self, delivery: Delivery) -> None:
        self._in_hand += 1
        self._idle.clear()
        try:
            await self._dispatch.handle(delivery)
        finally:
            self._in_hand -= 1
            if self._in_hand == 0:
                self._idle.set()

    async def _file(self, delivery: Delivery) -> None:
        """Keep a dead letter in the store, where it can be listed and sent again."""
        while True:
            try:
                await self._letters.add(delivery.message)
                break
            except StoreUnavailable as error:
                self._log.debug("store_lost", queue=DEAD, error=str(error))
            except Exception as error:  # noqa: BLE001 - given back, it would come again at once, for ever
                self._log.error("not_filed", message_id=delivery.message.message_id, exc_info=error)
                await asyncio.sleep(DEAD_LETTER_RETRY_S)
        await delivery.ack()
