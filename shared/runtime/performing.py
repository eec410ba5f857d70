"""How a task takes a message: looked up, performed, its answer committed, also when it failed for good (DESIGN § 3)."""

from collections.abc import Sequence

from shared.core.decision import Send
from shared.core.envelope import InvalidEnvelope
from shared.llm.port import BudgetExceeded, CorrelationClosed, RetryAt
from shared.runtime.actor import Task
from shared.runtime.handled import DecodedMessage, WorkerContext, skip_reason
from shared.runtime.toolbox import TaskContextFactory
from shared.store.persist import retry_until_available
from shared.store.port import CommitResult, StoreUnavailable


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
            await bench.failing.postpone(envelope, task.role, later.instant)
            return "postponed"
        except CorrelationClosed:
            return "expired"
        except BudgetExceeded:
            committed = await self._commit(handled, task, self._failed(handled, "budget"), begun.now)
        except StoreUnavailable:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, it is tried again and then answered `task_failed`
            bench.log_failure(handled, error)
            if not bench.failing.given_up(envelope):
                return await bench.failing.retry(envelope, task.role, repr(error))
            committed = await self._give_up(handled, task, error, begun.now)
        if committed.status == "duplicate":
            return "seen"
        await bench.relay.send(task.role, committed.mail)
        return bench.done(handled, task.role)

    async def _give_up(self, handled: DecodedMessage, task: Task, error: Exception, now: int) -> CommitResult:
        reason = error.reason if isinstance(error, InvalidEnvelope) else "handler_failed"
        await self._bench.failing.dead_letter_copy(handled.envelope, task.role, repr(error), reason)
        return await self._commit(handled, task, self._failed(handled, "handler_failed", repr(error)), now)

    def _failed(self, handled: DecodedMessage, reason: str, detail: str = "") -> Sequence[Send]:
        """What whoever asked is told; nothing when it came from outside, where nobody waits for it."""
        if not self._bench.steps.has_route(handled.received.sender):
            return ()
        return [self._bench.failing.task_failed_reply(handled.received, reason, detail)]

    async def _commit(self, handled: DecodedMessage, task: Task, sends: Sequence[Send], now: int) -> CommitResult:
        commit = self._bench.steps.build_task_commit(task, handled.envelope, sends, now)
        return await retry_until_available(lambda: self._bench.store.commit(commit))
