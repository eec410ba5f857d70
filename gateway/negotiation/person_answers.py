"""Acceptance of a person's answer: stored first, then sent to the waiting agent task (DESIGN § 3).

The stored answer is final even if sending fails: the task also reads it when the question's deadline passes.
"""

import asyncio
from collections.abc import Sequence

from gateway.http.store_timeout import call_store, store_deadline
from negotiation.attendance.port import AttendanceStore, PendingQuestion, SettledAnswer
from negotiation.contracts.messages import HumanAnswerReceived
from negotiation.contracts.person_answer import PersonAnswer
from shared.core.address import Address
from shared.core.api_error import ApiError, ConflictDetails, PlatformErrorCode
from shared.core.decision import Send
from shared.core.ids import digest
from shared.runtime.ingress import Ingress
from shared.store.port import CorrelationInfo, Store


class PersonAnswers:
    """Lists the open questions of agents and accepts the answers of their persons."""

    def __init__(self, store: Store, attendance: AttendanceStore, ingress: Ingress) -> None:
        self._store = store
        self._attendance = attendance
        self._ingress = ingress

    async def list_open_questions(self, agent_id: str) -> Sequence[tuple[PendingQuestion, CorrelationInfo]]:
        """Return the questions of an agent that can be answered now, each with the correlation of its demand.

        The question with the earliest `until` comes first. Questions of closed demands are left out. Empty for an
        unknown agent. Permissions are not checked.

        Raises:
            StoreUnavailable: If the store does not answer within STORE_TIMEOUT_S.
            StoreMisconfigured: If the store rejects a call.
        """
        questions = await call_store(lambda: self._attendance.list_open_questions(agent_id))
        demands = await asyncio.gather(*map(self._get_open_demand, questions))
        return [(question, demand) for question, demand in zip(questions, demands, strict=True) if demand is not None]

    async def list_current_questions(
        self, agent_id: str
    ) -> Sequence[tuple[PendingQuestion, SettledAnswer | None, CorrelationInfo]]:
        """Return the questions of an agent whose time is not over, answered or not, the newest first.

        Each comes with its settled answer, None while it is open, and the correlation of its demand. Questions of
        closed demands are left out. Empty for an unknown agent. Permissions are not checked.

        Raises:
            StoreUnavailable: If the store does not answer within STORE_TIMEOUT_S.
            StoreMisconfigured: If the store rejects a call.
        """
        found = await call_store(lambda: self._attendance.list_current_questions(agent_id))
        found = sorted(found, key=lambda one: one[0].asked_at, reverse=True)
        demands = await asyncio.gather(*(self._get_open_demand(question) for question, _ in found))
        return [
            (question, answer, demand)
            for (question, answer), demand in zip(found, demands, strict=True)
            if demand is not None
        ]

    async def postpone(self, question: PendingQuestion) -> PendingQuestion:
        """Have the agent wait for its person as long as it can, and return the question with its new `until`.

        Repeating the call has no further effect. Permissions are not checked.

        Raises:
            ApiError: E014 if the question is answered, or its deadline or demand is over.
            StoreUnavailable: If the store does not answer within STORE_TIMEOUT_S; the call can be repeated.
            StoreMisconfigured: If the store rejects a call.
        """
        settled = await call_store(lambda: self._attendance.get_settled_answer(question.agent_id, question.question_id))
        if settled is not None or await self._is_over(question):
            raise _conflict(question, settled)
        return await call_store(lambda: self._attendance.postpone_question(question))

    async def submit_answer(self, question: PendingQuestion, answer: PersonAnswer) -> None:
        """Store the answer as final, and commit a message with it for the agent's task, which is sent soon afterwards.

        Repeating the same answer is allowed and has no further effect. Permissions are not checked.

        Args:
            question: The question, as read from the attendance store.
            answer: Answer of the kind that the question asks for, which is not checked: an InvitationAnswer or a
                ReviewAnswer.

        Raises:
            ApiError: E014 if the question has another answer already, or its deadline or demand is over.
            StoreUnavailable: If the store does not answer within STORE_TIMEOUT_S. The answer may be stored; the call
                can be repeated.
            StoreMisconfigured: If the store rejects a call.
        """
        submitted = SettledAnswer(answer=answer)
        settled = await call_store(lambda: self._attendance.get_settled_answer(question.agent_id, question.question_id))
        if settled is None and not await self._is_over(question):
            settled = await call_store(lambda: self._attendance.settle_answer(question, submitted))
        if settled != submitted:
            raise _conflict(question, settled)
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
            await self._ingress.submit(
                question.demand_id,
                cause=digest("answered", question.question_id),
                sends=[Send(Address("user_agent", question.agent_id), message)],
                send_timeout_s=0,
            )

    async def _is_over(self, question: PendingQuestion) -> bool:
        return await call_store(self._attendance.now) >= question.until or await self._get_open_demand(question) is None

    async def _get_open_demand(self, question: PendingQuestion) -> CorrelationInfo | None:
        demand = await call_store(lambda: self._store.get_correlation(question.demand_id))
        return None if demand is None or demand.closed_at is not None else demand


def _conflict(question: PendingQuestion, settled: SettledAnswer | None) -> ApiError:
    status = "answered" if settled is not None and settled.answered_by == "person" else "over"
    return ApiError(PlatformErrorCode.E014, ConflictDetails(id=question.question_id, status=status))
