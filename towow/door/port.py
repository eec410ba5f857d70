"""What a command asks of a running system, wherever it runs: the port."""

from collections.abc import AsyncGenerator, Sequence
from typing import Literal, Protocol

from shared.contracts.demand import DemandUnderstanding, ModelName
from shared.core.record import Record
from shared.registry.files import Imported
from shared.registry.profile import Profile
from shared.store.port import LoggedEvent


class Accepted(Record):
    """The answer to a submission (TW-103). `understanding` is None when it was not there in time."""

    demand_id: str
    channel_id: str
    status: Literal["processing"] = "processing"
    understanding: DemandUnderstanding | None = None
    model: ModelName


class Agents(Protocol):
    """The agents of a system. Everything raises ToWowError, and NobodyAnswers over a wire."""

    async def agents(self) -> Sequence[Profile]:
        """Every agent there is, by agent_id."""
        ...

    async def import_agents(self, profiles: Sequence[Profile]) -> Imported:
        """Add or replace agents."""
        ...


class Door(Agents, Protocol):
    """A running system, as a person meets it. Everything raises ToWowError, and NobodyAnswers over a wire."""

    async def submit(self, text: str, user_id: str, wait: float = 0) -> Accepted:
        """State a demand; wait up to `wait` s for what is understood of it. Raises E001."""
        ...

    async def events(self, demand_id: str, after: int = 0) -> AsyncGenerator[LoggedEvent]:
        """Its events with seq > `after`, live, up to the last one. Raises E002 before the first."""
        ...

    async def cancel(self, demand_id: str, cancelled_by: str) -> None:
        """Ask it to stop. Raises E002, and E014 when it has ended."""
        ...
