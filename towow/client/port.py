"""What a command asks of a running system, wherever it runs: the port."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from typing import Protocol

from gateway.negotiation.api_models import PublicAgent, SubmissionResponse
from negotiation.registry.profile import Profile
from negotiation.registry.profile_file import ImportResult
from shared.store.port import LoggedEvent

USER = "user_cli"
"""Who asks when nobody is named."""


@dataclass(frozen=True, slots=True)
class AgentList:
    """Agents by agent_id, as much as one may know of them; `total` of all there are."""

    agents: Sequence[Profile | PublicAgent]
    total: int


class AgentClient(Protocol):
    """The agents of a system. Everything raises ToWowError, and NobodyAnswers over a wire."""

    async def agents(self) -> AgentList:
        """Every agent there is, or as many as one gets at once."""
        ...

    async def agent(self, agent_id: str) -> Profile | PublicAgent:
        """One of them. Raises E008."""
        ...

    async def import_agents(self, profiles: Sequence[Profile]) -> ImportResult:
        """Add or replace agents."""
        ...


class SystemClient(AgentClient, Protocol):
    """A running system, as a person meets it. Everything raises ToWowError, and NobodyAnswers over a wire.

    `user_id` None: whoever one is there: who the key stands for, else USER.
    """

    async def submit(self, text: str, user_id: str | None, wait: float = 0) -> SubmissionResponse:
        """State a demand; wait up to `wait` s for what is understood of it. Raises E001."""
        ...

    async def events(self, demand_id: str, after: int = 0) -> AsyncGenerator[LoggedEvent]:
        """Its events with seq > `after`, live, up to the last one. Raises E002 before the first."""
        ...

    async def cancel(self, demand_id: str, cancelled_by: str | None) -> None:
        """Ask it to stop. Raises E002, E014 when it has ended, and Refusal for a name where none can be given."""
        ...
