"""Port of the attendance store: leases by which people answer for their own agents, and the questions they are asked.

A person attends an agent as long as they renew its lease; only then does the agent wait for the person's answer.
"""

from collections.abc import Sequence
from typing import Literal, Protocol

from pydantic import Field

from negotiation.contracts.candidate import NeedFit, is_empty
from negotiation.contracts.demand import DemandContext, DemandLimits
from negotiation.contracts.offer import Offer
from negotiation.contracts.person_answer import AGENT_ANSWER_MS, AnsweredBy, PersonAnswer
from negotiation.contracts.proposal import Assignment, Proposal
from negotiation.contracts.text_limits import Phrase
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.language import Language
from shared.core.timestamps import Instant

LEASE_MS = 150_000
"""Length of an attendance lease, in ms.

The web page renews it every 20 s; in a background tab browsers may delay timers to once a minute.
"""

QUESTION_RETENTION_MS = 60_000
"""Time for which a question is stored after its `answer_by`, in ms."""

MAX_REVISIONS = 20
"""Number of times that a person may change their answer to one question."""


class PendingQuestion(FrozenModel):
    """Question that a person may answer in place of their agent, with everything needed to decide it.

    The person may answer before `until`, the channel needs an answer before `answer_by`. An `invitation` has
    `raw_input`, `filter_reason` and `fits`, the needs that the agent's profile meets, if any is known; a `review` has
    `max_rounds`, `proposal`, `your_assignment` and `your_offer`.
    `needs`: those of the demand that the agent was found for; `limits` and `context`: where, when, for how many people
    and for how much it is. Questions of earlier releases lack these three.
    """

    question_id: str
    agent_id: str
    kind: Literal["invitation", "review"]
    demand_id: str
    channel_id: str
    language: Language
    surface_demand: str
    needs: tuple[Phrase, ...] = Field(default=(), exclude_if=is_empty)
    limits: Maybe[DemandLimits] = None
    context: Maybe[DemandContext] = None
    raw_input: Maybe[str] = None
    filter_reason: Maybe[str] = None
    fits: Maybe[tuple[NeedFit, ...]] = None
    round: int
    max_rounds: Maybe[int] = None
    proposal: Maybe[Proposal] = None
    your_assignment: Maybe[Assignment] = None
    your_offer: Maybe[Offer] = None
    asked_at: Instant
    until: Instant
    answer_by: Instant

    @property
    def latest_until(self) -> int:
        """Latest `until` that the person can be given, in ms since the epoch: the agent still has time to answer."""
        return max(self.until, self.answer_by - AGENT_ANSWER_MS)


class SettledAnswer(FrozenModel):
    """Decision on who answers a question: the person with `answer`, or, without it, the agent.

    `revision`: number of times that the person has changed the answer.
    """

    answer: Maybe[PersonAnswer] = None
    revision: int = Field(default=0, ge=0, exclude_if=is_empty)

    @property
    def answered_by(self) -> AnsweredBy:
        """Value of `answered_by` in the message that carries the answer: `person` if a person gave it, else `agent`."""
        return "agent" if self.answer is None else "person"


ANSWERED_BY_AGENT = SettledAnswer()
"""Settled answer of a question that its person did not answer in time."""


