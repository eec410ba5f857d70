"""Human in the loop: questions to the people who attend their agents, with a deadline for each answer."""

import asyncio

from negotiation.attendance.port import ANSWERED_BY_AGENT, AttendanceStore, PendingQuestion, SettledAnswer
from negotiation.contracts.messages import DemandOffer, ProposalReview
from shared.core.ids import digest
from shared.core.timestamps import seconds_to_ms
from shared.llm.port import RetryAt
from user_agent.core.human_deadline import human_deadline


class HumanInTheLoop:
    """Questions of user agents to their people.

    Args:
        attendance: Store of leases and questions.
        human_timeout: Maximum time for an answer, in s; 0: no person is asked.
    """

    def __init__(self, attendance: AttendanceStore, human_timeout: float) -> None:
        self._attendance = attendance
        self._timeout_ms = seconds_to_ms(human_timeout)

    async def get_answer(self, body: DemandOffer | ProposalReview, agent_id: str) -> SettledAnswer | None:
        """Ask the person who attends the agent, if any; return the settled answer, or raise RetryAt without one.

        To ask is to store a question. The call does not wait: on RetryAt call it again at the deadline with the same
        request. A redelivered or repeated request neither asks again nor extends the deadline.

        Returns:
            The person's answer, or ANSWERED_BY_AGENT from the deadline on; None if no person is asked, because none
                attends the agent, the time is too short, or the timeout is 0.

        Raises:
            RetryAt: The person has not answered and still can; `instant` is the deadline, ms since the epoch.
            StoreUnavailable: The attendance store did not answer.
            StoreMisconfigured: The attendance store rejects a call.
        """
        if not self._timeout_ms:
            return None
        question = await self._get_or_add_question(body, agent_id)
        if question is None:
            return None
        settled = await self._attendance.get_settled_answer(agent_id, question.question_id)
        if settled is not None:
            return settled
        if await self._attendance.now() < question.until:
            raise RetryAt(question.until)
        return await self._attendance.settle_answer(question, ANSWERED_BY_AGENT)

    async def claim_for_agent(self, body: DemandOffer | ProposalReview, agent_id: str) -> SettledAnswer | None:
        """Settle the question about the request `body` for the agent, whose model has answered; return the answer.

        During a slow model call a reminder of the same request may have asked the person. The first answer settles, so
        the result may be the person's; else it is ANSWERED_BY_AGENT. None if no question is stored or the timeout is 0.

        Raises:
            StoreUnavailable: The attendance store did not answer.
            StoreMisconfigured: The attendance store rejects a call.
        """
        if not self._timeout_ms:
            return None
        question = await self._attendance.get_question(agent_id, question_id(body, agent_id))
        return None if question is None else await self._attendance.settle_answer(question, ANSWERED_BY_AGENT)

    async def _get_or_add_question(self, body: DemandOffer | ProposalReview, agent_id: str) -> PendingQuestion | None:
        identifier = question_id(body, agent_id)
        existing, lease_end = await asyncio.gather(
            self._attendance.get_question(agent_id, identifier), self._attendance.get_lease_end(agent_id)
        )
        if existing is not None:
            return await self._attendance.add_question(existing)  # its process may have stopped before it was listed
        if lease_end is None:
            return None
        now = await self._attendance.now()
        deadline = human_deadline(now, self._timeout_ms, body.answer_by)
        if deadline is None:
            return None
        return await self._attendance.add_question(_build_question(body, agent_id, identifier, now, deadline))


def question_id(body: DemandOffer | ProposalReview, agent_id: str) -> str:
    """Return the id of the question about a request to an agent: `ask_` and 20 base32 characters.

    It depends on the kind of request, its channel, the agent and, for a review, the plan version: an invitation and its
    reminder have the same id, and so have all sends of a plan version.
    """
    version = body.proposal.version if isinstance(body, ProposalReview) else 0
    return "ask_" + digest(body.type, body.channel_id, agent_id, version, length=20)


def _build_question(
    body: DemandOffer | ProposalReview, agent_id: str, identifier: str, now: int, deadline: int
) -> PendingQuestion:
    review = isinstance(body, ProposalReview)
    return PendingQuestion(
        question_id=identifier,
        agent_id=agent_id,
        kind="review" if review else "invitation",
        demand_id=body.demand_id,
        channel_id=body.channel_id,
        language=body.setting.language,
        surface_demand=body.demand.surface_demand,
        needs=() if review else _asked_needs(body),
        limits=body.demand.limits,
        context=body.demand.context,
        raw_input=None if review else body.raw_input,
        filter_reason=None if review else body.filter_reason,
        fits=None if review else body.fits or None,
        round=body.round,
        max_rounds=body.max_rounds if review else None,
        proposal=body.proposal if review else None,
        your_assignment=body.your_assignment if review else None,
        your_offer=body.your_offer if review else None,
        asked_at=now,
        until=deadline,
        answer_by=body.answer_by,
    )


def _asked_needs(body: DemandOffer) -> tuple[str, ...]:
    """Return the needs, in the demand's words, that the invited agent was found for; all without comparison."""
    found = {fit.need for fit in body.fits}
    return tuple(need.need for need in body.demand.needs if not found or need.id in found)
