"""What happens to one message: decoded, looked up, decided or performed, committed, relayed, settled (DESIGN § 3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from shared.core.address import parse_address
from shared.core.envelope import Envelope, Refused, decode
from shared.core.message import Message, Received, TimerFired
from shared.llm.port import Abandoned, BudgetRefused, NotBefore
from shared.runtime.actor import Actor, Entity, Task
from shared.runtime.failing import DueLater, Failing
from shared.runtime.mailbox import Mailboxes
from shared.runtime.relay import Relay
from shared.runtime.steps import Steps
from shared.runtime.toolbox import Toolbox
from shared.store.persist import persist
from shared.store.port import Begun, Store, StoreLost
from shared.telemetry.log import Log
from shared.telemetry.metrics import Metrics
from shared.transport.port import Delivery

MAX_CONFLICTS = 8


@dataclass(frozen=True, slots=True)
class Handled:
    """A decoded message with the actor it is for."""

    envelope: Envelope
    received: Received[Message]
    actor: Actor


class Dispatch:
    """Handles the deliveries of one worker. Every one is settled exactly once."""

    def __init__(
        self,
        actors: Sequence[Actor],
        *,
        store: Store,
        relay: Relay,
        steps: Steps,
        failing: Failing,
        toolbox: Toolbox,
        due_later: DueLater,
        log: Log,
        metrics: Metrics,
    ) -> None:
        self._actors = {actor.kind: actor for actor in actors}
        self._bodies = {actor.kind: _bodies(actor) for actor in actors}
        self._store = store
        self._relay = relay
        self._steps = steps
        self._failing = failing
        self._toolbox = toolbox
        self._due_later = due_later
        self._log = log
        self._metrics = metrics
        self._mailboxes = Mailboxes()

    async def handle(self, delivery: Delivery) -> None:
        """Do what the message asks for, then settle the delivery."""
        try:
            outcome = await self._outcome(delivery)
        except StoreLost as error:
            self._log.error("store_lost", queue=delivery.queue, error=str(error))
            await delivery.reject()
            return
        await delivery.ack()
        self._metrics.delivery(delivery.queue, outcome)

    async def _outcome(self, delivery: Delivery) -> str:
        try:
            handled = self._read(delivery.parcel.data)
        except Refused as refused:
            await self._failing.bury(delivery, refused.reason, str(refused))
            return "dead"
        if isinstance(handled.actor, Entity):
            async with self._mailboxes.turn(handled.envelope.recipient):
                return await self._decide(handled, handled.actor)
        return await self._perform(handled, handled.actor)

    def _read(self, data: bytes) -> Handled:
        envelope = decode(data)
        try:
            sender, recipient = parse_address(envelope.sender), parse_address(envelope.recipient)
        except ValueError as error:
            raise Refused("undecodable", str(error)) from error
        actor = self._actors.get(recipient.kind)
        body = self._bodies.get(recipient.kind, {}).get(envelope.type)
        if actor is None or body is None:
            raise Refused("unknown_type", f"{envelope.type!r} is nothing that {recipient} takes")
        try:
            read = body.model_validate(envelope.body)
        except ValidationError as error:
            raise Refused("undecodable", _first_problem(error)) from error
        received = Received(read, sender, recipient, envelope.message_id, envelope.correlation_id, envelope.deadline)
        return Handled(envelope, received, actor)

    async def _decide(self, handled: Handled, entity: Entity[Any]) -> str:
        for _ in range(MAX_CONFLICTS):
            outcome = await self._decide_once(handled, entity)
            if outcome is not None:
                return outcome
            self._metrics.conflict()
        return await self._failing.again(handled.envelope, entity.role, "overtaken too often")

    async def _decide_once(self, handled: Handled, entity: Entity[Any]) -> str | None:
        envelope, body = handled.envelope, handled.received.body
        known = self._steps.known(envelope.recipient)
        begun = await persist(
            lambda: self._store.begin(
                correlation_id=envelope.correlation_id,
                message_id=envelope.message_id,
                address=envelope.recipient,
                known=known,
            )
        )
        done = _nothing_to_do(envelope, begun)
        if done:
            return done
        if isinstance(body, TimerFired) and begun.now < body.due:
            await self._failing.postpone(envelope, entity.role, body.due)
            return "postponed"
        try:
            commit = self._steps.decided(entity, handled.received, envelope, begun)
        except Exception as error:  # noqa: BLE001 - whatever it is, the message is tried again and then given up
            self._log_failure(envelope, error)
            return await self._failing.again(envelope, entity.role, repr(error))
        committed = await persist(lambda: self._store.commit(commit))
        if committed.status == "conflict":
            self._steps.forget(envelope.recipient)
            return None
        if committed.status == "ok":
            self._steps.remember(commit, committed.version)
            if any(mail.due is not None for mail in commit.mail):
                self._due_later(entity.role)
        return await self._finish(entity.role, envelope, committed.status, committed.mail)

    async def _perform(self, handled: Handled, task: Task) -> str:
        envelope = handled.envelope
        begun = await persist(
            lambda: self._store.begin(correlation_id=envelope.correlation_id, message_id=envelope.message_id)
        )
        done = _nothing_to_do(envelope, begun)
        if done:
            return done
        try:
            sends = await self._toolbox.perform(task, handled.received, begun.now)
            commit = self._steps.performed(task, envelope, sends, begun.now)
        except NotBefore as later:
            await self._failing.postpone(envelope, task.role, later.instant)
            return "postponed"
        except Abandoned:
            return "expired"
        except BudgetRefused:
            answer = self._failing.answer(handled.received, "budget")
            commit = self._steps.performed(task, envelope, [answer], begun.now)
        except StoreLost:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, it is tried again and then answered `task_failed`
            self._log_failure(envelope, error)
            if not self._failing.given_up(envelope):
                return await self._failing.again(envelope, task.role, repr(error))
            await self._failing.copy(envelope, task.role, repr(error))
            answer = self._failing.answer(handled.received, "handler_failed", repr(error))
            commit = self._steps.performed(task, envelope, [answer], begun.now)
        committed = await persist(lambda: self._store.commit(commit))
        return await self._finish(task.role, envelope, committed.status, committed.mail)

    async def _finish(self, role: str, envelope: Envelope, status: str, mail: Sequence[Any]) -> str:
        if status == "duplicate":
            return "seen"
        self._metrics.step(role, envelope.type)
        self._log.debug("step", **_about(envelope))
        if mail:
            await self._relay.send(role, mail)
        return "done"

    def _log_failure(self, envelope: Envelope, error: Exception) -> None:
        self._log.warning("step_failed", attempt=envelope.attempt, exc_info=error, **_about(envelope))


def _about(envelope: Envelope) -> dict[str, str]:
    """What every log line says: which demand, which actor, which message, and its trace."""
    return {
        "demand": envelope.correlation_id,
        "address": envelope.recipient,
        "message_id": envelope.message_id,
        "type": envelope.type,
        "traceparent": envelope.traceparent or "",
    }


def _bodies(actor: Actor) -> Mapping[str, type[Message]]:
    return {body.type: body for body in actor.messages}


def _nothing_to_do(envelope: Envelope, begun: Begun) -> str | None:
    if begun.seen:
        return "seen"
    if begun.closed:
        return "closed"
    if envelope.deadline is not None and begun.now > envelope.deadline:
        return "expired"
    return None


def _first_problem(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    return f"body.{'.'.join(map(str, first['loc']))}: {first['msg']}"