class AttendanceStore(Protocol):
    """Leases and questions of one system. Remote stores raise StoreUnavailable (shared.store.port)."""

    async def now(self) -> int:
        """Return the time of the store's clock, in ms since the epoch; leases and deadlines are compared with it.

        Raises StoreUnavailable if the store does not answer, StoreMisconfigured if it rejects the call.
        """
        ...

    async def renew_lease(self, agent_id: str) -> int:
        """Start the attendance lease of an agent's person, or extend it, to end LEASE_MS (150 s) from now.

        Returns the end of the lease, in ms since the epoch. Does not check that the agent exists. Raises
        StoreUnavailable if the store does not answer (the call may be repeated), StoreMisconfigured if it rejects the
        call.
        """
        ...

    async def release_lease(self, agent_id: str) -> None:
        """End an agent's lease at once; does nothing without one. Questions that are already stored stay open.

        Raises StoreUnavailable if the store does not answer (the call may be repeated), StoreMisconfigured if it
        rejects the call.
        """
        ...

    async def get_lease_end(self, agent_id: str) -> int | None:
        """Return the end of an agent's lease, in ms since the epoch; None without a lease or after its expiry.

        Raises StoreUnavailable if the store does not answer, StoreMisconfigured if it rejects the call.
        """
        ...

    async def add_question(self, question: PendingQuestion) -> PendingQuestion:
        """Store a question unless one with its agent_id and question_id exists.

        Returns the stored question: the earlier one if it exists, so that asking again never moves its `until`. Raises
        StoreUnavailable if the store does not answer (the call may be repeated), StoreMisconfigured if it rejects the
        call.
        """
        ...

    async def get_question(self, agent_id: str, question_id: str) -> PendingQuestion | None:
        """Return a question of an agent, whether settled or not.

        None if the id is unknown, or more than QUESTION_RETENTION_MS (60 s) have passed since the question's
        `answer_by`. Raises StoreUnavailable if the store does not answer, StoreMisconfigured if it rejects the call.
        """
        ...

    async def list_open_questions(self, agent_id: str) -> Sequence[PendingQuestion]:
        """Return the unsettled questions of an agent whose `until` lies in the future, the earliest `until` first.

        Empty without any. Raises StoreUnavailable if the store does not answer, StoreMisconfigured if it rejects the
        call.
        """
        ...

    async def list_current_questions(self, agent_id: str) -> Sequence[tuple[PendingQuestion, SettledAnswer | None]]:
        """Return the questions of an agent whose `until` lies in the future, the earliest `until` first.

        Each comes with its settled answer, None while it is open. Empty without any. Raises StoreUnavailable if the
        store does not answer, StoreMisconfigured if it rejects the call.
        """
        ...

    async def postpone_question(self, question: PendingQuestion) -> PendingQuestion:
        """Move a stored question's `until` to its `latest_until`; nothing else changes it.

        Returns the question with that `until`; repeating the call has no further effect. Whether the question is still
        open is not checked: an answer that is settled stays. `question` is one that the store returned. Raises
        StoreUnavailable if the store does not answer (the call may be repeated), StoreMisconfigured if it rejects the
        call.
        """
        ...

    async def settle_answer(self, question: PendingQuestion, answer: SettledAnswer) -> SettledAnswer:
        """Store the answer to a question unless it has one; the first call wins, even after `until`.

        Returns the stored answer: `answer`, or that of an earlier call or its latest revision. `question` is one that
        the store returned. Raises StoreUnavailable if the store does not answer (the call may be repeated),
        StoreMisconfigured if it rejects the call.
        """
        ...

    async def revise_answer(self, question: PendingQuestion, answer: PersonAnswer) -> SettledAnswer | None:
        """Replace the answer that the person gave to a question by another one, with the next revision number.

        Concurrent calls each get a number; the highest is the stored answer. An equal answer is not stored again.

        Returns the stored answer: that of the agent, which stays; the person's `answer`; or their last one, after
        MAX_REVISIONS changes. None if the question is not settled. `question` is one that the store returned. Raises
        StoreUnavailable if the store does not answer (the call may be repeated), StoreMisconfigured if it rejects the
        call.
        """
        ...

    async def list_answered_questions(self, agent_id: str) -> Sequence[tuple[PendingQuestion, SettledAnswer]]:
        """Return the questions of an agent that its person has answered, whose `answer_by` lies in the future.

        Each has its stored answer; the earliest `until` comes first. Empty without any. Raises StoreUnavailable if the
        store does not answer, StoreMisconfigured if it rejects the call.
        """
        ...

    async def get_settled_answer(self, agent_id: str, question_id: str) -> SettledAnswer | None:
        """Return the settled answer to a question, in its latest revision.

        None while the question is open, or if the id is unknown or no longer stored.

        Raises StoreUnavailable if the store does not answer, StoreMisconfigured if it rejects the call.
        """
        ...
