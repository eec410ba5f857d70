"""What a simulated process sees of store and broker: every call a place where the adversary may strike (FAULTS § 1)."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeVar

from shared.core.usage import Usage
from shared.store.memo_claim import MemoClaim
from shared.store.port import Commit, CommitResult, OutboxEntry, StoreUnavailable
from shared.transport.memory.broker import MemoryTransport
from shared.transport.port import BrokerMessage, Consumer, Delivery, Handler, PublishFailed, Unroutable
from tests.simulation.durable_store import WRITES
from tests.support.faulty_store import FaultyStore

if TYPE_CHECKING:
    from tests.simulation.process import Process

R = TypeVar("R")

IN_HAND: ContextVar[str] = ContextVar("in_hand", default="")
"""The type of the message that the running task handles."""

FROM: ContextVar[str] = ContextVar("from", default="")
"""The queue that message came from."""

COMMITTING: ContextVar[Commit | None] = ContextVar("committing", default=None)
"""The commit that the running task is about."""

HELD_BACK = 35.0
"""Seconds for which a commit may be held back so that somebody else overtakes it."""


class NoFaults:
    """`PortStore` asks its process instead."""

    async def before(self, call: str, subject: str) -> None:
        """Nothing."""

    async def after(self, call: str, subject: str) -> None:
        """Nothing."""


class FaultyStoreAdapter(FaultyStore):
    """The store as one process reaches it."""

    def __init__(self, process: "Process") -> None:
        self._process = process
        self._disk = process.world.disk
        super().__init__(self._disk, NoFaults())

    async def commit(self, commit: Commit) -> CommitResult:
        """As the store does; whoever is told is remembered to have been."""
        COMMITTING.set(commit)
        committed: CommitResult = await self.forward("commit", commit)
        if committed.status == "conflict" or (commit.record is not None and self._disk.ended_without(commit)):
            self._process.world.adversary.saw("overtaken", IN_HAND.get())
        if committed.status != "conflict":
            self._process.world.acknowledged(commit)
        return committed

    async def mark_published(self, role: str, entries: Sequence[OutboxEntry]) -> None:
        """As the store does, if the process lives to say so."""
        for entry in entries:
            self._process.may_die("killed before sent", entry.message.type)
        await self.forward("mark_published", role, entries)

    async def claim_memo(
        self, *, correlation_id: str, key: str, owner: str, lease_ms: int, reserve_tokens: int, budget_headroom: float
    ) -> MemoClaim:
        """As the store does; from now on this process may pay for the answer."""
        paying = self._process.paying
        before = owner in paying
        paying[owner] = correlation_id, key
        claim: MemoClaim = await self.forward(
            "claim_memo",
            correlation_id=correlation_id,
            key=key,
            owner=owner,
            lease_ms=lease_ms,
            reserve_tokens=reserve_tokens,
            budget_headroom=budget_headroom,
        )
        if claim.status != "go" and not before:
            del paying[owner]
        return claim

    async def finish_memo(self, *, correlation_id: str, key: str, owner: str, value: bytes, usage: Usage) -> bytes:
        """As the store does; what this process paid is kept now."""
        kept: bytes = await self.forward(
            "finish_memo", correlation_id=correlation_id, key=key, owner=owner, value=value, usage=usage
        )
        self._process.paying.pop(owner, None)
        return kept

    async def release_memo(self, *, correlation_id: str, key: str, owner: str) -> None:
        """As the store does; this process will not pay for it."""
        self._process.paying.pop(owner, None)
        await self.forward("release_memo", correlation_id=correlation_id, key=key, owner=owner)

    async def execute(self, call: str, subject: str, effect: Callable[[], Awaitable[R]]) -> R:
        return await self.reach(call, effect, is_write=call in WRITES)

    async def reach(self, call: str, effect: Callable[[], Awaitable[R]], *, is_write: bool) -> R:
        """One call to the server and back, whatever it is about. Raises StoreUnavailable."""
        process, disk = self._process, self._disk
        await process.breathe()
        kind = IN_HAND.get()
        if call == "precheck":
            process.may_die("killed before begin", kind)
        elif call == "commit":
            await self._before_commit(kind)
        if process.loses(call):
            raise StoreUnavailable(f"{call} was lost on its way")
        if not disk.up:
            raise StoreUnavailable("the store is down")
        epoch = disk.epoch
        result: R = await (disk.execute(effect) if is_write else effect())
        if call == "commit" and process.strikes("commit undone", kind):
            process.world.troubles.crash_store("commit undone", kind)
        await process.breathe()
        if disk.epoch != epoch or not disk.up:
            raise StoreUnavailable("the store went down before it answered")
        disk.sync()
        self._after(call, kind)
        if process.loses(f"the reply to {call}"):
            raise StoreUnavailable(f"the reply to {call} was lost")
        return result

    async def _before_commit(self, kind: str) -> None:
        process = self._process
        process.may_die("killed before commit", kind)
        if process.strikes("commit lost", kind):
            process.struck("commit lost", kind)
            raise StoreUnavailable("the commit was lost on its way")
        committing = COMMITTING.get()
        if committing and committing.record and committing.version and process.strikes("overtaken", kind):
            process.world.adversary.did(f"{process.name}: its commit is held back ({kind})", HELD_BACK)
            if not await process.world.until_changed(committing.address or "", committing.correlation_id, HELD_BACK):
                process.world.adversary.missed("overtaken", kind)
            await process.breathe()

    def _after(self, call: str, kind: str) -> None:
        process = self._process
        if call == "precheck":
            process.may_die("killed after begin", kind)
        elif call == "commit":
            process.may_die("killed after commit", kind)
            if process.strikes("reply lost", kind):
                process.struck("reply lost", kind)
                raise StoreUnavailable("the reply to the commit was lost")


class FaultyDelivery:
    """A delivery in the hands of a process that may die before it settles it."""

    def __init__(self, delivery: Delivery, process: "Process", client: MemoryTransport) -> None:
        self._delivery = delivery
        self._process = process
        self._client = client
        self._settled = False
        self.message = delivery.message
        self.queue = delivery.queue
        self.redelivered = delivery.redelivered
        self.publisher = delivery.publisher

    async def ack(self) -> None:
        """It is done."""
        await self._process.breathe()
        self._process.may_die("killed before ack", self.message.type)
        await self.settle()

    async def settle(self) -> None:
        """Tell the broker, once."""
        if not self._settled:
            self._settled = True
            if self._client.is_connected:
                self._process.world.acked(self.queue, self.message.message_id)
            await self._delivery.ack()

    async def reject(self) -> None:
        """Give it back."""
        await self._process.breathe()
        if not self._settled:
            self._settled = True
            await self._delivery.reject()


class FaultyTransport:
    """A process's two connections to the broker, one to publish and one to consume: the Transport port."""

    def __init__(self, process: "Process", publishing: MemoryTransport, consuming: MemoryTransport) -> None:
        self._process = process
        self._publishing = publishing
        self._client = consuming

    async def publish(self, message: BrokerMessage) -> None:
        """As the transport does, if the process lives to do it."""
        process, world, kind = self._process, self._process.world, message.type
        await process.breathe()
        process.may_die("killed before publish", kind)
        if (
            message.exchange == "commands"
            and world.troubles.empty(message.routing_key)
            and process.strikes("queue gone", kind)
        ):
            world.troubles.vanish(message.routing_key)
        try:
            await self._publishing.publish(message)
        except Unroutable:
            world.adversary.saw("queue gone", kind)
            if world.ablate != "mandatory":
                raise
        except PublishFailed:
            if world.ablate != "confirms":
                raise
        await process.breathe()

    async def consume(self, queue: str, handler: Handler, prefetch: int) -> Consumer:
        """As the transport does; what is delivered may be the process's undoing."""

        async def handle(delivery: Delivery) -> None:
            await self._handle(delivery, handler)

        return await self._client.consume(queue, handle, prefetch)

    async def subscribe(self, pattern: str, handler: Handler, *, private: bool = False) -> Consumer:
        """As the transport does."""
        return await self._client.subscribe(pattern, handler, private=private)

    async def wait_closed(self) -> str:
        """Why, once one of them is gone."""
        lost = [asyncio.ensure_future(client.wait_closed()) for client in (self._publishing, self._client)]
        try:
            done, _ = await asyncio.wait(lost, return_when=asyncio.FIRST_COMPLETED)
            return next(iter(done)).result()
        finally:
            for waiting in lost:
                waiting.cancel()

    async def close(self) -> None:
        """As the transport does."""
        await self._publishing.close()
        await self._client.close()

    async def _handle(self, delivery: Delivery, handler: Handler) -> None:
        process, kind = self._process, delivery.message.type
        FROM.set(delivery.queue)
        IN_HAND.set(kind if delivery.queue != "dead" else "")
        if delivery.redelivered:
            process.world.adversary.saw("redelivered", kind)
        held = FaultyDelivery(delivery, process, self._client)
        if process.world.ablate == "ack_order" and delivery.queue != "dead":
            await held.settle()
        if process.strikes("connection cut", kind):
            process.struck("connection cut", kind)
            asyncio.get_running_loop().call_later(process.world.adversary.pause(), self._client.disconnect)
        if process.strikes("frozen", kind):
            process.freeze(kind, self._client)
        await handler(held)
