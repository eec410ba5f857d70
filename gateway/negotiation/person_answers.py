"""How does what a person says get to the task that speaks for their agent? Settled first, then sent (DESIGN § 3).

What is settled stands, whatever breaks down behind it: the task also finds it when the question's time is over.
"""

import asyncio
from collections.abc import Sequence

from gateway.context import GatewayContext
from gateway.http.store_timeout import call_store, store_deadline
from negotiation.attendance.port import PendingQuestion, SettledAnswer
from negotiation.contracts.messages import HumanAnswerReceived
from negotiation.contracts.person_answer import PersonAnswer
from shared.core.address import Address
from shared.core.api_error import ApiError, ConflictDetails, PlatformErrorCode
from shared.core.decision import Send
from shared.core.ids import digest
from shared.store.port import CorrelationInfo


class PersonAnswers:
    """Takes what people answer."""

    def __init__(self, house: GatewayContext) -> None:
        self._house = house
        self._attending = house.attending

    async def open(self, agent_id: str) -> Sequence[tuple[PendingQuestion, CorrelationInfo]]:
        """What its person can answer now, and of which demand each: none that has closed. Raises StoreLost."""
        found = await call_store(lambda: self._attending.list_open_questions(agent_id))
        demands = await asyncio.gather(*map(self._demand, found))
        return [(question, known) for question, known in zip(found, demands, strict=True) if known is not None]

    async def submit_answer(self, question: PendingQuestion, answer: PersonAnswer) -> None:
        """Settle it, and send it. Raises ToWowError (E014) when it was answered, or its time is over; StoreLost."""
        said = SettledAnswer(answer=answer)
        stands = await call_store(lambda: self._attending.get_settled_answer(question.agent_id, question.question_id))
        if stands is None and not await self._over(question):
            stands = await call_store(lambda: self._attending.settle_answer(question, said))
        if stands != said:
            status = "answered" if stands is not None and stands.answered_by == "person" else "over"
            raise ApiError(PlatformErrorCode.E014, ConflictDetails(id=question.question_id, status=status))
        await self._send(question, answer)

    async def _send(self, question: PendingQuestion, answer: PersonAnswer) -> None:
        message = HumanAnswerReceived(
            demand_id=question.demand_id,
            channel_id=question.channel_id,
            question_id=question.question_id,
            language=question.language,
            answer=answer,
            round=question.round,
            proposal_version=question.proposal.version if question.proposal else None,
        )
        async with store_deadline():
            await self._house.entrance.submit(
                question.demand_id,
                cause=digest("answered", question.question_id),
                sends=[Send(Address("user_agent", question.agent_id), message)],
                send_timeout_s=0,
            )

    async def _over(self, question: PendingQuestion) -> bool:
        return await call_store(self._attending.now) >= question.until or await self._demand(question) is None

    async def _demand(self, question: PendingQuestion) -> CorrelationInfo | None:
        known = await call_store(lambda: self._house.store.get_correlation(question.demand_id))
        return None if known is None or known.closed_at is not None else known
