"""Leases and questions for who cannot wait until the store answers: until then every call says that it is lost."""

from collections.abc import Sequence

from negotiation.attendance.port import AttendanceStore, PendingQuestion, SettledAnswer
from shared.store.port import StoreUnavailable


class LateAttending:
    """The Attending port over one that is still to come. Every call raises StoreLost until then."""

    def __init__(self) -> None:
        self._attending: AttendanceStore | None = None

    def came(self, attending: AttendanceStore) -> None:
        """From now on it is this one."""
        self._attending = attending

    async def now(self) -> int:
        """As the store does."""
        return await self._there.now()

    async def renew_lease(self, agent_id: str) -> int:
        """As the store does."""
        return await self._there.renew_lease(agent_id)

    async def release_lease(self, agent_id: str) -> None:
        """As the store does."""
        await self._there.release_lease(agent_id)

    async def get_lease_end(self, agent_id: str) -> int | None:
        """As the store does."""
        return await self._there.get_lease_end(agent_id)

    async def add_question(self, question: PendingQuestion) -> PendingQuestion:
        """As the store does."""
        return await self._there.add_question(question)

    async def get_question(self, agent_id: str, question_id: str) -> PendingQuestion | None:
        """As the store does."""
        return await self._there.get_question(agent_id, question_id)

    async def list_open_questions(self, agent_id: str) -> Sequence[PendingQuestion]:
        """As the store does."""
        return await self._there.list_open_questions(agent_id)

    async def settle_answer(self, question: PendingQuestion, answer: SettledAnswer) -> SettledAnswer:
        """As the store does."""
        return await self._there.settle_answer(question, answer)

    async def get_settled_answer(self, agent_id: str, question_id: str) -> SettledAnswer | None:
        """As the store does."""
        return await self._there.get_settled_answer(agent_id, question_id)

    @property
    def _there(self) -> AttendanceStore:
        if self._attending is None:
            raise StoreUnavailable("the store was not reached yet")
        return self._attending
