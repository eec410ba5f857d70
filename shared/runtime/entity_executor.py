"""How an entity takes a message: looked up, decided, committed; again when somebody else was faster (DESIGN § 3)."""

from dataclasses import replace
from typing import Any

from shared.core.envelope import Envelope, InvalidEnvelope
from shared.core.message import TimerFired
from shared.runtime.actor import Entity
from shared.runtime.address_locks import AddressLock, AddressLocks
from shared.runtime.commit_builder import EntityCommit
from shared.runtime.worker_context import DecodedMessage, WorkerContext, skip_reason
from shared.store.port import CommitResult, StepPrecheck
from shared.store.retry import retry_until_available

MAX_CONFLICTS = 8


class EntityExecutor:
    """Runs the steps of entities. The messages of one address wait for each other."""

    def __init__(self, bench: WorkerContext) -> None:
        self._bench = bench
        self._mailboxes = AddressLocks()

    async def execute(self, handled: DecodedMessage, entity: Entity[Any]) -> str:
        """Do the step; how it ended. The next message of the address may begin once this one is committed."""
        async with self._mailboxes.lock(handled.envelope.recipient) as turn:
            taken = await self._committed(handled, entity, turn)
        if isinstance(taken, str):
            return taken
        await self._bench.relay.send(entity.role, taken.due_entries)
        return self._bench.complete_step(handled, entity.role)

    async def _committed(self, handled: DecodedMessage, entity: Entity[Any], turn: AddressLock) -> CommitResult | str:
        """What the commit left to send, or how it ended without one."""
        for _ in range(MAX_CONFLICTS):
            taken = await self._once(handled, entity, turn)
            if taken != "conflict":
                return taken
            self._bench.metrics.count_conflict()
        return await self._bench.failure_handler.retry(handled.envelope, entity.role, "overtaken too often")

    async def _once(self, handled: DecodedMessage, entity: Entity[Any], turn: AddressLock) -> CommitResult | str:
        envelope, bench = handled.envelope, self._bench
        known = bench.commit_builder.recall(envelope.recipient)
        begun = turn.receive_state(envelope, known.version) or await self._begin(envelope, known.version)
        done = skip_reason(envelope, begun)
        if done:
            return done
        if await bench.dead_letter_if_stale(handled, entity.role, begun):
            return "dead"
        body = handled.received.body
        if isinstance(body, TimerFired) and begun.now < body.due:
            await bench.failure_handler.postpone(envelope, entity.role, body.due)
            return "postponed"
        try:
            received = replace(handled.received, spent=begun.usage)
            decided = bench.commit_builder.build_entity_commit(entity, received, envelope, begun, known)
        except Exception as error:  # noqa: BLE001 - whatever it is, the message is tried again and then given up
            bench.log_failure(handled, error)
            return await bench.failure_handler.retry(envelope, entity.role, repr(error))
        return await self._commit(handled, entity, decided, turn)

    async def _begin(self, envelope: Envelope, known: int) -> StepPrecheck:
        return await retry_until_available(
            lambda: self._bench.store.precheck(
                correlation_id=envelope.correlation_id,
                message_id=envelope.message_id,
                address=envelope.recipient,
                known_version=known,
            )
        )

    async def _commit(
        self, handled: DecodedMessage, entity: Entity[Any], decided: EntityCommit, turn: AddressLock
    ) -> CommitResult | str:
        bench, address = self._bench, handled.envelope.recipient
        try:
            committed = await retry_until_available(lambda: bench.store.commit(decided.commit))
        except InvalidEnvelope as error:
            bench.log_failure(handled, error)
            await bench.failure_handler.dead_letter_copy(handled.envelope, entity.role, str(error), error.reason)
            return "dead"
        if committed.status == "conflict":
            bench.commit_builder.forget(address)
            return "conflict"
        if committed.status == "duplicate":
            return "seen"
        if decided.state is not None:
            bench.commit_builder.remember(address, committed.version, decided.state)
            if not decided.commit.close:
                turn.hand_over(decided.commit.correlation_id, committed)
        if later := [mail.due for mail in decided.commit.outbox if mail.due is not None]:
            bench.wake_sweep(entity.role, min(later))
        return committed
