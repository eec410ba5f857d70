"""Dispatcher: decodes a delivery, runs the actor it is addressed to and settles the delivery once (DESIGN § 3)."""

import asyncio
from collections.abc import Mapping, Sequence

from pydantic import ValidationError

from shared.core.address import Address, parse_address
from shared.core.envelope import InvalidEnvelope, decode_envelope
from shared.core.message_base import Message, ReceivedMessage
from shared.core.trace import step_trace
from shared.runtime.actor import Actor, Entity
from shared.runtime.entity_executor import EntityExecutor
from shared.runtime.task_executor import TaskContextFactory, TaskExecutor
from shared.runtime.worker_context import DecodedMessage, WorkerContext
from shared.store.port import StoreUnavailable
from shared.store.retry import MAX_BACKOFF_S
from shared.transport.port import Delivery


class Dispatcher:
    """Handler of one worker's deliveries; settles each exactly once."""

    def __init__(
        self,
        actors: Sequence[Actor],
        routes: Mapping[str, str],
        context: WorkerContext,
        task_contexts: TaskContextFactory,
    ) -> None:
        """Index the actors by address kind.

        Args:
            actors: Actors of this worker.
            routes: Role by address kind; a kind outside the system is its own role.
            context: Dependencies of the executors.
            task_contexts: Creates the context of each task.
        """
        self._routes = routes
        self._actors = {actor.kind: actor for actor in actors}
        self._message_types = {actor.kind: _message_types(actor) for actor in actors}
        self._context = context
        self._entity_executor = EntityExecutor(context)
        self._task_executor = TaskExecutor(context, task_contexts)

    async def handle(self, delivery: Delivery) -> None:
        """Run the actor that a delivery is addressed to, then acknowledge the delivery and count its outcome.

        Return once the delivery is acknowledged. A message that cannot be decoded, that no actor accepts or whose
        publisher may not send in the sender's name is dead-lettered. If an actor fails, its executor schedules a retry
        or a dead letter. While the store is unavailable, the delivery stays unsettled and is retried here without a
        time limit.

        Raises:
            StoreMisconfigured: The store rejects a call; the delivery is not settled.
        """
        while True:
            try:
                outcome = await self._execute(delivery)
            except StoreUnavailable as error:
                self._context.log.debug("store_lost", queue=delivery.queue, error=str(error))
                await asyncio.sleep(MAX_BACKOFF_S)
            else:
                break
        await delivery.ack()
        self._context.metrics.count_delivery(delivery.queue, outcome)

    async def _execute(self, delivery: Delivery) -> str:
        try:
            decoded, actor = self._decode(delivery)
        except InvalidEnvelope as invalid:
            await self._context.failure_handler.dead_letter_delivery(delivery, invalid.reason, str(invalid))
            return "dead"
        if isinstance(actor, Entity):
            outcome = await self._entity_executor.execute(decoded, actor)
        else:
            outcome = await self._task_executor.execute(decoded, actor)
        if outcome == "seen":
            self._context.report_duplicate(decoded)
        return outcome

    def _decode(self, delivery: Delivery) -> tuple[DecodedMessage, Actor]:
        envelope = decode_envelope(delivery.message.data)
        try:
            sender, recipient = parse_address(envelope.sender), parse_address(envelope.recipient)
        except ValueError as error:
            raise InvalidEnvelope("undecodable", str(error)) from error
        if not self._may_publish_as(delivery, sender):
            raise InvalidEnvelope("undecodable", f"published by {delivery.publisher!r}, which may not send as {sender}")
        actor = self._actors.get(recipient.kind)
        body = self._message_types.get(recipient.kind, {}).get(envelope.type)
        if actor is None or body is None:
            raise InvalidEnvelope("unknown_type", f"{recipient} does not accept messages of type {envelope.type!r}")
        try:
            parsed = body.model_validate(envelope.body, extra="ignore")  # fields of newer versions
        except ValidationError as error:
            raise InvalidEnvelope("undecodable", _first_error(error)) from error
        trace, parent_id = step_trace(envelope.message_id, envelope.correlation_id, envelope.traceparent)
        received = ReceivedMessage(
            parsed,
            sender,
            recipient,
            envelope.message_id,
            envelope.correlation_id,
            envelope.deadline,
            trace=trace,
        )
        return DecodedMessage(envelope, received, trace, parent_id), actor

    def _may_publish_as(self, delivery: Delivery, sender: Address) -> bool:
        """Return whether the verified publisher may send in the sender's name (FAULTS § 4 T6); True if it is unknown.

        A role forwards messages of others under its own login, for example as a retry.
        """
        publisher = delivery.publisher
        return publisher is None or publisher in (delivery.queue, self._routes.get(sender.kind, sender.kind))


def _message_types(actor: Actor) -> Mapping[str, type[Message]]:
    return {body.type: body for body in actor.messages}


def _first_error(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    return f"body.{'.'.join(map(str, first['loc']))}: {first['msg']}"
