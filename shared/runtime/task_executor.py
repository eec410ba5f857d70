"""Executor of tasks: stateless work with a budgeted model, bounded by the message's deadline (DESIGN § 6)."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from secrets import token_hex

from shared.core.address import Address
from shared.core.clock import Clock, OffsetClock
from shared.core.decision import Send
from shared.core.envelope import InvalidEnvelope
from shared.core.message_base import Message, ReceivedMessage
from shared.llm.memoized_model import MemoizedModel
from shared.llm.port import BudgetExceeded, CorrelationClosed, Model, RetryAt
from shared.runtime.actor import Task, TaskContext
from shared.runtime.worker_context import DecodedMessage, WorkerContext, skip_reason
from shared.store.port import CommitResult, Store, StoreUnavailable
from shared.store.retry import retry_until_available
from shared.telemetry.log import Log
from shared.telemetry.metrics import Metrics


class TaskContextFactory:
    """Creates the context of each task run: a memoized model and a reader of notes, of the message's correlation."""

    def __init__(self, model: Model, store: Store, clock: Clock, metrics: Metrics, log: Log) -> None:
        """Share `model` (circuit breaker included) among all tasks of a worker."""
        self._model = model
        self._store = store
        self._clock = clock
        self._metrics = metrics
        self._log = log
        self._worker_id = token_hex(8)
        self._claims = count()

    @asynccontextmanager
    async def run_task(
        self, task: Task, received: ReceivedMessage[Message], now: int
    ) -> AsyncGenerator[Sequence[Send]]:
        """Run a task to its end and yield the messages it sends; on exit wait until the model's answers are stored.

        The task runs while the context is entered. Commit its messages within the context and publish them after it. On
        exit the answers and their costs are stored, whether or not the task succeeded, however long the store is
        unavailable.

        Args:
            task: Task to run.
            received: Message to process; the task is cancelled at its deadline.
            now: Time of the store's clock (ms since the epoch), from which the time to the deadline counts.

        Raises:
            CorrelationClosed: The message's deadline passed, or its correlation was closed.
            RetryAt: The model is unavailable for now, or another run asks the same question; its `instant` (ms since
                the epoch) says when to run the task again.
            BudgetExceeded: The correlation's token budget does not allow a call.
            StoreUnavailable: The store did not answer for 30 s.
            Exception: The task raised it.
        """
        model = MemoizedModel(
            self._model,
            self._store,
            correlation_id=received.correlation_id,
            # One claim per run: two concurrent deliveries of a message must not both pay.
            owner=f"{self._worker_id}/{next(self._claims)}",
            metrics=self._metrics,
            log=self._log,
        )
        log = self._log.bind(
            correlation=received.correlation_id,
            message_id=received.message_id,
            trace_id=received.trace.trace_id if received.trace is not None else "",
        )
        # Instants in messages are the store's; the clock of a worker may be an hour off.
        clock = OffsetClock(self._clock, now - self._clock.now())
        context = TaskContext(model, clock, partial(self._read_notes, received.correlation_id), log)
        try:
            yield await self._perform(task, received, context, now)
        finally:
            await model.wait_until_stored()

    async def _read_notes(self, correlation_id: str, address: Address, start: int, end: int) -> Sequence[bytes]:
        return await retry_until_available(lambda: self._store.read_notes(str(address), correlation_id, start, end))

    async def _perform(
        self, task: Task, received: ReceivedMessage[Message], context: TaskContext, now: int
    ) -> Sequence[Send]:
        if received.deadline is None:
            return await task.perform(received, context)
        limit = asyncio.timeout((received.deadline - now) / 1000)
        try:
            async with limit:
                return await task.perform(received, context)
        except TimeoutError as error:
            if limit.expired():
                raise CorrelationClosed("the message's deadline has passed") from error
            raise


class TaskExecutor:
    """Runs tasks. The sender gets a reply in any case, unless it is outside the system or its correlation is closed."""

    def __init__(self, context: WorkerContext, contexts: TaskContextFactory) -> None:
        self._context = context
        self._contexts = contexts

    async def execute(self, decoded: DecodedMessage, task: Task) -> str:
        """Run the task of a message, commit and publish the messages it sends, and return the outcome for the metrics.

        Return once the broker has confirmed the messages or their publishing has failed, in which case the sweep
        publishes them.

        Returns:
            "done" (committed, also a reply `task_failed`), "seen" (duplicate), "closed" (correlation closed), "expired"
            (deadline passed or correlation closed while the task ran), "retried" (failed, next attempt scheduled),
            "postponed" (RetryAt) or "dead" (dead-lettered, because it is too old). In each case the message is dealt
            with: the caller acknowledges its delivery.

        Raises:
            StoreUnavailable: The store did not answer for 30 s; call again with the same message.
        """
        envelope, context = decoded.envelope, self._context
        precheck = await retry_until_available(
            lambda: context.store.precheck(correlation_id=envelope.correlation_id, message_id=envelope.message_id)
        )
        skipped = skip_reason(envelope, precheck)
        if skipped:
            return skipped
        if await context.dead_letter_if_stale(decoded, task.role, precheck):
            return "dead"
        try:
            async with self._contexts.run_task(task, decoded.received, precheck.now) as sends:
                committed = await self._commit(decoded, task, sends, precheck.now)
        except RetryAt as retry:
            return await context.failure_handler.postpone(envelope, task.role, retry.instant)
        except CorrelationClosed:
            return "expired"
        except BudgetExceeded:
            committed = await self._commit(decoded, task, self._failure_replies(decoded, "budget"), precheck.now)
        except StoreUnavailable:
            raise
        except Exception as error:  # noqa: BLE001 - any failure: the message is retried, then answered `task_failed`
            context.log_failure(decoded, error)
            if not context.failure_handler.is_last_attempt(envelope):
                return await context.failure_handler.retry(envelope, task.role, repr(error))
            committed = await self._dead_letter(decoded, task, error, precheck.now)
        if committed.status == "duplicate":
            return "seen"
        context.export_step(decoded, task.role, start=precheck.now, end=committed.now)
        await context.relay.send(task.role, committed.due_entries)
        return context.complete_step(decoded, task.role)

    async def _dead_letter(self, decoded: DecodedMessage, task: Task, error: Exception, now: int) -> CommitResult:
        reason = error.reason if isinstance(error, InvalidEnvelope) else "handler_failed"
        await self._context.failure_handler.dead_letter_copy(decoded.envelope, task.role, repr(error), reason)
        return await self._commit(decoded, task, self._failure_replies(decoded, "handler_failed", repr(error)), now)

    def _failure_replies(self, decoded: DecodedMessage, reason: str, detail: str = "") -> Sequence[Send]:
        """Return the `task_failed` reply; none for a sender without a queue."""
        if not self._context.commit_builder.has_route(decoded.received.sender):
            return ()
        return [self._context.failure_handler.task_failed_reply(decoded.received, reason, detail)]

    async def _commit(self, decoded: DecodedMessage, task: Task, sends: Sequence[Send], now: int) -> CommitResult:
        commit = self._context.commit_builder.build_task_commit(task, decoded.envelope, sends, now)
        return await retry_until_available(lambda: self._context.store.commit(commit))
