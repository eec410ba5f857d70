"""Ports of the commands' clients to a running system."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from typing import Protocol

from gateway.negotiation.api_models import PublicAgent, SubmissionResponse, UnderstandingResponse
from gateway.negotiation.clarification_service import RequesterAnswer, RequesterChange
from negotiation.registry.profile import Profile
from negotiation.registry.profile_import import ImportResult
from negotiation.registry.vector_backfill import BackfillResult, ReportProgress
from shared.store.port import LoggedEvent

DEFAULT_USER = "user_cli"
"""User of a command without `--user` and `--key`."""


@dataclass(frozen=True, slots=True)
class AgentList:
    """Agents ordered by agent_id, perhaps not all, with their visible fields; `total` counts all."""

    agents: Sequence[Profile | PublicAgent]
    total: int


class AgentClient(Protocol):
    """Client of a system's agents.

    Every method raises ApiError, and SystemUnreachable if the system does not answer.
    """

    async def list_agents(self) -> AgentList:
        """Return the agents by agent_id, and their total number; through a gateway only the first page of 200.

        Raises:
            ApiError: The gateway rejects the request.
            SystemUnreachable: The gateway does not answer in time.
            StoreUnavailable: Without a gateway: the registry's server does not answer.
        """
        ...

    async def get_agent(self, agent_id: str) -> Profile | PublicAgent:
        """Return one agent: its complete profile, or through a gateway its visible fields.

        Raises:
            ApiError: E008, there is no agent with this id.
            SystemUnreachable: The gateway does not answer in time.
            StoreUnavailable: Without a gateway: the registry's server does not answer.
        """
        ...

    async def import_agents(self, profiles: Sequence[Profile]) -> ImportResult:
        """Add agents, or replace those with the same agent_ids; return the counts of added and replaced ones.

        Not atomic: after an error some may be stored. If an agent_id is given twice, the last profile is stored, and
        both count.

        Raises:
            ApiError: E012 or E013, a gateway accepts imports from administrators only.
            SystemUnreachable: The gateway does not answer in time.
            StoreUnavailable: Without a gateway: the registry's server does not answer.
        """
        ...

    async def update_vectors(self, report: ReportProgress) -> BackfillResult | None:
        """Compute the vectors that the texts of all agents lack; errors of embedder and store are in the result.

        Args:
            report: Called after each batch.

        Returns:
            None without an embedder, and if the system computes vectors by itself, as through a gateway.
        """
        ...


class SystemClient(AgentClient, Protocol):
    """Client of a running system.

    Every method raises ApiError, and SystemUnreachable if the system does not answer. A user of None is the API key's
    user, else DEFAULT_USER.
    """

    async def submit(
        self, text: str, user_id: str | None, wait_s: float = 0, *, interactive: bool = False
    ) -> SubmissionResponse:
        """Submit a demand and return its ids and, if available within `wait_s` seconds, its understanding.

        Each call submits a new demand, also with the same text.

        Args:
            text: The demand.
            user_id: The requester; None: the API key's user, else DEFAULT_USER.
            wait_s: Maximum seconds to wait for the understanding, which is None in the response if it is not there by
                then; 0: do not wait.
            interactive: Whether the requester is there to answer a question and to change what was understood.

        Raises:
            ApiError: E001, the text or the user is invalid.
            SystemUnreachable: The gateway does not answer in time; the demand may have been accepted.
            StoreUnavailable: Without a gateway: the store does not answer; the demand may have been accepted.
        """
        ...

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
            SystemUnreachable: The gateway does not answer in time; the generator, too, raises it.
            StoreUnavailable: Without a gateway: the store does not answer; the generator, too, raises it.
        """
        ...

    async def cancel(self, demand_id: str, cancelled_by: str | None) -> None:
        """Request the cancellation of a demand in the name of a user; the demand closes later.

        Args:
            demand_id: Id of the demand.
            cancelled_by: Id of the user; must be None for a gateway, which determines the user. None without a gateway:
                DEFAULT_USER.

        Raises:
            ApiError: E002, there is no such demand; E013, a gateway takes it for somebody else's; E014, it has already
                closed.
            CommandError: `cancelled_by` is given for a gateway.
            SystemUnreachable: The gateway does not answer in time.
            StoreUnavailable: Without a gateway: the store does not answer.
        """
        ...

    async def answer(self, demand_id: str, question_id: str | None, answer: RequesterAnswer) -> str:
        """Answer a question about a demand and return the question's id; the answer takes effect later.

        Args:
            demand_id: Id of the demand.
            question_id: Id of the question; None: the only one that is open.
            answer: An option's id or own words.

        Raises:
            ApiError: E001, there is no such option, or several questions are open and none is named; E002, there is no
                such demand; E019, there is no such question; E014, it is over.
            SystemUnreachable: The gateway does not answer in time.
            StoreUnavailable: Without a gateway: the store does not answer.
        """
        ...

    async def revise(self, demand_id: str, change: RequesterChange) -> UnderstandingResponse:
        """Change what was understood, or end the time for changes, and return the whole understanding.

        Args:
            demand_id: Id of the demand.
            change: Fields to replace, or `go`; its key and scope are ignored.

        Raises:
            ApiError: E001, a field is invalid; E002, there is no such demand; E014, the time for changes is over.
            SystemUnreachable: The gateway does not answer in time.
            StoreUnavailable: Without a gateway: the store does not answer.
        """
        ...
