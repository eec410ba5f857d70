"""Which demands are watched here: a tail each, bound only while somebody watches, shared by all who do (DESIGN § 5)."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from gateway.context import GatewayContext
from gateway.streaming.epoch import read_epoch
from gateway.streaming.log_pages import Unreadable
from gateway.streaming.log_tail import LogTail
from gateway.streaming.resume import FIRST_EPOCH

LINGER = 10.0
"""Seconds that a tail outlives its last watcher: an EventSource comes back after 3."""

EPOCH_EVERY = 2.0
"""Seconds after which a renewed epoch is noticed."""


class LogTails:
    """The tails of one gateway."""

    def __init__(self, house: GatewayContext, on_leave: Callable[[], None]) -> None:
        """`on_leave`: the gateway is about to stop."""
        self._house = house
        self._on_leave = on_leave
        self._tails: dict[str, LogTail] = {}
        self._epoch = FIRST_EPOCH
        self._tasks: set[asyncio.Task[Any]] = set()
        self._keeping: list[asyncio.Task[None]] = []

    def __len__(self) -> int:
        return len(self._tails)

    async def epoch(self) -> str:
        """The epoch of the store, read now. Raises StoreLost."""
        self._renew(await read_epoch(self._house.store))
        return self._epoch

    def tail_for(self, correlation_id: str, end: int | None = None) -> LogTail:
        """The tail of a log, for who begins to watch it now. `end`: it is closed, with its last event there."""
        tail = self._tails.get(correlation_id)
        if tail is None or tail.over:
            tail = self._tails[correlation_id] = self._begun(correlation_id, end)
        elif end is not None:
            tail.schedule_read()
        return tail

    def _begun(self, correlation_id: str, end: int | None) -> LogTail:
        house = self._house
        tail = LogTail(
            correlation_id,
            house.store,
            house.transport,
            house.broker_up,
            house.log,
            epoch=self._epoch,
            end=end,
            on_alone=self._alone,
        )
        if house.leaving.is_set():
            tail.over = True
            return tail
        tail.start()
        self._alone(tail)  # who is to watch it may never begin
        if all(task.done() for task in self._keeping):
            self._keeping = [asyncio.create_task(self._keep_epoch()), asyncio.create_task(self._leave())]
        return tail

    def _alone(self, tail: LogTail) -> None:
        """Nobody watches it: let it go, unless somebody comes back in time."""
        asyncio.get_running_loop().call_later(LINGER, self._end_if_alone, tail)

    def _end_if_alone(self, tail: LogTail) -> None:
        if tail.has_no_subscribers:
            if self._tails.get(tail.correlation_id) is tail:
                del self._tails[tail.correlation_id]
            self._do(tail.stop())

    def _end_all(self) -> None:
        tails, self._tails = self._tails, {}
        for tail in tails.values():
            self._do(tail.stop())

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _leave(self) -> None:
        """The gateway is about to stop: every reader ends where it is."""
        await self._house.leaving.wait()
        self._end_all()
        self._on_leave()

    async def _keep_epoch(self) -> None:
        """Notice a renewed epoch as long as somebody watches."""
        while not self._house.leaving.is_set():
            await asyncio.sleep(EPOCH_EVERY)
            if self._tails:
                with suppress(*Unreadable):
                    await self.epoch()

    def _renew(self, epoch: str) -> None:
        """Readers of another epoch end; they come back with its cursors and are told."""
        if epoch != self._epoch:
            self._epoch = epoch
            self._end_all()
