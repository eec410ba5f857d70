"""Clients that use a system's broker, store and registry directly, without a gateway."""

import json
import secrets
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress

from deliberation.session_start import is_session_id
from gateway.negotiation.api_models import SubmissionResponse, UnderstandingResponse
from gateway.negotiation.clarification_service import ClarificationService, RequesterAnswer, RequesterChange
from gateway.negotiation.demand_limits import default_limits
from gateway.negotiation.submission_service import get_understanding
from gateway.negotiation.views.cache import DemandViewCache
from negotiation.contracts.error_codes import NegotiationErrorCode
from negotiation.contracts.events import DemandCancelled, DemandClosed
from negotiation.registry.port import ProfileRegistry
from negotiation.registry.profile import Profile
from negotiation.registry.profile_import import ImportResult, ParsedProfiles, import_profiles
from negotiation.registry.vector_backfill import BACKFILL_ERRORS, BackfillResult, ReportProgress
from negotiation.registry.vector_updater import VectorUpdater
from negotiation.resources import NegotiationResources
from negotiation.submission import build_submission
from shared.core.api_error import ApiError, ConflictDetails, ErrorCode, PlatformErrorCode
from shared.core.model_kind import ModelName
from shared.runtime.system_clock import SystemClock
from shared.store.port import LoggedEvent, StoreUnavailable
from towow.bootstrap.embedded import run_embedded
from towow.bootstrap.model_factory import build_dependencies
from towow.bootstrap.system import DemandSystem
from towow.client.port import DEFAULT_USER, AgentList
from towow.client.requester_token_file import RequesterTokenFile
from towow.config.demand_logger import build_logger
from towow.config.local_date import today_and_timezone
from towow.config.settings import Settings


class RegistryAgentClient:
    """AgentClient on a profile registry."""

    def __init__(self, profiles: ProfileRegistry, vectors: VectorUpdater | None = None) -> None:
        self._profiles = profiles
        self._vectors = vectors

    async def list_agents(self) -> AgentList:
        """Return all agents, active or not, with their complete profiles, ordered by agent_id, and their number.

        Raises:
            StoreUnavailable: The registry's server does not answer.
            StoreMisconfigured: The server rejects the request; retrying would not help.
        """
        profiles = await self._profiles.list_all()
        return AgentList(profiles, len(profiles))

    async def get_agent(self, agent_id: str) -> Profile:
        """Return the complete profile of one agent, active or not.

        Raises:
            ApiError: E008, there is no agent with this id.
            StoreUnavailable: The registry's server does not answer.
            StoreMisconfigured: The server rejects the request; retrying would not help.
        """
        profile = await self._profiles.get(agent_id)
        if profile is None:
            raise ApiError(NegotiationErrorCode.E008, agent_id)
        return profile

    async def import_agents(self, profiles: Sequence[Profile]) -> ImportResult:
        """Add agents, or replace those with the same agent_ids; return the counts of added and replaced ones.

        If an agent_id is given twice, the last profile is stored, and each of the two counts.

        Raises:
            StoreUnavailable: The registry's server does not answer; some of the agents may be stored.
            StoreMisconfigured: The server rejects the request; retrying would not help.
        """
        return await import_profiles(self._profiles, ParsedProfiles(profiles, ()))

    async def update_vectors(self, report: ReportProgress) -> BackfillResult | None:
        """Compute the vectors that the texts of all agents lack; errors of embedder and store are in the result.

        Args:
            report: Called after each batch.

        Returns:
            None without an embedder.
        """
        if self._vectors is None:
            return None
        try:
            return await self._vectors.backfill(await self._profiles.list_all(), report)
        except BACKFILL_ERRORS as error:
            return BackfillResult(0, missing=None, error=str(error))


@asynccontextmanager
async def open_embedded_client(settings: Settings) -> AsyncGenerator["DirectClient"]:
    """Context manager that starts an embedded system, yields a client of it, and stops the system on exit.

    Its demands are lost with it.

    Args:
        settings: Settings of the system, its model included.

    Raises:
        CommandError: The model is a scenario file that is invalid or cannot be read.
    """
    log = build_logger(settings.runtime.log_level, settings.runtime.log_format)
    dependencies, model = build_dependencies(settings, SystemClock(), log)
    async with run_embedded(dependencies) as system:
        yield DirectClient(system, model, system.resources.get(NegotiationResources).profiles)


