"""What the broker confirmed is due no more: the store hears of it a little later, of many steps at once.

Nobody waits for that. Until then an entry is only due again after its grace: sent twice, it still has one effect.
"""

import asyncio
from collections.abc import Sequence

from shared.store.port import OutboxEntry, Store, StoreUnavailable
from shared.telemetry.log import Log

PAUSE = 0.02
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

    async def settled(self) -> None:
        """Tell the store at once, and wait until it heard of everything, or did not answer."""
        if self._task is not None:
            self._hurry.set()
            await asyncio.wait({self._task})

    async def forget(self, role: str, mail: Sequence[OutboxEntry]) -> None:
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
            await asyncio.gather(*(self.forget(role, entries) for role, entries in mail.items()))

    async def _pause(self) -> None:
        try:
            async with asyncio.timeout(PAUSE):
                await self._hurry.wait()
        except TimeoutError:
            return
