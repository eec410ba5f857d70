"""Where leases and questions are kept without a server."""

from collections.abc import Sequence

from negotiation.attendance.port import KEPT, LEASE, PendingQuestion, SettledAnswer
from shared.core.clock import Clock


class MemoryAttendanceStore:
    """The Attending port in one process."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._leases: dict[str, int] = {}
        self._questions: dict[tuple[str, str], PendingQuestion] = {}
        self._said: dict[tuple[str, str], SettledAnswer] = {}

    async def now(self) -> int:
        """The clock, ms."""
        return self._clock.now()

    async def renew_lease(self, agent_id: str) -> int:
        """Somebody answers for this agent from now on."""
        until = self._leases[agent_id] = self._clock.now() + LEASE
        return until

    async def release_lease(self, agent_id: str) -> None:
        """Nobody does any more."""
        self._leases.pop(agent_id, None)

    async def lease_end(self, agent_id: str) -> int | None:
        """Until when somebody does."""
        until = self._leases.get(agent_id)
        if until is not None and until <= self._clock.now():
            del self._leases[agent_id]
            return None
        return until

    async def ask(self, question: PendingQuestion) -> PendingQuestion:
        """Ask, unless the same was asked before."""
        self._forget()
        return self._questions.setdefault((question.agent_id, question.question_id), question)

    async def get_question(self, agent_id: str, question_id: str) -> PendingQuestion | None:
        """A question, open or not."""
        self._forget()
        return self._questions.get((agent_id, question_id))

    async def open_questions(self, agent_id: str) -> Sequence[PendingQuestion]:
        """What a person can answer now."""
        self._forget()
        now = self._clock.now()
        found = [
            question
            for place, question in self._questions.items()
            if place[0] == agent_id and question.until > now and place not in self._said
        ]
        return sorted(found, key=lambda question: (question.until, question.question_id))

    async def settle_answer(self, question: PendingQuestion, said: SettledAnswer) -> SettledAnswer:
        """Say who answers it, unless that is settled."""
        return self._said.setdefault((question.agent_id, question.question_id), said)

    async def get_settled_answer(self, agent_id: str, question_id: str) -> SettledAnswer | None:
        """Who answers it."""
        return self._said.get((agent_id, question_id))

    def _forget(self) -> None:
        """Questions are few: only attended agents have any."""
        now = self._clock.now()
        over = [place for place, question in self._questions.items() if question.answer_by + KEPT <= now]
        for place in over:
            del self._questions[place]
            self._said.pop(place, None)