class DirectClient(RegistryAgentClient):
    """SystemClient on a started DemandSystem, embedded or distributed.

    It has to prove nothing: whoever has the passwords of broker and store may do everything. The demands it submits
    have tokens nevertheless, by which a gateway accepts their changes.
    """

    def __init__(
        self,
        system: DemandSystem,
        model: ModelName,
        profiles: ProfileRegistry,
        tokens: RequesterTokenFile | None = None,
    ) -> None:
        """Create a client; it adds the tokens of its demands to `tokens`, unless that is None."""
        super().__init__(profiles)
        self._system = system
        self._model: ModelName = model
        self._tokens = tokens
        self._clarification = ClarificationService(
            system.store, system.ingress, DemandViewCache(system.store), system.dependencies.clock
        )

    async def submit(
        self, text: str, user_id: str | None, wait_s: float = 0, *, interactive: bool = False
    ) -> SubmissionResponse:
        """Submit a demand and return its ids and, if available within `wait_s` seconds, its understanding.

        Each call submits a new demand, also with the same text.

        Args:
            text: The demand.
            user_id: The requester; None: DEFAULT_USER.
            wait_s: Maximum seconds to wait for the understanding, which is None in the response if it is not there by
                then; 0: do not wait.
            interactive: Whether the requester is there to answer a question and to change what was understood.

        Raises:
            ApiError: E001, the text or the user is invalid.
            StoreUnavailable: The store does not answer; the demand may have been accepted.
        """
        dependencies = self._system.dependencies
        today, timezone = today_and_timezone()
        submitted = build_submission(
            text,
            user_id or DEFAULT_USER,
            unique=secrets.token_hex(16),
            now=dependencies.clock.now(),
            today=today,
            timezone=timezone,
            model=self._model,
            limits=default_limits(dependencies.settings.gateway),
            visibility=dependencies.settings.gateway.default_visibility,
            interactive=interactive,
        )
        requester_token = secrets.token_hex(32)
        await self._system.submit(submitted, requester_token)
        if self._tokens is not None:
            self._tokens.add(submitted.demand_id, requester_token)
        understanding = None
        if wait_s > 0:
            with suppress(StoreUnavailable):  # the demand is accepted; without its id nobody could follow it
                understanding = await get_understanding(self._system.store, submitted.demand_id, wait_s)
        return SubmissionResponse(
            demand_id=submitted.demand_id,
            channel_id=submitted.channel_id,
            understanding=understanding,
            model=self._model,
            requester_token=requester_token,
        )

    async def stream_events(self, demand_id: str, after: int = 0) -> AsyncGenerator[LoggedEvent]:
        """Return a generator that yields the demand's events with seq > `after` and ends when the demand closes.

        Or those of a session of a deliberation, if the id is one's. Await the call to get the generator; the call
        itself raises E002 or E019. Between events the generator waits without a time limit. If `after` is beyond the
        last event, only later events are yielded, none if the demand has closed.

        Args:
            demand_id: Id of the demand or session.
            after: Sequence number of the last event to leave out; 0: none.

        Raises:
            ApiError: E002, there is no such demand; E019, there is no such session.
            StoreUnavailable: The store does not answer; the generator, too, raises it.
        """
        not_found = PlatformErrorCode.E019 if is_session_id(demand_id) else NegotiationErrorCode.E002
        history = await self._read_log(demand_id, not_found)
        return self._follow(demand_id, min(after, history[-1].seq - 1), after)

    async def cancel(self, demand_id: str, cancelled_by: str | None) -> None:
        """Request the cancellation of a demand in the name of a user; return once that is stored.

        The demand closes later.

        Args:
            demand_id: Id of the demand.
            cancelled_by: Id of the user; None: DEFAULT_USER.

        Raises:
            ApiError: E002, there is no such demand; E014, it has closed, or closes otherwise before the cancellation.
            StoreUnavailable: The store does not answer; the request may have been stored.
        """
        _check_open(await self._read_log(demand_id))
        await self._system.cancel(demand_id, cancelled_by or DEFAULT_USER)
        history = await self._read_log(demand_id)
        if not any(event.type == DemandCancelled.type for event in history):
            _check_open(history)

    async def answer(self, demand_id: str, question_id: str | None, answer: RequesterAnswer) -> str:
        """Answer a question about a demand and return the question's id; the answer takes effect later.

        Args:
            demand_id: Id of the demand.
            question_id: Id of the question; None: the only one that is open.
            answer: An option's id or own words.

        Raises:
            ApiError: E001, there is no such option, or several questions are open and none is named; E002, there is no
                such demand; E019, there is no such question; E014, it is over.
            StoreUnavailable: The store does not answer; the answer may have been stored.
        """
        await self._read_log(demand_id)
        return await self._clarification.answer(demand_id, question_id, answer, "en")

    async def revise(self, demand_id: str, change: RequesterChange) -> UnderstandingResponse:
        """Change what was understood, or end the time for changes, and return the whole understanding.

        Raises:
            ApiError: E002, there is no such demand; E014, the time for changes is over; E018, the change was not
                applied within 10 s and may still be.
            StoreUnavailable: The store does not answer; the change may have been stored.
        """
        await self._read_log(demand_id)
        return await self._clarification.revise(demand_id, change, "en")

    async def _follow(self, demand_id: str, start: int, after: int) -> AsyncGenerator[LoggedEvent]:
        follow = self._system.follow_session if is_session_id(demand_id) else self._system.follow
        async for event in follow(demand_id, start):
            if event.seq > after:
                yield event

    async def _read_log(self, demand_id: str, not_found: ErrorCode = NegotiationErrorCode.E002) -> list[LoggedEvent]:
        """Return the log so far of a demand or a session; raises ApiError (`not_found`) if there is none."""
        history: list[LoggedEvent] = []
        while events := await self._system.store.read_log(demand_id, history[-1].seq if history else 0):
            history.extend(events)
        if not history:
            raise ApiError(not_found, demand_id)
        return history


def _check_open(history: Sequence[LoggedEvent]) -> None:
    last = history[-1]
    if last.type == DemandClosed.type:
        status = json.loads(last.data)["payload"]["status"]
        raise ApiError(PlatformErrorCode.E014, ConflictDetails(id=_demand_id(last), status=status))


def _demand_id(event: LoggedEvent) -> str:
    return str(json.loads(event.data)["payload"]["demand_id"])
