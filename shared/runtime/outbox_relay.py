"""What the broker confirmed is due no more: the store hears of it a little later, of many steps at once.

Nobody waits for that. Until then an entry is only due again after its grace: sent twice, it still has one effect.
"""

import asyncio
import math
from collections.abc import Sequence
from dataclasses import replace

from shared.runtime.dead_letters import build_dead_letter
from shared.store.port import OutboxEntry, Store, StoreUnavailable
from shared.store.retry import retry_until_available
from shared.telemetry.log import Log
from shared.transport.port import PublishFailed, Transport, Unroutable

BATCH_INTERVAL_S = 0.02
"""Seconds that are gathered into one call."""


class OutboxAcknowledger:
    """Forgets confirmed mail in the background."""

    def __init__(self, store: Store, log: Log) -> None:
        self._store = store
        self._log = log
        self._mail: dict[str, list[OutboxEntry]] = {}
        self._task: asyncio.Task[None] | None = None
        self._hurry = asyncio.Event()

    def add(self, role: str, mail: Sequence[OutboxEntry]) -> None:
        """These entries of `role` need not be sent again."""
        self._mail.setdefault(role, []).extend(mail)
        if self._task is None or self._task.done():
            self._hurry.clear()
            self._task = asyncio.create_task(self._forget_all())

    async def flush(self) -> None:
        """Tell the store at once, and wait until it heard of everything, or did not answer."""
        if self._task is not None:
            self._hurry.set()
            await asyncio.wait({self._task})

    async def mark_published(self, role: str, mail: Sequence[OutboxEntry]) -> None:
        """Tell the store of these now, and wait for it."""
        try:
            await self._store.mark_published(role, mail)
        except StoreUnavailable as error:
            self._log.warning("not_forgotten", role=role, error=str(error))
        except Exception as error:  # noqa: BLE001 - it is sent again, and the next ones must still be forgotten
            self._log.error("not_forgotten", role=role, exc_info=error)

    async def _forget_all(self) -> None:
        while self._mail:
            await self._pause()
            mail, self._mail = self._mail, {}
            await asyncio.gather(*(self.mark_published(role, entries) for role, entries in mail.items()))

    async def _pause(self) -> None:
        try:
            async with asyncio.timeout(BATCH_INTERVAL_S):
                await self._hurry.wait()
        except TimeoutError:
            return


SWEEP_BATCH_SIZE = 200
SWEEP_INTERVAL_S = 2.0


class OutboxRelay:
    """Publishes mail with confirms and forgets what was confirmed. An id is never in flight twice in one process.

    What no broker could ever carry is filed as a dead letter: it would be tried for ever.
    """

    def __init__(self, store: Store, transport: Transport, log: Log) -> None:
        self._store = store
        self._transport = transport
        self._log = log
        self._confirmed = OutboxAcknowledger(store, log)
        self._in_flight: set[str] = set()

    async def send(self, role: str, mail: Sequence[OutboxEntry]) -> None:
        """Publish these entries of `role` now. What the broker does not take stays due."""
        if confirmed := await self._publish_all(mail):
            self._confirmed.add(role, confirmed)

    async def send_claimed(self, role: str, mail: Sequence[OutboxEntry]) -> None:
        """The same for what was claimed: it is forgotten before the next claim."""
        if confirmed := await self._publish_all(mail):
            await self._confirmed.mark_published(role, confirmed)

    async def flush(self) -> None:
        """Wait until the store was told of all that was confirmed."""
        await self._confirmed.flush()

    async def _publish_all(self, mail: Sequence[OutboxEntry]) -> Sequence[OutboxEntry]:
        """All at once, nobody waits for the confirm of another one; those that were confirmed."""
        if len(mail) == 1:
            return mail if await self._publish(mail[0]) else ()
        done = await asyncio.gather(*map(self._publish, mail))
        return [entry for entry, confirmed in zip(mail, done, strict=True) if confirmed]

    async def _publish(self, entry: OutboxEntry) -> bool:
        if entry.id in self._in_flight:
            return False
        self._in_flight.add(entry.id)
        try:
            await self._transport.publish(entry.message)
        except PublishFailed as error:
            self._log.info("not_published", message_id=entry.message.message_id, error=str(error))
            return False
        except Unroutable as error:
            self._log.warning("unroutable", message_id=entry.message.message_id, error=str(error))
            return False
        except ValueError as error:
            await self._set_aside(entry, str(error))
        finally:
            self._in_flight.discard(entry.id)
        return True

    async def _set_aside(self, entry: OutboxEntry, error: str) -> None:
        """File what cannot be written: an id too long, headers too large. An event is in its log."""
        parcel = entry.message
        self._log.error("not_publishable", demand=entry.correlation_id, message_id=entry.id, error=error)
        if parcel.exchange in ("commands", "dead"):
            about = {"x-reason": "unroutable", "x-error": error, "x-queue": parcel.routing_key}
            letter = build_dead_letter(replace(parcel, exchange="commands", headers=about))
            await retry_until_available(lambda: self._store.add_dead_letter(letter))


class OutboxSweep:
    """Publishes what is due for one role: timers, retries, and whatever its committer could not send."""

    def __init__(self, role: str, store: Store, relay: OutboxRelay, log: Log, latest: float) -> None:
        """`latest` (s) bounds how late an entry of another process may be noticed."""
        self._role = role
        self._store = store
        self._relay = relay
        self._log = log
        self._longest = min(SWEEP_INTERVAL_S, latest)
        self._sooner = asyncio.Event()
        self._next_look = math.inf

    def wake(self, due: int) -> None:
        """There is something new that is due at `due` (ms): look at it in time, should that be before the next look."""
        if due < self._next_look:
            self._sooner.set()

    async def run(self) -> None:
        """Sweep until cancelled; while the store is away, wait for it."""
        while True:
            try:
                await self._once()
            except StoreUnavailable as error:
                self._log.debug("sweep_waits", role=self._role, error=str(error))
                await asyncio.sleep(self._longest)
            except Exception as error:  # noqa: BLE001 - whatever it is, what is due must not wait for ever
                self._log.warning("sweep_waits", role=self._role, exc_info=error)
                await asyncio.sleep(self._longest)

    async def _once(self) -> None:
        self._sooner.clear()
        self._next_look = math.inf
        due = await retry_until_available(lambda: self._store.get_next_due(self._role))
        now = await retry_until_available(self._store.now)
        look = now + self._longest * 1000 if due is None else min(due, now + self._longest * 1000)
        if look > now:
            self._next_look = look
            await self._sleep((look - now) / 1000)
            return
        mail = await retry_until_available(lambda: self._store.claim_due(self._role, SWEEP_BATCH_SIZE))
        await self._relay.send_claimed(self._role, mail)

    async def _sleep(self, pause: float) -> None:
        try:
            async with asyncio.timeout(pause):
                await self._sooner.wait()
        except TimeoutError:
            return
