"""Does the agent's person answer themselves? Asked while they attend, and waited for, but never too long."""

import asyncio

from negotiation.attendance.port import ANSWERED_BY_AGENT, AttendanceStore, PendingQuestion, SettledAnswer
from negotiation.contracts.messages import DemandOffer, ProposalReview
from shared.core.ids import digest
from shared.core.timestamps import seconds_to_ms
from shared.llm.port import RetryAt
from user_agent.core.human_deadline import human_deadline


class HumanInTheLoop:
    """Asks people before their agents speak for them."""

    def __init__(self, attending: AttendanceStore, human_timeout: float) -> None:
        """`human_timeout` in s; 0: nobody is asked."""
        self._attendance = attending
        self._timeout_ms = seconds_to_ms(human_timeout)

    async def get_answer(self, body: DemandOffer | ProposalReview, agent_id: str) -> SettledAnswer | None:
        """What is settled: the person's own answer, or that the agent gives one; None when nobody was waited for.

        Raises NotBefore while their time runs. The same question, delivered or sent again, does not begin it anew.
        """
        if not self._timeout_ms:
            return None
        question = await self._get_or_add_question(body, agent_id)
        if question is None:
            return None
        said = await self._attendance.get_settled_answer(agent_id, question.question_id)
        if said is not None:
            return said
        if await self._attendance.now() < question.until:
            raise RetryAt(question.until)
        return await self._attendance.settle_answer(question, ANSWERED_BY_AGENT)

    async def claim_for_agent(self, body: DemandOffer | ProposalReview, agent_id: str) -> SettledAnswer | None:
        """What is settled now that an agent answers, and had nobody to ask before; None when nobody was asked since.

        Its model may have been slow, and a reminder may have found its person. Whoever settles first is who answers.
        """
        if not self._timeout_ms:
            return None
        question = await self._attendance.get_question(agent_id, question_id(body, agent_id))
        return None if question is None else await self._attendance.settle_answer(question, ANSWERED_BY_AGENT)

    async def _get_or_add_question(self, body: DemandOffer | ProposalReview, agent_id: str) -> PendingQuestion | None:
        identifier = question_id(body, agent_id)
        before, attended = await asyncio.gather(
            self._attendance.get_question(agent_id, identifier), self._attendance.get_lease_end(agent_id)
        )
        if before is not None:
            return await self._attendance.add_question(before)  # who asked it may have died before it was listed
        if attended is None:
            return None
        now = await self._attendance.now()
        until = human_deadline(now, self._timeout_ms, body.answer_by)
        if until is None:
            return None
        return await self._attendance.add_question(_build_question(body, agent_id, identifier, now, until))


def question_id(body: DemandOffer | ProposalReview, agent_id: str) -> str:
    """The same for an invitation and its reminder, and for one plan version however often it is sent."""
    version = body.proposal.version if isinstance(body, ProposalReview) else 0
    return "ask_" + digest(body.type, body.channel_id, agent_id, version, length=20)


def _build_question(
    body: DemandOffer | ProposalReview, agent_id: str, identifier: str, now: int, until: int
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
        raw_input=None if review else body.raw_input,
        filter_reason=None if review else body.filter_reason,
        round=body.round,
        max_rounds=body.max_rounds if review else None,
        proposal=body.proposal if review else None,
        your_assignment=body.your_assignment if review else None,
        your_offer=body.your_offer if review else None,
        asked_at=now,
        until=until,
        answer_by=body.answer_by,
    )
