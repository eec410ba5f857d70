"""The agents of a system, asked of its registry itself."""

import json
import secrets
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

from gateway.negotiation.api_models import SubmissionResponse
from gateway.negotiation.submission_service import understood
from negotiation.contracts.demand import ModelName
from negotiation.contracts.error_codes import ApiError, ConflictDetails, ErrorCode
from negotiation.contracts.events import DemandCancelled, DemandClosed
from negotiation.registry.port import ProfileRegistry
from negotiation.registry.profile import Profile
from negotiation.registry.profile_file import ImportResult, ParsedProfiles, import_into
from negotiation.submission import submission
from shared.runtime.system_clock import SystemClock
from shared.store.port import LoggedEvent
from shared.telemetry.log import make_log
from towow.bootstrap.embedded import run_embedded
from towow.bootstrap.model_factory import build_dependencies
from towow.bootstrap.system import DemandSystem
from towow.client.port import USER, AgentList
from towow.config.local_date import today_and_timezone
from towow.config.settings import Settings


class RegistryAgentClient:
    """The Agents port over a registry."""

    def __init__(self, profiles: ProfileRegistry) -> None:
        self._profiles = profiles

    async def agents(self) -> AgentList:
        """Every agent there is."""
        everybody = await self._profiles.all()
        return AgentList(everybody, len(everybody))

    async def agent(self, agent_id: str) -> Profile:
        """One of them. Raises E008."""
        found = await self._profiles.get(agent_id)
        if found is None:
            raise ApiError(ErrorCode.E008, agent_id)
        return found

    async def import_agents(self, profiles: Sequence[Profile]) -> ImportResult:
        """Add or replace agents."""
        return await import_into(self._profiles, ParsedProfiles(profiles, ()))


@asynccontextmanager
async def embedded_client(settings: Settings) -> AsyncGenerator["DirectClient"]:
    """The door of a system that lives meanwhile."""
    log = make_log(settings.runtime.log_level, settings.runtime.log_format)
    place, model = build_dependencies(settings, SystemClock(), log)
    async with run_embedded(place) as system:
        yield DirectClient(system, model)


class DirectClient(RegistryAgentClient):
    """The Door port over a desk that was started."""

    def __init__(self, system: DemandSystem, model: ModelName) -> None:
        super().__init__(system.place.profiles)
        self._system = system
        self._model: ModelName = model

    async def submit(self, text: str, user_id: str | None, wait: float = 0) -> SubmissionResponse:
        """State a demand."""
        place = self._system.place
        today, timezone = today_and_timezone()
        accepted = submission(
            text,
            user_id or USER,
            unique=secrets.token_hex(16),
            now=place.clock.now(),
            today=today,
            timezone=timezone,
            model=self._model,
            limits=place.settings.gateway.limits,
            visibility=place.settings.gateway.default_visibility,
        )
        await self._system.submit(accepted)
        return SubmissionResponse(
            demand_id=accepted.demand_id,
            channel_id=accepted.channel_id,
            understanding=await understood(self._system.store, accepted.demand_id, wait) if wait > 0 else None,
            model=self._model,
        )

    async def events(self, demand_id: str, after: int = 0) -> AsyncGenerator[LoggedEvent]:
        """Its events, live. `after` may lie beyond the end: then only the end is waited for."""
        history = await self._history(demand_id)
        return self._following(demand_id, min(after, history[-1].seq - 1), after)

    async def cancel(self, demand_id: str, cancelled_by: str | None) -> None:
        """Ask it to stop; what ended before the order came is not stopped."""
        _refuse_closed(await self._history(demand_id))
        await self._system.cancel(demand_id, cancelled_by or USER)
        history = await self._history(demand_id)
        if not any(event.type == DemandCancelled.type for event in history):
            _refuse_closed(history)

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
            raise ApiError(ErrorCode.E002, demand_id)
        return history


def _refuse_closed(history: Sequence[LoggedEvent]) -> None:
    last = history[-1]
    if last.type == DemandClosed.type:
        status = json.loads(last.data)["payload"]["status"]
        raise ApiError(ErrorCode.E014, ConflictDetails(id=_demand(last), status=status))


def _demand(event: LoggedEvent) -> str:
    return str(json.loads(event.data)["payload"]["demand_id"])
