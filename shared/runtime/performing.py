"""How a task takes a message: looked up, performed, its answer committed, also when it failed for good (DESIGN § 3)."""

from collections.abc import Sequence

from shared.core.decision import Send
from shared.core.envelope import Refused
from shared.llm.port import Abandoned, BudgetRefused, NotBefore
from shared.runtime.actor import Task
from shared.runtime.handled import Bench, Handled, nothing_to_do
from shared.runtime.toolbox import Toolbox
from shared.store.persist import persist
from shared.store.port import Committed, StoreLost


class Performing:
    """Runs tasks. Whoever asked gets an answer, unless the question is no longer wanted, or came from outside."""

    def __init__(self, bench: Bench, toolbox: Toolbox) -> None:
        self._bench = bench
        self._toolbox = toolbox

    async def take(self, handled: Handled, task: Task) -> str:
        """Do the work; how it ended."""
        envelope, bench = handled.envelope, self._bench
        begun = await persist(
            lambda: bench.store.begin(correlation_id=envelope.correlation_id, message_id=envelope.message_id)
        )
        done = nothing_to_do(envelope, begun)
        if done:
            return done
        if await bench.refuse_stale(handled, task.role, begun):
            return "dead"
        try:
            async with self._toolbox.performed(task, handled.received, begun.now) as sends:
                committed = await self._commit(handled, task, sends, begun.now)
        except NotBefore as later:
            await bench.failing.postpone(envelope, task.role, later.instant)
            return "postponed"
        except Abandoned:
            return "expired"
        except BudgetRefused:
            committed = await self._commit(handled, task, self._failed(handled, "budget"), begun.now)
        except StoreLost:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, it is tried again and then answered `task_failed`
            bench.log_failure(handled, error)
            if not bench.failing.given_up(envelope):
                return await bench.failing.again(envelope, task.role, repr(error))
            committed = await self._give_up(handled, task, error, begun.now)
        if committed.status == "duplicate":
            return "seen"
        await bench.relay.send(task.role, committed.mail)
        return bench.done(handled, task.role)

    async def _give_up(self, handled: Handled, task: Task, error: Exception, now: int) -> Committed:
        reason = error.reason if isinstance(error, Refused) else "handler_failed"
        await self._bench.failing.copy(handled.envelope, task.role, repr(error), reason)
        return await self._commit(handled, task, self._failed(handled, "handler_failed", repr(error)), now)

    def _failed(self, handled: Handled, reason: str, detail: str = "") -> Sequence[Send]:
        """What whoever asked is told; nothing when it came from outside, where nobody waits for it."""
        if not self._bench.steps.reaches(handled.received.sender):
            return ()
        return [self._bench.failing.answer(handled.received, reason, detail)]

    async def _commit(self, handled: Handled, task: Task, sends: Sequence[Send], now: int) -> Committed:
        commit = self._bench.steps.performed(task, handled.envelope, sends, now)
        return await persist(lambda: self._bench.store.commit(commit))
