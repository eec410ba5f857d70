"""Executor of entity steps: read the state, decide, commit; retry on a conflict (DESIGN § 3)."""

from dataclasses import replace
from typing import Any

from shared.core.envelope import Envelope, InvalidEnvelope
from shared.core.message_base import TimerFired
from shared.runtime.actor import Entity
from shared.runtime.address_locks import AddressLock, AddressLocks
from shared.runtime.commit_builder import EntityCommit
from shared.runtime.worker_context import DecodedMessage, WorkerContext, skip_reason
from shared.store.port import CommitResult, StepPrecheck
from shared.store.retry import retry_until_available

MAX_CONFLICTS = 8
"""Commit conflicts of one delivery before the message is retried later."""


class EntityExecutor:
    """Runs entity steps; the messages of one address are processed one at a time."""

    def __init__(self, context: WorkerContext) -> None:
        self._context = context
        self._locks = AddressLocks()

    async def execute(self, decoded: DecodedMessage, entity: Entity[Any]) -> str:
        """Run and commit the step of a message, publish its messages, and return the outcome for the metrics.

        The next message of the address starts once this one is committed; publishing happens outside the lock. Return
        once the broker has confirmed the messages or their publishing has failed, in which case the sweep publishes
        them.

        Returns:
            "done" (committed), "seen" (duplicate), "closed" (correlation closed), "expired" (deadline passed),
            "retried" (failed, next attempt scheduled), "postponed" (timer that is not due yet) or "dead"
            (dead-lettered). In each case the message is dealt with: the caller acknowledges its delivery.

        Raises:
            StoreUnavailable: The store did not answer for 30 s; call again with the same message.
        """
        async with self._locks.lock(decoded.envelope.recipient) as lock:
            result = await self._execute_with_retries(decoded, entity, lock)
        if isinstance(result, str):
            return result
        await self._context.relay.send(entity.role, result.due_entries)
        return self._context.complete_step(decoded, entity.role)

    async def _execute_with_retries(
        self, decoded: DecodedMessage, entity: Entity[Any], lock: AddressLock
    ) -> CommitResult | str:
        """Return the commit's result, or the outcome of a step that committed nothing."""
        for _ in range(MAX_CONFLICTS):
            result = await self._attempt(decoded, entity, lock)
            if result != "conflict":
                return result
            self._context.metrics.count_conflict()
        lost = f"CommitConflict: {decoded.envelope.recipient} was changed before each of {MAX_CONFLICTS} commits"
        return await self._context.failure_handler.retry(decoded.envelope, entity.role, lost)

    async def _attempt(self, decoded: DecodedMessage, entity: Entity[Any], lock: AddressLock) -> CommitResult | str:
        envelope, context = decoded.envelope, self._context
        cached = context.states.get(envelope.recipient)
        precheck = lock.receive_state(envelope, cached.version) or await self._precheck(envelope, cached.version)
        skipped = skip_reason(envelope, precheck)
        if skipped:
            return skipped
        if await context.dead_letter_if_stale(decoded, entity.role, precheck):
            return "dead"
        body = decoded.received.body
        if isinstance(body, TimerFired) and precheck.now < body.due:
            return await context.failure_handler.postpone(envelope, entity.role, body.due)
        try:
            received = replace(decoded.received, spent=precheck.usage)
            entity_commit = context.commit_builder.build_entity_commit(entity, received, envelope, precheck, cached)
        except Exception as error:  # noqa: BLE001 - any failure: the message is retried, then dead-lettered
            context.log_failure(decoded, error)
            return await context.failure_handler.retry(envelope, entity.role, repr(error))
        result = await self._commit(decoded, entity, entity_commit, lock)
        if not isinstance(result, str):
            await self._report(decoded, entity, entity_commit, start=precheck.now, end=result.now)
        return result

    async def _report(
        self, decoded: DecodedMessage, entity: Entity[Any], entity_commit: EntityCommit, *, start: int, end: int
    ) -> None:
        """Export the spans and write the log lines of a committed step."""
        context = self._context
        context.export_step(decoded, entity.role, start=start, end=end, declared=entity_commit.spans)
        context.write_logs(decoded, entity_commit.logs)
        if entity_commit.commit.close:
            await context.export_correlation(decoded, end)

    async def _precheck(self, envelope: Envelope, known_version: int) -> StepPrecheck:
        return await retry_until_available(
            lambda: self._context.store.precheck(
                correlation_id=envelope.correlation_id,
                message_id=envelope.message_id,
                address=envelope.recipient,
                known_version=known_version,
            )
        )

    async def _commit(
        self, decoded: DecodedMessage, entity: Entity[Any], entity_commit: EntityCommit, lock: AddressLock
    ) -> CommitResult | str:
        context, address = self._context, decoded.envelope.recipient
        try:
            committed = await retry_until_available(lambda: context.store.commit(entity_commit.commit))
        except InvalidEnvelope as error:
            context.log_failure(decoded, error)
            await context.failure_handler.dead_letter_copy(decoded.envelope, entity.role, str(error), error.reason)
            return "dead"
        if committed.status == "conflict":
            context.states.remove(address)
            return "conflict"
        if committed.status == "duplicate":
            return "seen"
        if entity_commit.state is not None:
            context.states.put(address, committed.version, entity_commit.state)
            if not entity_commit.commit.close:
                lock.hand_over(entity_commit.commit.correlation_id, committed)
        if due_times := [entry.due for entry in entity_commit.commit.outbox if entry.due is not None]:
            context.wake_sweep(entity.role, min(due_times))
        return committed
