"""Ports of the commands' clients to a running system."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from typing import Protocol

from gateway.negotiation.api_models import PublicAgent, SubmissionResponse
from negotiation.registry.profile import Profile
from negotiation.registry.profile_import import ImportResult
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


class SystemClient(AgentClient, Protocol):
    """Client of a running system.

    Every method raises ApiError, and SystemUnreachable if the system does not answer. A user of None is the API key's
    user, else DEFAULT_USER.
    """

    async def submit(self, text: str, user_id: str | None, wait_s: float = 0) -> SubmissionResponse:
        """Submit a demand and return its ids and, if available within `wait_s` seconds, its understanding.

        Each call submits a new demand, also with the same text.

        Args:
            text: The demand.
            user_id: The requester; None: the API key's user, else DEFAULT_USER.
            wait_s: Maximum seconds to wait for the understanding, which is None in the response if it is not there by
                then; 0: do not wait.

        Raises:
            ApiError: E001, the text or the user is invalid.
            SystemUnreachable: The gateway does not answer in time; the demand may have been accepted.
            StoreUnavailable: Without a gateway: the store does not answer; the demand may have been accepted.
        """
        ...

    async def stream_events(self, demand_id: str, after: int = 0) -> AsyncGenerator[LoggedEvent]:
        """Return a generator that yields the demand's events with seq > `after` and ends when the demand closes.

        Await the call to get the generator; the call itself raises E002. Between events the generator waits without a
        time limit. If `after` is beyond the last event, only later events are yielded, none if the demand has closed.

        Args:
            demand_id: Id of the demand.
            after: Sequence number of the last event to leave out; 0: none.

        Raises:
            ApiError: E002, there is no such demand.
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
            ApiError: E002, there is no such demand; E014, it has already closed.
            CommandError: `cancelled_by` is given for a gateway.
            SystemUnreachable: The gateway does not answer in time.
            StoreUnavailable: Without a gateway: the store does not answer.
        """
        ...
