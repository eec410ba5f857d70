"""Sessions of a deliberation over real services: started and followed without a gateway."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from deliberation.contracts.session import SessionOwner
from deliberation.session_start import build_session_start
from shared.runtime.system_clock import SystemClock
from shared.store.port import LoggedEvent
from shared.store.redis.connect import connect as connect_store
from shared.transport.rabbitmq.transport import connect as connect_broker
from tests.e2e.distributed import Distributed
from towow.bootstrap.model_factory import build_dependencies
from towow.bootstrap.system import DemandSystem
from towow.config.demand_logger import build_logger
from towow.config.settings import Settings


@dataclass(frozen=True)
class EndedSession:
    """A session and its whole log, as (type's last word, payload)."""

    session_id: str
    events: list[tuple[str, dict[str, Any]]]

    def of(self, kind: str) -> list[dict[str, Any]]:
        """Payloads of one type."""
        return [payload for name, payload in self.events if name == kind]


class SessionDesk:
    """Client of a distributed system."""

    def __init__(self, system: DemandSystem) -> None:
        self.system = system

    async def start(self, query: str, number: int) -> str:
        """Start a session, and return its id."""
        start = build_session_start(
            query,
            SessionOwner(user_id=f"user_{number}", conversation_id=f"conv_{number}"),
            unique=f"desk-{number}",
            now=SystemClock().now(),
            today="2026-11-26",
            timezone="Asia/Shanghai",
            model="simulated",
            max_rounds=5,
            round1_mode="parallel",
        )
        await self.system.start_session(start)
        return start.session_id

    async def wait(self, session_id: str) -> EndedSession:
        """Follow a session to its end."""
        return EndedSession(session_id, [_read(event) async for event in self.system.follow_session(session_id)])

    async def wait_all(self, session_ids: list[str]) -> list[EndedSession]:
        """Read the logs now and then, which is cheaper than following many, until all sessions have ended."""
        open_ids, ended = list(session_ids), list[EndedSession]()
        while open_ids:
            for session_id in list(open_ids):
                last = await self.system.store.read_last_event(session_id)
                if last is not None and last.type.endswith("session_ended"):
                    log = await self.system.store.read_log(session_id, 0, 500)
                    ended.append(EndedSession(session_id, [_read(event) for event in log]))
                    open_ids.remove(session_id)
            await asyncio.sleep(0.5)
        return ended


def _read(event: LoggedEvent) -> tuple[str, dict[str, Any]]:
    return event.type.rsplit(".", 1)[1], json.loads(event.data)["payload"]


@asynccontextmanager
async def session_desk(services: Distributed) -> AsyncGenerator[SessionDesk]:
    """A client of the services' namespace."""
    clock, log = SystemClock(), build_logger("error")
    store = await connect_store(services.store, services.topology.namespace)
    transport = await connect_broker(services.broker, services.topology)
    dependencies, _ = build_dependencies(Settings(), clock, log)
    system = DemandSystem(dependencies, store, transport)
    await system.start()
    try:
        yield SessionDesk(system)
    finally:
        await system.stop()
