"""Registry of a gateway's log tails: one per streamed log, started on demand, stopped when idle (DESIGN § 5)."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from gateway.context import GatewayContext
from gateway.streaming.epoch import read_epoch
from gateway.streaming.log_pages import LOG_READ_ERRORS
from gateway.streaming.log_tail import LogTail
from gateway.streaming.resume import FIRST_EPOCH
from gateway.streaming.sse_frames import FrameEncoder

IDLE_TIMEOUT_S = 10.0
"""Time after which a tail without subscribers is stopped; an EventSource reconnects after 3 s."""

EPOCH_POLL_INTERVAL_S = 2.0
"""Interval at which the epoch is read while there are tails."""


class LogTails:
    """Tails of one gateway by correlation id."""

    def __init__(
        self,
        context: GatewayContext,
        last_event_type: str,
        frame_encoder: FrameEncoder,
        on_shutdown: Callable[[], None],
    ) -> None:
        """Create the registry; `on_shutdown` is called when the gateway begins to stop."""
        self._context = context
        self._last_event_type = last_event_type
        self._frame_encoder = frame_encoder
        self._on_shutdown = on_shutdown
        self._tails: dict[str, LogTail] = {}
        self._epoch = FIRST_EPOCH
        self._tasks: set[asyncio.Task[Any]] = set()
        self._maintenance_tasks: list[asyncio.Task[None]] = []

    def __len__(self) -> int:
        return len(self._tails)

    async def read_current_epoch(self) -> str:
        """Return the epoch, read from the store; if it has changed, stop all tails, so that clients reconnect.

        The tails stop in the background, after the return.

        Raises:
            StoreUnavailable: If the store does not answer.
            StoreMisconfigured: If the store rejects the call.
        """
        self._set_epoch(await read_epoch(self._context.store))
        return self._epoch

    def get_or_start(self, correlation_id: str, end: int | None = None) -> LogTail:
        """Return the running tail of a log, or start one; it is stopped after IDLE_TIMEOUT_S without subscribers.

        It uses the epoch of the last `read_current_epoch`. During shutdown a new tail is stopped already.

        Args:
            correlation_id: Id of the log.
            end: Sequence number of the last event of a log known to be closed; None for an open log. If it is
                given, a running tail reads the log without delay.
        """
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
            self._last_event_type,
            frame_encoder=self._frame_encoder,
            epoch=self._epoch,
            end=end,
            on_idle=self._schedule_idle_check,
        )
        if context.shutdown.is_set():
            tail.is_stopped = True
            return tail
        tail.start()
        self._schedule_idle_check(tail)  # the caller may never subscribe
        if all(task.done() for task in self._maintenance_tasks):
            self._maintenance_tasks = [
                asyncio.create_task(self._poll_epoch()),
                asyncio.create_task(self._stop_on_shutdown()),
            ]
        return tail

    def _schedule_idle_check(self, tail: LogTail) -> None:
        """Stop the tail after IDLE_TIMEOUT_S unless it has subscribers by then."""
        asyncio.get_running_loop().call_later(IDLE_TIMEOUT_S, self._stop_if_idle, tail)

    def _stop_if_idle(self, tail: LogTail) -> None:
        if tail.has_no_subscribers and not self._context.shutdown.is_set():  # shutdown stops it already
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
        """On shutdown stop all tails, which ends every stream between two frames."""
        await self._context.shutdown.wait()
        self._stop_all()
        self._on_shutdown()

    async def _poll_epoch(self) -> None:
        """Read the epoch at intervals while there are tails."""
        while not self._context.shutdown.is_set():
            await asyncio.sleep(EPOCH_POLL_INTERVAL_S)
            if self._tails:
                with suppress(*LOG_READ_ERRORS):
                    await self.read_current_epoch()

    def _set_epoch(self, epoch: str) -> None:
        """Set the epoch; if it is new, stop all tails so that clients reconnect and are reset."""
        if epoch != self._epoch:
            self._epoch = epoch
            self._stop_all()
