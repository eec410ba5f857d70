"""Which demands are watched here: a tail each, bound only while somebody watches, shared by all who do (DESIGN § 5)."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from gateway.context import GatewayContext
from gateway.streaming.epoch import read_epoch
from gateway.streaming.log_pages import LOG_READ_ERRORS
from gateway.streaming.log_tail import LogTail
from gateway.streaming.resume import FIRST_EPOCH

IDLE_TIMEOUT_S = 10.0
"""Seconds that a tail outlives its last watcher: an EventSource comes back after 3."""

EPOCH_POLL_INTERVAL_S = 2.0
"""Seconds after which a renewed epoch is noticed."""


class LogTails:
    """The tails of one gateway."""

    def __init__(self, context: GatewayContext, on_shutdown: Callable[[], None]) -> None:
        """`on_leave`: the gateway is about to stop."""
        self._context = context
        self._on_shutdown = on_shutdown
        self._tails: dict[str, LogTail] = {}
        self._epoch = FIRST_EPOCH
        self._tasks: set[asyncio.Task[Any]] = set()
        self._maintenance_tasks: list[asyncio.Task[None]] = []

    def __len__(self) -> int:
        return len(self._tails)

    async def read_current_epoch(self) -> str:
        """The epoch of the store, read now. Raises StoreLost."""
        self._set_epoch(await read_epoch(self._context.store))
        return self._epoch

    def get_or_start(self, correlation_id: str, end: int | None = None) -> LogTail:
        """The tail of a log, for who begins to watch it now. `end`: it is closed, with its last event there."""
        tail = self._tails.get(correlation_id)
        if tail is None or tail.is_stopped:
            tail = self._tails[correlation_id] = self._start(correlation_id, end)
        elif end is not None:
            tail.schedule_read()
        return tail

    def _start(self, correlation_id: str, end: int | None) -> LogTail:
        context = self._context
        tail = LogTail(
            correlation_id,
            context.store,
            context.transport,
            context.is_broker_connected,
            context.log,
            epoch=self._epoch,
            end=end,
            on_idle=self._schedule_idle_check,
        )
        if context.shutdown.is_set():
            tail.is_stopped = True
            return tail
        tail.start()
        self._schedule_idle_check(tail)  # who is to watch it may never begin
        if all(task.done() for task in self._maintenance_tasks):
            self._maintenance_tasks = [
                asyncio.create_task(self._poll_epoch()),
                asyncio.create_task(self._stop_on_shutdown()),
            ]
        return tail

    def _schedule_idle_check(self, tail: LogTail) -> None:
        """Nobody watches it: let it go, unless somebody comes back in time."""
        asyncio.get_running_loop().call_later(IDLE_TIMEOUT_S, self._stop_if_idle, tail)

    def _stop_if_idle(self, tail: LogTail) -> None:
        if tail.has_no_subscribers:
            if self._tails.get(tail.correlation_id) is tail:
                del self._tails[tail.correlation_id]
            self._run_in_background(tail.stop())

    def _stop_all(self) -> None:
        tails, self._tails = self._tails, {}
        for tail in tails.values():
            self._run_in_background(tail.stop())

    def _run_in_background(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _stop_on_shutdown(self) -> None:
        """The gateway is about to stop: every reader ends where it is."""
        await self._context.shutdown.wait()
        self._stop_all()
        self._on_shutdown()

    async def _poll_epoch(self) -> None:
        """Notice a renewed epoch as long as somebody watches."""
        while not self._context.shutdown.is_set():
            await asyncio.sleep(EPOCH_POLL_INTERVAL_S)
            if self._tails:
                with suppress(*LOG_READ_ERRORS):
                    await self.read_current_epoch()

    def _set_epoch(self, epoch: str) -> None:
        """Readers of another epoch end; they come back with its cursors and are told."""
        if epoch != self._epoch:
            self._epoch = epoch
            self._stop_all()
