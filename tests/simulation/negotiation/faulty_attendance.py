"""What a simulated process sees of leases and questions: they lie on the store's server and share its troubles."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from negotiation.attendance.memory import MemoryAttendanceStore
from negotiation.attendance.port import LEASE_MS, PendingQuestion, SettledAnswer
from negotiation.contracts.person_answer import PersonAnswer
from tests.simulation.negotiation.history import Lease, NegotiationHistory

if TYPE_CHECKING:
    from tests.simulation.process import Process

R = TypeVar("R")

WRITES = frozenset({"attend", "leave", "ask", "postpone", "settle", "revise"})


class FaultyAttendanceStore:
    """The Attending port as one process reaches it. What anybody was told is remembered for the judge."""

    def __init__(self, process: "Process") -> None:
        self._process = process
        self._world = process.world
        assert isinstance(process.world.history, NegotiationHistory)
        self._history = process.world.history

    async def now(self) -> int:
        """The server's clock."""
        return await self._reach("the clock", lambda there: there.now())

    async def renew_lease(self, agent_id: str) -> int:
        """Attend; a lease of which nobody was told may stand, too."""
        at = self._world.clock.now()
        lease = Lease(agent_id, at, at + 2 * LEASE_MS)
        self._history.leases.append(lease)
        until = await self._reach("attend", lambda there: there.renew_lease(agent_id))
        lease.until = until
        return until

    async def release_lease(self, agent_id: str) -> None:
        """Whoever was told that they have left has."""
        await self._reach("leave", lambda there: there.release_lease(agent_id))
        now = self._world.clock.now()
        for lease in self._history.leases:
            if lease.agent_id == agent_id:
                lease.until = min(lease.until, now)

    async def get_lease_end(self, agent_id: str) -> int | None:
        """Until when somebody attends it."""
        return await self._reach("attended", lambda there: there.get_lease_end(agent_id))

    async def add_question(self, question: PendingQuestion) -> PendingQuestion:
        """Ask; what stands is remembered."""
        return self._shown(await self._reach("ask", lambda there: there.add_question(question)))

    async def get_question(self, agent_id: str, question_id: str) -> PendingQuestion | None:
        """A question."""
        found = await self._reach("asked", lambda there: there.get_question(agent_id, question_id))
        return None if found is None else self._shown(found)

    async def list_open_questions(self, agent_id: str) -> Sequence[PendingQuestion]:
        """What a person can answer."""
        return [
            self._shown(found) for found in await self._reach("open", lambda there: there.list_open_questions(agent_id))
        ]

    async def list_current_questions(self, agent_id: str) -> Sequence[tuple[PendingQuestion, SettledAnswer | None]]:
        """What a person was asked, and what stands."""
        found = await self._reach("current", lambda there: there.list_current_questions(agent_id))
        return [(self._shown(question), answer) for question, answer in found]

    async def postpone_question(self, question: PendingQuestion) -> PendingQuestion:
        """Give the person more time."""
        return self._shown(await self._reach("postpone", lambda there: there.postpone_question(question)))

    async def settle_answer(self, question: PendingQuestion, answer: SettledAnswer) -> SettledAnswer:
        """Settle; what stands is remembered."""
        stands = await self._reach("settle", lambda there: there.settle_answer(question, answer))
        return self._told(question.question_id, stands)

    async def revise_answer(self, question: PendingQuestion, answer: PersonAnswer) -> SettledAnswer | None:
        """Change the person's answer; what stands is remembered."""
        stands = await self._reach("revise", lambda there: there.revise_answer(question, answer))
        return None if stands is None else self._told(question.question_id, stands)

    async def list_answered_questions(self, agent_id: str) -> Sequence[tuple[PendingQuestion, SettledAnswer]]:
        """What a person has answered."""
        found = await self._reach("answered", lambda there: there.list_answered_questions(agent_id))
        return [(self._shown(question), self._told(question.question_id, said)) for question, said in found]

    async def get_settled_answer(self, agent_id: str, question_id: str) -> SettledAnswer | None:
        """Who answers it."""
        found = await self._reach("settled", lambda there: there.get_settled_answer(agent_id, question_id))
        return None if found is None else self._told(question_id, found)

    async def _reach(self, call: str, effect: Callable[[MemoryAttendanceStore], Awaitable[R]]) -> R:
        # A disk that came back has other tables than the one that went down.
        def on_the_server() -> Awaitable[R]:
            tables = self._world.disk.tables
            assert isinstance(tables, MemoryAttendanceStore)
            return effect(tables)

        return await self._process.store.reach(call, on_the_server, is_write=call in WRITES)

    def _shown(self, question: PendingQuestion) -> PendingQuestion:
        shown = self._history.asked[question.question_id]
        if question not in shown:
            shown.append(question)
        return question

    def _told(self, question_id: str, said: SettledAnswer) -> SettledAnswer:
        told = self._history.settled[question_id]
        if all(said != before for _, before in told):
            told.append((self._world.clock.now(), said))
        return said
