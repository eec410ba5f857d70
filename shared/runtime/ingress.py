"""How something enters the system from outside: one commit holds its first events and messages (DESIGN § 3)."""

import asyncio
from collections.abc import Sequence

from shared.core.decision import Send
from shared.core.message import EventPayload
from shared.runtime.commit_builder import build_event
from shared.runtime.outbox_entry import Causation, Routes, build_outbox_entry
from shared.runtime.outbox_relay import SWEEP_INTERVAL_S, OutboxRelay, OutboxSweep
from shared.store.port import Commit, OutboxEntry, Store
from shared.store.retry import retry_until_available
from shared.telemetry.log import Log
from shared.transport.port import Transport

SEND_TIMEOUT_S = 1.0
"""Seconds that a broker may take before nobody waits for it any more."""


class Ingress:
    """Commits what somebody outside says, and sees that it is sent. Runs under a role of its own."""

    def __init__(self, role: str, routes: Routes, store: Store, transport: Transport, log: Log) -> None:
        self._role = role
        self._routes = routes
        self._store = store
        self._relay = OutboxRelay(store, transport, log)
        self._sweep = OutboxSweep(role, store, self._relay, log, SWEEP_INTERVAL_S)
        self._sweeping: asyncio.Task[None] | None = None
        self._sending: dict[asyncio.Task[None], None] = {}

    async def start(self) -> None:
        """Begin to send what an earlier process of this role could not."""
        self._sweeping = asyncio.create_task(self._sweep.run())

    async def stop(self) -> None:
        """Stop sending, after at most SEND_WAIT s. What is not sent then is sent by the next process of this role."""
        if self._sending:
            await asyncio.wait(tuple(self._sending), timeout=SEND_TIMEOUT_S)
        tasks = [*self._sending, *([self._sweeping] if self._sweeping else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._relay.flush()

    async def submit(
        self,
        correlation_id: str,
        *,
        cause: str,
        sends: Sequence[Send],
        events: Sequence[EventPayload] = (),
        budget: int | None = None,
        private: bool = False,
        owner: str | None = None,
        send_timeout_s: float = SEND_TIMEOUT_S,
    ) -> bool:
        """Commit and send. `cause` names what was asked: the same again has no second effect and returns False.

        False is also the answer when the commit had to be repeated because its reply was lost. Once committed it will
        be sent: a broker that takes its time is waited for `wait` s, not longer; 0: who calls has a limit of its own.

        `budget` (tokens) opens the account of a new correlation; `private`: its events are not for everybody; `owner`:
        whose it is. Raises StoreLost.
        """
        now = await retry_until_available(self._store.now)
        origin = Causation(cause, correlation_id, f"{self._role}/{correlation_id}", now)
        commit = Commit(
            role=self._role,
            correlation_id=correlation_id,
            message_id=cause,
            events=[build_event(cause, place, event, now) for place, event in enumerate(events)],
            outbox=[build_outbox_entry(origin, place, send, self._routes) for place, send in enumerate(sends)],
            budget_tokens=budget,
            private=private,
            owner=owner,
        )
        committed = await retry_until_available(lambda: self._store.commit(commit))
        await self._send(committed.due_entries, send_timeout_s)
        return committed.status == "ok"

    async def _send(self, mail: Sequence[OutboxEntry], wait: float) -> None:
        sending = asyncio.create_task(self._relay.send(self._role, mail))
        self._sending[sending] = None
        sending.add_done_callback(lambda task: self._sending.pop(task, None))
        if wait > 0:
            await asyncio.wait((sending,), timeout=wait)
