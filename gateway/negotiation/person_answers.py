"""Acceptance of a person's answer: stored first, then sent to the waiting agent task (DESIGN § 3).

The stored answer counts even if sending fails: the task also reads it when the question's deadline passes. Until the
channel's verdict the person may change it.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from gateway.http.store_timeout import call_store, store_deadline
from gateway.negotiation.question_facts import is_undecided
from gateway.negotiation.views.cache import DemandViewCache
from gateway.negotiation.views.schema import DemandView
from negotiation.attendance.port import AttendanceStore, PendingQuestion, SettledAnswer
from negotiation.contracts.messages import HumanAnswerReceived
from negotiation.contracts.person_answer import PersonAnswer
from shared.core.address import Address
from shared.core.api_error import ApiError, ConflictDetails, PlatformErrorCode
from shared.core.decision import Send
from shared.core.ids import digest
from shared.runtime.ingress import Ingress
from shared.store.port import CorrelationInfo, Store


@dataclass(frozen=True, slots=True)
class QuestionContext:
    """A question of a demand that is not closed, the demand's view, and the person's answer if there is one."""

    question: PendingQuestion
    demand: CorrelationInfo
    view: DemandView
    answer: PersonAnswer | None = None


@dataclass(frozen=True, slots=True)
class CurrentQuestion:
    """A question with its settled answer, None while it is open. `changeable`: another answer would replace it."""

    asked: QuestionContext
    settled: SettledAnswer | None
    changeable: bool


class PersonAnswers:
    """Lists the questions of agents, and accepts the answers of their persons."""

    def __init__(self, store: Store, views: DemandViewCache, attendance: AttendanceStore, ingress: Ingress) -> None:
        self._store = store
        self._views = views
        self._attendance = attendance
        self._ingress = ingress

    async def list_open_questions(self, agent_id: str) -> Sequence[QuestionContext]:
        """Return the questions of an agent that can be answered now.

        The question with the earliest `until` comes first. Questions of closed demands are left out. Empty for an
        unknown agent. Permissions are not checked.

        Raises:
            StoreUnavailable: If the store does not answer within STORE_TIMEOUT_S.
            StoreMisconfigured: If the store rejects a call.
        """
        questions = await call_store(lambda: self._attendance.list_open_questions(agent_id))
        asked = await asyncio.gather(*(self._get_asked(question) for question in questions))
        return [each for each in asked if each is not None]

    async def list_changeable_questions(self, agent_id: str) -> Sequence[QuestionContext]:
        """Return the questions of an agent that its person has answered and may answer otherwise.

        They are ordered as those of `list_open_questions`; it raises the same.
        """
        answered = await call_store(lambda: self._attendance.list_answered_questions(agent_id))
        asked = await asyncio.gather(*(self._get_asked(question, settled.answer) for question, settled in answered))
        return [each for each in asked if each is not None and is_undecided(each.view, each.question)]

    async def list_current_questions(self, agent_id: str) -> Sequence[CurrentQuestion]:
        """Return the questions of an agent whose time is not over or whose answer may still change, the newest first.

        Questions of closed demands are left out. Empty for an unknown agent. Permissions are not checked.

        Raises:
            StoreUnavailable: If the store does not answer within STORE_TIMEOUT_S.
            StoreMisconfigured: If the store rejects a call.
        """
        current = await call_store(lambda: self._attendance.list_current_questions(agent_id))
        answered = await call_store(lambda: self._attendance.list_answered_questions(agent_id))
        found = {question.question_id: (question, settled) for question, settled in (*current, *answered)}
        described = await asyncio.gather(*(self._describe(question, settled) for question, settled in found.values()))
        in_time = {question.question_id for question, _ in current}
        kept = [one for one in described if one and (one.changeable or one.asked.question.question_id in in_time)]
        return sorted(kept, key=lambda one: one.asked.question.asked_at, reverse=True)

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
        """Store the answer, and commit a message with it for the agent's task, which is sent soon afterwards.

        It replaces an earlier answer of the person until there is a verdict. Repeating the same answer is allowed and
        has no further effect. Permissions are not checked.

        Args:
            question: The question, as read from the attendance store.
            answer: Answer of the kind that the question asks for, which is not checked: an InvitationAnswer or a
                ReviewAnswer.

        Raises:
            ApiError: E014 if the question has another answer that stays, or its deadline or demand is over.
            StoreUnavailable: If the store does not answer within STORE_TIMEOUT_S. The answer may be stored; the call
                can be repeated.
            StoreMisconfigured: If the store rejects a call.
        """
        submitted = SettledAnswer(answer=answer)
        settled = await call_store(lambda: self._attendance.get_settled_answer(question.agent_id, question.question_id))
        if settled is None and not await self._is_over(question):
            settled = await call_store(lambda: self._attendance.settle_answer(question, submitted))
        if settled is not None and settled.answer != answer and await self._is_changeable(question):
            settled = await call_store(lambda: self._attendance.revise_answer(question, answer))
        if settled is None or settled.answer != answer:
            raise _conflict(question, settled)
        await self._send(question, answer, settled.revision)

    async def _send(self, question: PendingQuestion, answer: PersonAnswer, revision: int) -> None:
        message = HumanAnswerReceived(
            demand_id=question.demand_id,
            channel_id=question.channel_id,
            question_id=question.question_id,
            language=question.language,
            answer=answer,
            round=question.round,
            proposal_version=question.proposal.version if question.proposal else None,
            revision=revision or None,
        )
        async with store_deadline():
            await self._ingress.submit(
                question.demand_id,
                cause=digest("answered", question.question_id, *((revision,) if revision else ())),
                sends=[Send(Address("user_agent", question.agent_id), message)],
                send_timeout_s=0,
            )

    async def _is_over(self, question: PendingQuestion) -> bool:
        return await call_store(self._attendance.now) >= question.until or await self._get_open_demand(question) is None

    async def _is_changeable(self, question: PendingQuestion) -> bool:
        asked = await self._get_asked(question)
        return asked is not None and is_undecided(asked.view, question)

    async def _describe(self, question: PendingQuestion, settled: SettledAnswer | None) -> CurrentQuestion | None:
        asked = await self._get_asked(question, settled.answer if settled else None)
        if asked is None:
            return None
        changeable = asked.answer is not None and is_undecided(asked.view, question)
        return CurrentQuestion(asked, settled, changeable)

    async def _get_asked(self, question: PendingQuestion, answer: PersonAnswer | None = None) -> QuestionContext | None:
        demand = await self._get_open_demand(question)
        (view,) = await self._views.get_many([question.demand_id]) if demand else [None]
        return None if demand is None or view is None else QuestionContext(question, demand, view, answer)

    async def _get_open_demand(self, question: PendingQuestion) -> CorrelationInfo | None:
        demand = await call_store(lambda: self._store.get_correlation(question.demand_id))
        return None if demand is None or demand.closed_at is not None else demand


def _conflict(question: PendingQuestion, settled: SettledAnswer | None) -> ApiError:
    status = "answered" if settled is not None and settled.answered_by == "person" else "over"
    return ApiError(PlatformErrorCode.E014, ConflictDetails(id=question.question_id, status=status))
