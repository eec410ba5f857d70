"""Port of the attendance store: leases by which people answer for their own agents, and the questions they are asked.

A person attends an agent as long as they renew its lease; only then does the agent wait for the person's answer.
"""

from collections.abc import Sequence
from typing import Literal, Protocol

from negotiation.contracts.offer import Offer
from negotiation.contracts.person_answer import AnsweredBy, PersonAnswer
from negotiation.contracts.proposal import Assignment, Proposal
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.language import Language
from shared.core.timestamps import Instant

LEASE_MS = 150_000
"""Length of an attendance lease, in ms.

The web page renews it every 20 s; in a background tab browsers may delay timers to once a minute.
"""

QUESTION_RETENTION_MS = 60_000
"""Time for which a question is stored after its `answer_by`, in ms."""


class PendingQuestion(FrozenModel):
    """Question that a person may answer in place of their agent, with everything needed to decide it.

    The person may answer before `until`, the channel needs an answer before `answer_by`. An `invitation` has
    `raw_input` and `filter_reason`; a `review` has `max_rounds`, `proposal`, `your_assignment` and `your_offer`.
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
    """Decision on who answers a question: the person with `answer`, or, without it, the agent."""

    answer: Maybe[PersonAnswer] = None

    @property
    def answered_by(self) -> AnsweredBy:
        """Value of `answered_by` in the message that carries the answer."""
        return "agent" if self.answer is None else "person"


ANSWERED_BY_AGENT = SettledAnswer()
"""Settled answer of a question that its person did not answer in time."""


class AttendanceStore(Protocol):
    """Leases and questions of one system. Remote stores raise StoreUnavailable (shared.store.port)."""

    async def now(self) -> int:
        """Return the store's clock (ms since the epoch), which all leases and questions go by."""
        ...

    async def renew_lease(self, agent_id: str) -> int:
        """Start or extend the person's lease on an agent. Returns its end (ms since the epoch)."""
        ...

    async def release_lease(self, agent_id: str) -> None:
        """End the lease at once. Questions that were asked stay open."""
        ...

    async def get_lease_end(self, agent_id: str) -> int | None:
        """Return the end of the current lease (ms since the epoch), or None without one."""
        ...

    async def add_question(self, question: PendingQuestion) -> PendingQuestion:
        """Store a question unless its id exists. Returns the stored one, so that its `until` never moves."""
        ...

    async def get_question(self, agent_id: str, question_id: str) -> PendingQuestion | None:
        """Return a question, open or not; None if it is unknown or past QUESTION_RETENTION_MS."""
        ...

    async def list_open_questions(self, agent_id: str) -> Sequence[PendingQuestion]:
        """Return the questions that the person can answer now, the earliest `until` first."""
        ...

    async def settle_answer(self, question: PendingQuestion, answer: SettledAnswer) -> SettledAnswer:
        """Settle a question unless it is settled; the first call wins, even after `until`. Returns the stored one."""
        ...

    async def get_settled_answer(self, agent_id: str, question_id: str) -> SettledAnswer | None:
        """Return the settled answer of a question; None while it is open."""
        ...
