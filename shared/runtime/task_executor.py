"""What a task is given: a model bound to its demand, the time, and no more time than its message has (DESIGN § 6)."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from itertools import count
from secrets import token_hex

from shared.core.clock import Clock
from shared.core.decision import Send
from shared.core.envelope import InvalidEnvelope
from shared.core.message import Message, ReceivedMessage
from shared.llm.memoized_model import MemoizedModel
from shared.llm.port import BudgetExceeded, CorrelationClosed, Model, RetryAt
from shared.runtime.actor import Task, TaskContext
from shared.runtime.worker_context import DecodedMessage, WorkerContext, skip_reason
from shared.store.port import CommitResult, Store, StoreUnavailable
from shared.store.retry import retry_until_available
from shared.telemetry.metrics import Metrics


class TaskContextFactory:
    """Makes the tools of each task."""

    def __init__(self, model: Model, store: Store, clock: Clock, metrics: Metrics) -> None:
        """`model` is what answers, breaker included; who pays is decided per message."""
        self._model = model
        self._store = store
        self._clock = clock
        self._metrics = metrics
        self._name = token_hex(8)
        self._turns = count()

    @asynccontextmanager
    async def run_task(
        self, task: Task, received: ReceivedMessage[Message], now: int
    ) -> AsyncGenerator[Sequence[Send]]:
        """What the task has to say; at the end of the block what its answers cost is counted too.

        Raises Abandoned when the message's deadline passes meanwhile.
        """
        paid = MemoizedModel(
            self._model,
            self._store,
            correlation_id=received.correlation_id,
            # One claim per turn: the same message, delivered twice at once, must not pay twice.
            owner=f"{self._name}/{next(self._turns)}",
            metrics=self._metrics,
        )
        try:
            yield await self._perform(task, received, TaskContext(paid, self._clock), now)
        finally:
            await paid.wait_until_stored()

    async def _perform(
        self, task: Task, received: ReceivedMessage[Message], tools: TaskContext, now: int
    ) -> Sequence[Send]:
        if received.deadline is None:
            return await task.perform(received, tools)
        limit = asyncio.timeout((received.deadline - now) / 1000)
        try:
            async with limit:
                return await task.perform(received, tools)
        except TimeoutError as error:
            if limit.expired():
                raise CorrelationClosed("its deadline has passed") from error
            raise


class TaskExecutor:
    """Runs tasks. Whoever asked gets an answer, unless the question is no longer wanted, or came from outside."""

    def __init__(self, bench: WorkerContext, toolbox: TaskContextFactory) -> None:
        self._bench = bench
        self._toolbox = toolbox

    async def execute(self, handled: DecodedMessage, task: Task) -> str:
        """Do the work; how it ended."""
        envelope, bench = handled.envelope, self._bench
        begun = await retry_until_available(
            lambda: bench.store.precheck(correlation_id=envelope.correlation_id, message_id=envelope.message_id)
        )
        done = skip_reason(envelope, begun)
        if done:
            return done
        if await bench.dead_letter_if_stale(handled, task.role, begun):
            return "dead"
        try:
            async with self._toolbox.run_task(task, handled.received, begun.now) as sends:
                committed = await self._commit(handled, task, sends, begun.now)
        except RetryAt as later:
            await bench.failure_handler.postpone(envelope, task.role, later.instant)
            return "postponed"
        except CorrelationClosed:
            return "expired"
        except BudgetExceeded:
            committed = await self._commit(handled, task, self._failed(handled, "budget"), begun.now)
        except StoreUnavailable:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, it is tried again and then answered `task_failed`
            bench.log_failure(handled, error)
            if not bench.failure_handler.is_last_attempt(envelope):
                return await bench.failure_handler.retry(envelope, task.role, repr(error))
            committed = await self._give_up(handled, task, error, begun.now)
        if committed.status == "duplicate":
            return "seen"
        await bench.relay.send(task.role, committed.due_entries)
        return bench.complete_step(handled, task.role)

    async def _give_up(self, handled: DecodedMessage, task: Task, error: Exception, now: int) -> CommitResult:
        reason = error.reason if isinstance(error, InvalidEnvelope) else "handler_failed"
        await self._bench.failure_handler.dead_letter_copy(handled.envelope, task.role, repr(error), reason)
        return await self._commit(handled, task, self._failed(handled, "handler_failed", repr(error)), now)

    def _failed(self, handled: DecodedMessage, reason: str, detail: str = "") -> Sequence[Send]:
        """What whoever asked is told; nothing when it came from outside, where nobody waits for it."""
        if not self._bench.commit_builder.has_route(handled.received.sender):
            return ()
        return [self._bench.failure_handler.task_failed_reply(handled.received, reason, detail)]

    async def _commit(self, handled: DecodedMessage, task: Task, sends: Sequence[Send], now: int) -> CommitResult:
        commit = self._bench.commit_builder.build_task_commit(task, handled.envelope, sends, now)
        return await retry_until_available(lambda: self._bench.store.commit(commit))
