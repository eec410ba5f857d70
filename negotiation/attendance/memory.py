"""In-memory attendance store for embedded systems and tests."""

from collections.abc import Sequence

from typing_extensions import override

from negotiation.attendance.port import (
    LEASE_MS,
    MAX_REVISIONS,
    QUESTION_RETENTION_MS,
    AttendanceStore,
    PendingQuestion,
    SettledAnswer,
)
from negotiation.contracts.person_answer import PersonAnswer
from shared.core.clock import Clock


class MemoryAttendanceStore(AttendanceStore):
    """The AttendanceStore port in one process, with the time of `clock`."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._leases: dict[str, int] = {}
        self._questions: dict[tuple[str, str], PendingQuestion] = {}
        self._answers: dict[tuple[str, str], SettledAnswer] = {}

    @override
    async def now(self) -> int:
        return self._clock.now()

    @override
    async def renew_lease(self, agent_id: str) -> int:
        end = self._leases[agent_id] = self._clock.now() + LEASE_MS
        return end

    @override
    async def release_lease(self, agent_id: str) -> None:
        self._leases.pop(agent_id, None)

    @override
    async def get_lease_end(self, agent_id: str) -> int | None:
        end = self._leases.get(agent_id)
        if end is not None and end <= self._clock.now():
            del self._leases[agent_id]
            return None
        return end

    @override
    async def add_question(self, question: PendingQuestion) -> PendingQuestion:
        self._remove_expired()
        return self._questions.setdefault((question.agent_id, question.question_id), question)

    @override
    async def get_question(self, agent_id: str, question_id: str) -> PendingQuestion | None:
        self._remove_expired()
        return self._questions.get((agent_id, question_id))

    @override
    async def list_open_questions(self, agent_id: str) -> Sequence[PendingQuestion]:
        current = await self.list_current_questions(agent_id)
        return [question for question, answer in current if answer is None]

    @override
    async def list_current_questions(self, agent_id: str) -> Sequence[tuple[PendingQuestion, SettledAnswer | None]]:
        self._remove_expired()
        now = self._clock.now()
        questions = [
            question for key, question in self._questions.items() if key[0] == agent_id and question.until > now
        ]
        questions.sort(key=lambda question: (question.until, question.question_id))
        return [(question, self._answers.get((agent_id, question.question_id))) for question in questions]

    @override
    async def postpone_question(self, question: PendingQuestion) -> PendingQuestion:
        self._remove_expired()
        postponed = question.model_copy(update={"until": question.latest_until})
        key = (question.agent_id, question.question_id)
        if key in self._questions:
            self._questions[key] = postponed
        return postponed

    @override
    async def settle_answer(self, question: PendingQuestion, answer: SettledAnswer) -> SettledAnswer:
        return self._answers.setdefault((question.agent_id, question.question_id), answer)

    @override
    async def revise_answer(self, question: PendingQuestion, answer: PersonAnswer) -> SettledAnswer | None:
        key = (question.agent_id, question.question_id)
        settled = self._answers.get(key)
        if settled is None or settled.answered_by == "agent" or settled.answer == answer:
            return settled
        if settled.revision < MAX_REVISIONS:
            self._answers[key] = SettledAnswer(answer=answer, revision=settled.revision + 1)
        return self._answers[key]

    @override
    async def list_answered_questions(self, agent_id: str) -> Sequence[tuple[PendingQuestion, SettledAnswer]]:
        self._remove_expired()
        now = self._clock.now()
        answered = [
            (question, settled)
            for key, question in self._questions.items()
            if key[0] == agent_id
            and question.answer_by > now
            and (settled := self._answers.get(key))
            and settled.answered_by == "person"
        ]
        return sorted(answered, key=lambda pair: (pair[0].until, pair[0].question_id))

    @override
    async def get_settled_answer(self, agent_id: str, question_id: str) -> SettledAnswer | None:
        return self._answers.get((agent_id, question_id))

    def _remove_expired(self) -> None:
        """Remove questions past their retention; a full scan is cheap, because only attended agents have any."""
        now = self._clock.now()
        expired = [
            key for key, question in self._questions.items() if question.answer_by + QUESTION_RETENTION_MS <= now
        ]
        for key in expired:
            del self._questions[key]
            self._answers.pop(key, None)
