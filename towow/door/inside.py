"""The door of a system that runs in this very process."""

import asyncio
import json
import secrets
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, asynccontextmanager

from gateway.core.submission import submission
from shared.contracts.demand import DemandUnderstanding, ModelName
from shared.contracts.errors import ErrorCode, ToWowError
from shared.contracts.events import DemandCancelled, DemandClosed, DemandUnderstoodEvent
from shared.registry.files import Imported, Read, import_into
from shared.registry.profile import Profile
from shared.runtime.system_clock import SystemClock
from shared.store.port import LoggedEvent
from shared.telemetry.log import make_log
from towow.desk import Desk
from towow.door.port import Accepted
from towow.model import place_from
from towow.running import running
from towow.settings import Settings
from towow.today import today_and_timezone


@asynccontextmanager
async def own_door(settings: Settings) -> AsyncGenerator["Inside"]:
    """The door of a system that lives meanwhile."""
    log = make_log(settings.runtime.log_level, settings.runtime.log_format)
    place, model = place_from(settings, SystemClock(), log)
    async with running(place) as system:
        yield Inside(system, model)


class Inside:
    """The Door port over a desk that was started."""

    def __init__(self, system: Desk, model: ModelName) -> None:
        self._system = system
        self._model: ModelName = model

    async def submit(self, text: str, user_id: str, wait: float = 0) -> Accepted:
        """State a demand."""
        place = self._system.place
        today, timezone = today_and_timezone()
        accepted = submission(
            text,
            user_id,
            unique=secrets.token_hex(16),
            now=place.clock.now(),
            today=today,
            timezone=timezone,
            model=self._model,
            limits=place.settings.gateway.limits,
            visibility=place.settings.gateway.default_visibility,
        )
        await self._system.submit(accepted)
        return Accepted(
            demand_id=accepted.demand_id,
            channel_id=accepted.channel_id,
            understanding=await self._understood(accepted.demand_id, wait) if wait > 0 else None,
            model=self._model,
        )

    async def events(self, demand_id: str, after: int = 0) -> AsyncGenerator[LoggedEvent]:
        """Its events, live. `after` may lie beyond the end: then only the end is waited for."""
        history = await self._history(demand_id)
        return self._following(demand_id, min(after, history[-1].seq - 1), after)

    async def cancel(self, demand_id: str, cancelled_by: str) -> None:
        """Ask it to stop; what ended before the order came is not stopped."""
        _refuse_closed(await self._history(demand_id))
        await self._system.cancel(demand_id, cancelled_by)
        history = await self._history(demand_id)
        if not any(event.type == DemandCancelled.type for event in history):
            _refuse_closed(history)

    async def agents(self) -> Sequence[Profile]:
        """Every agent there is."""
        return await self._system.place.profiles.all()

    async def import_agents(self, profiles: Sequence[Profile]) -> Imported:
        """Add or replace agents."""
        return await import_into(self._system.place.profiles, Read(profiles, ()))

    async def _following(self, demand_id: str, start: int, after: int) -> AsyncGenerator[LoggedEvent]:
        async for event in self._system.follow(demand_id, start):
            if event.seq > after:
                yield event

    async def _history(self, demand_id: str) -> list[LoggedEvent]:
        """The log so far. Raises ToWowError (E002) when there is none."""
        history: list[LoggedEvent] = []
        while more := await self._system.store.read_log(demand_id, history[-1].seq if history else 0):
            history.extend(more)
        if not history:
            raise ToWowError(ErrorCode.E002, demand_id)
        return history

    async def _understood(self, demand_id: str, wait: float) -> DemandUnderstanding | None:
        try:
            async with asyncio.timeout(wait), aclosing(self._following(demand_id, 0, 0)) as events:
                async for event in events:
                    if event.type == DemandUnderstoodEvent.type:
                        payload = json.loads(event.data)["payload"]
                        fields = DemandUnderstanding.model_fields.keys() & payload.keys()
                        return DemandUnderstanding.model_validate({field: payload[field] for field in fields})
        except TimeoutError:
            pass  # the answer says `understanding: null`, as TW-105 allows
        return None


def _refuse_closed(history: Sequence[LoggedEvent]) -> None:
    last = history[-1]
    if last.type == DemandClosed.type:
        status = json.loads(last.data)["payload"]["status"]
        raise ToWowError(ErrorCode.E014, f"{_demand(last)} has ended: {status}")


def _demand(event: LoggedEvent) -> str:
    return str(json.loads(event.data)["payload"]["demand_id"])
