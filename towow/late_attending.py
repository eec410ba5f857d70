"""Leases and questions for who cannot wait until the store answers: until then every call says that it is lost."""

from collections.abc import Sequence

from shared.registry.attending import Attending, Question, Said
from shared.store.port import StoreUnavailable


class LateAttending:
    """The Attending port over one that is still to come. Every call raises StoreLost until then."""

    def __init__(self) -> None:
        self._attending: Attending | None = None

    def came(self, attending: Attending) -> None:
        """From now on it is this one."""
        self._attending = attending

    async def now(self) -> int:
        """As the store does."""
        return await self._there.now()

    async def attend(self, agent_id: str) -> int:
        """As the store does."""
        return await self._there.attend(agent_id)

    async def leave(self, agent_id: str) -> None:
        """As the store does."""
        await self._there.leave(agent_id)

    async def attended(self, agent_id: str) -> int | None:
        """As the store does."""
        return await self._there.attended(agent_id)

    async def ask(self, question: Question) -> Question:
        """As the store does."""
        return await self._there.ask(question)

    async def asked(self, agent_id: str, question_id: str) -> Question | None:
        """As the store does."""
        return await self._there.asked(agent_id, question_id)

    async def open(self, agent_id: str) -> Sequence[Question]:
        """As the store does."""
        return await self._there.open(agent_id)

    async def settle(self, question: Question, said: Said) -> Said:
        """As the store does."""
        return await self._there.settle(question, said)

    async def settled(self, agent_id: str, question_id: str) -> Said | None:
        """As the store does."""
        return await self._there.settled(agent_id, question_id)

    @property
    def _there(self) -> Attending:
        if self._attending is None:
            raise StoreUnavailable("the store was not reached yet")
        return self._attending
