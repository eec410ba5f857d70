"""Who answers for their agents themselves at the moment, and what is it that they are asked? The port.

A person attends an agent as long as somebody renews their lease: only then does the agent wait for them.
"""

from collections.abc import Sequence
from typing import Literal, Protocol

from negotiation.contracts.offer import Offer
from negotiation.contracts.person_answer import AnsweredBy, PersonAnswer
from negotiation.contracts.proposal import Assignment, Proposal
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.language import Language
from shared.core.timestamps import Instant

LEASE = 150_000
"""Milliseconds for which a person attends an agent unless they say so again.

A page says so every 20 s; one that nobody looks at may do so only once a minute, as browsers slow its timers down.
"""

KEPT = 60_000
"""Milliseconds for which a question is known behind its `answer_by`."""


class PendingQuestion(FrozenModel):
    """What a person may answer in place of their agent, and all they need to decide it.

    Their time is over at `until`, the channel's at `answer_by`. `max_rounds` and what follows: of a review only.
    """

    question_id: str
    agent_id: str
    kind: Literal["invitation", "review"]
    demand_id: str
    channel_id: str
    language: Language
    surface_demand: str
    raw_input: Maybe[str] = None
    filter_reason: Maybe[str] = None
    round: int
    max_rounds: Maybe[int] = None
    proposal: Maybe[Proposal] = None
    your_assignment: Maybe[Assignment] = None
    your_offer: Maybe[Offer] = None
    asked_at: Instant
    until: Instant
    answer_by: Instant


class SettledAnswer(FrozenModel):
    """Who answers a question: its person, with this; or, without an answer, the agent."""

    answer: Maybe[PersonAnswer] = None

    @property
    def by(self) -> AnsweredBy:
        """How the answer is marked."""
        return "agent" if self.answer is None else "person"


THE_AGENT = SettledAnswer()
"""Its person said nothing in time."""


class AttendanceStore(Protocol):
    """Leases and questions of a system. One that lies on a server raises StoreLost (shared.store.port)."""

    async def now(self) -> int:
        """The clock by which all this goes, ms: the store's."""
        ...

    async def renew_lease(self, agent_id: str) -> int:
        """Somebody answers for this agent from now on; until when (ms), unless they say so again."""
        ...

    async def release_lease(self, agent_id: str) -> None:
        """Nobody does any more. What was asked stays open."""
        ...

    async def lease_end(self, agent_id: str) -> int | None:
        """Until when (ms) somebody does; None when nobody does."""
        ...

    async def ask(self, question: PendingQuestion) -> PendingQuestion:
        """Ask, unless the same was asked before; what stands, so that its `until` never moves."""
        ...

    async def get_question(self, agent_id: str, question_id: str) -> PendingQuestion | None:
        """A question, open or not; None when there is none, or it is forgotten (KEPT)."""
        ...

    async def open_questions(self, agent_id: str) -> Sequence[PendingQuestion]:
        """What a person can answer now, the most urgent first."""
        ...

    async def settle_answer(self, question: PendingQuestion, said: SettledAnswer) -> SettledAnswer:
        """Say who answers it, unless that is settled; what stands. The first one wins, also a moment too late."""
        ...

    async def get_settled_answer(self, agent_id: str, question_id: str) -> SettledAnswer | None:
        """Who answers it; None while that is open."""
        ...
