"""Who opens something, watches it through streams that break, and sometimes takes it back (FAULTS § 2, F20, F21)."""

import asyncio
import math
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any, cast

from shared.runtime.log_follower import follow_log
from shared.store.port import LoggedEvent
from tests.simulation.fault_injector import FaultInjector
from tests.simulation.gateway import PAUSE, SimulatedGateway, any_gateway
from tests.simulation.history import FollowedLog, History
from tests.simulation.process import Process
from tests.simulation.subject import Entry, Opening


class Viewer:
    """Somebody who opens one thing and watches it to its end. He outlives every gateway."""

    def __init__(
        self, opening: Opening, last_event: str, lives: Mapping[str, Process], adversary: FaultInjector
    ) -> None:
        self._opening = opening
        self._last_event = last_event
        self._lives = lives
        self._adversary = adversary
        self._followed = FollowedLog(opening.correlation_id)
        self._news = asyncio.Event()
        self._changed_his_mind = False
        self._observers = opening.observers(self._post)

    def change_his_mind(self) -> None:
        """He wants to take it back now."""
        self._changed_his_mind = True
        self._news.set()

    async def run(self, history: History, now: Any) -> None:
        """Open it, watch it, perhaps take it back."""
        await self._post(self._opening.entry)
        history.accepted[self._opening.correlation_id] = now()
        history.followed.append(self._followed)
        withdrawing = asyncio.create_task(self._withdraw())
        while not self._followed.ended:
            await self._watch()
        for observer in self._observers:
            await observer.stop()
        await withdrawing

    async def _post(self, entry: Entry) -> None:
        """Say it to some gateway until one says that it is accepted."""
        while True:
            gateway, reception = await any_gateway(self._lives)
            accepting = reception.entrance.submit(
                self._followed.correlation_id,
                cause=entry.cause,
                sends=entry.sends,
                events=entry.events,
                budget=entry.budget,
            )
            task = gateway.spawn(accepting)
            await asyncio.wait({task})
            if not task.cancelled() and task.exception() is None:
                return
            await asyncio.sleep(PAUSE)

    async def _watch(self) -> None:
        """One stream: to the end, or as long as the client keeps it."""
        gateway, reception = await any_gateway(self._lives)
        stream = gateway.spawn(self._stream(gateway, reception))
        patience = self._adversary.random.choice((None, None, 0.3, 2.0, 9.0)) if self._adversary.active else None
        await asyncio.wait({stream}, timeout=patience)
        if not stream.done():
            stream.cancel()
            await asyncio.wait({stream})
        elif not stream.cancelled() and stream.exception() is not None:
            await asyncio.sleep(PAUSE)

    async def _stream(self, gateway: Process, reception: SimulatedGateway) -> None:
        followed, last = self._followed, self._last_event
        after = followed.events[-1].seq if followed.events else 0
        live = follow_log(
            gateway.store, reception.transport, followed.correlation_id, last_event_type=last, after=after
        )
        async with aclosing(cast("AsyncGenerator[LoggedEvent, None]", live)) as events:
            async for event in events:
                followed.events.append(event)
                followed.ended = event.type == last
                for observer in self._observers:
                    observer.see(event)
                self._news.set()

    async def _withdraw(self) -> None:
        """Take it back when he has seen enough, if it has not ended by then."""
        enough = self._opening.withdraw_after or math.inf
        while not self._changed_his_mind and len(self._followed.events) < enough:
            self._news.clear()
            await self._news.wait()
            if self._followed.ended:
                return
        await self._post(self._opening.withdrawal)
