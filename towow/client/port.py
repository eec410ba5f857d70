"""Ports of the commands' clients to a running system."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from typing import Protocol

from gateway.negotiation.api_models import PublicAgent, SubmissionResponse
from negotiation.registry.profile import Profile
from negotiation.registry.profile_file import ImportResult
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
        """Return the agents by agent_id, and their total number; over HTTP only the first page."""
        ...

    async def get_agent(self, agent_id: str) -> Profile | PublicAgent:
        """Return one agent; raises ApiError (E008) if there is none."""
        ...

    async def import_agents(self, profiles: Sequence[Profile]) -> ImportResult:
        """Add agents, or replace those with the same agent_ids; return the counts of both.

        Not atomic: after an error some may be stored. If an agent_id is given twice, the last profile is stored.

        Raises:
            ApiError: E012 or E013, a gateway accepts imports from administrators only.
        """
        ...


class SystemClient(AgentClient, Protocol):
    """Client of a running system.

    Every method raises ApiError, and SystemUnreachable if the system does not answer. A user of None is the API key's
    user, else DEFAULT_USER.
    """

    async def submit(self, text: str, user_id: str | None, wait_s: float = 0) -> SubmissionResponse:
        """Submit a demand and return its ids and, if available within `wait_s` seconds, its understanding.

        Args:
            text: The demand.
            user_id: The requester; None: the API key's user, else DEFAULT_USER.
            wait_s: Seconds to wait for the understanding, else None in the response; 0: do not wait.

        Raises:
            ApiError: E001, the text or the user is invalid.
        """
        ...

    async def stream_events(self, demand_id: str, after: int = 0) -> AsyncGenerator[LoggedEvent]:
        """Return a generator that yields the demand's events with seq > `after` and ends when the demand closes.

        Await the call to get the generator; the call itself raises E002. `after` 0 means from the first event.

        Raises:
            ApiError: E002, there is no such demand.
        """
        ...

    async def cancel(self, demand_id: str, cancelled_by: str | None) -> None:
        """Cancel a demand in the name of a user; None: the system determines the user.

        Raises:
            ApiError: E002, there is no such demand; E014, it has already closed.
            CommandError: `cancelled_by` is given, but the system determines the user itself.
        """
        ...
