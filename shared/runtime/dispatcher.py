"""What happens to one delivery: decoded, handed to the actor it is for, settled once (DESIGN § 3)."""

import asyncio
from collections.abc import Mapping, Sequence

from pydantic import ValidationError

from shared.core.address import Address, parse_address
from shared.core.envelope import InvalidEnvelope, decode_envelope
from shared.core.message import Message, ReceivedMessage
from shared.runtime.actor import Actor, Entity
from shared.runtime.entity_executor import EntityExecutor
from shared.runtime.task_executor import TaskContextFactory, TaskExecutor
from shared.runtime.worker_context import DecodedMessage, WorkerContext
from shared.store.port import StoreUnavailable
from shared.store.retry import LONGEST_PAUSE
from shared.transport.port import Delivery


class Dispatcher:
    """Handles the deliveries of one worker. Every one is settled exactly once."""

    def __init__(
        self, actors: Sequence[Actor], routes: Mapping[str, str], bench: WorkerContext, toolbox: TaskContextFactory
    ) -> None:
        """`routes`: the kind of an address → the role that speaks for it; who is outside goes by the kind itself."""
        self._routes = routes
        self._actors = {actor.kind: actor for actor in actors}
        self._bodies = {actor.kind: _bodies(actor) for actor in actors}
        self._bench = bench
        self._deciding = EntityExecutor(bench)
        self._performing = TaskExecutor(bench, toolbox)

    async def handle(self, delivery: Delivery) -> None:
        """Do what the message asks for, then settle the delivery.

        While the store is away the delivery is kept in hand: given back, it would only come round again.
        """
        while True:
            try:
                outcome = await self._outcome(delivery)
            except StoreUnavailable as error:
                self._bench.log.debug("store_lost", queue=delivery.queue, error=str(error))
                await asyncio.sleep(LONGEST_PAUSE)
            else:
                break
        await delivery.ack()
        self._bench.metrics.count_delivery(delivery.queue, outcome)

    async def _outcome(self, delivery: Delivery) -> str:
        try:
            handled, actor = self._read(delivery)
        except InvalidEnvelope as refused:
            await self._bench.failure_handler.dead_letter_delivery(delivery, refused.reason, str(refused))
            return "dead"
        if isinstance(actor, Entity):
            return await self._deciding.execute(handled, actor)
        return await self._performing.execute(handled, actor)

    def _read(self, delivery: Delivery) -> tuple[DecodedMessage, Actor]:
        envelope = decode_envelope(delivery.message.data)
        try:
            sender, recipient = parse_address(envelope.sender), parse_address(envelope.recipient)
        except ValueError as error:
            raise InvalidEnvelope("undecodable", str(error)) from error
        if not self._speaks_for(delivery, sender):
            raise InvalidEnvelope(
                "undecodable", f"{delivery.publisher!r} published it, who does not speak for {sender}"
            )
        actor = self._actors.get(recipient.kind)
        body = self._bodies.get(recipient.kind, {}).get(envelope.type)
        if actor is None or body is None:
            raise InvalidEnvelope("unknown_type", f"{envelope.type!r} is nothing that {recipient} takes")
        try:
            read = body.model_validate(envelope.body)
        except ValidationError as error:
            raise InvalidEnvelope("undecodable", _first_problem(error)) from error
        received = ReceivedMessage(
            read, sender, recipient, envelope.message_id, envelope.correlation_id, envelope.deadline
        )
        return DecodedMessage(envelope, received), actor

    def _speaks_for(self, delivery: Delivery, sender: Address) -> bool:
        """Whether its sender is whom its publisher may speak for (FAULTS § 4 T6), as far as that is known.

        What a role sends on, a retry for instance, comes from its own login, whoever had sent it first.
        """
        publisher = delivery.publisher
        return publisher is None or publisher in (delivery.queue, self._routes.get(sender.kind, sender.kind))


def _bodies(actor: Actor) -> Mapping[str, type[Message]]:
    return {body.type: body for body in actor.messages}


def _first_problem(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    return f"body.{'.'.join(map(str, first['loc']))}: {first['msg']}"
