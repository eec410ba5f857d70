"""A log that a test writes by hand: each event is one commit and one message on the broker, as a step's are."""

import json
from contextlib import suppress

from gateway.streaming.resume import FIRST_EPOCH
from gateway.streaming.sse_frames import encode_frame
from negotiation.contracts.events import DemandClosed
from shared.store.port import Commit, LoggedEvent, NewEvent, Store
from shared.transport.port import PublishFailed, Transport

INSTANT = "2026-01-22T10:00:00.000Z"
ANY = "towow.offer.submitted"


class CommittedLog:
    """The log of one demand."""

    def __init__(
        self, store: Store, transport: Transport, demand_id: str = "d-stream", owner: str | None = None
    ) -> None:
        """`owner`: then it is private, and his. `transport` may be replaced when it is lost."""
        self.demand_id = demand_id
        self._store = store
        self.transport = transport
        self._owner = owner
        self._written = 0

    async def write(self, amount: int = 1, *, size: int = 10, hint: bool = True) -> None:
        """So many events more, with `size` bytes of text each. Without `hint` the message is lost."""
        for _ in range(amount):
            await self._commit(ANY, size, hint=hint, close=False)

    async def close(self, *, hint: bool = True) -> None:
        """The last event."""
        await self._commit(DemandClosed.type, 10, hint=hint, close=True)

    async def frames(self, epoch: str = FIRST_EPOCH) -> list[bytes]:
        """What a reader is sent who misses nothing."""
        return [encode_frame(event.seq, event.type, event.data, epoch) for event in await self.events()]

    async def events(self) -> list[LoggedEvent]:
        """All of it."""
        found: list[LoggedEvent] = []
        while more := await self._store.read_log(self.demand_id, len(found)):
            found += more
        return found

    async def _commit(self, kind: str, size: int, *, hint: bool, close: bool) -> None:
        self._written += 1
        payload = json.dumps({"demand_id": self.demand_id, "text": "语" * (size // 6)}).encode()
        event = NewEvent(f"evt-{self._written:06}", kind, INSTANT, payload)
        step = f"step-{self._written}"
        commit = Commit(
            role="gateway",
            correlation_id=self.demand_id,
            message_id=step,
            events=[event],
            close=close,
            private=self._owner is not None,
            owner=self._owner,
        )
        committed = await self._store.commit(commit)
        assert committed.status == "ok"
        await self._store.mark_published("gateway", committed.due_entries)
        for mail in committed.due_entries if hint else ():
            with suppress(PublishFailed):  # the log has it
                await self.transport.publish(mail.message)
