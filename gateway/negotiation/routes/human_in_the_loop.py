"""Human-in-the-loop routes: attend one's own agent, list its questions, answer them in its place."""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import Response

from gateway.auth.authentication import Caller, CurrentCaller
from gateway.http.json_body import body_choice_openapi, read_json_body
from gateway.http.openapi_responses import BODY_CODES, CHANGE_CODES, STORE_CODES, error_responses
from gateway.http.responses import json_response
from gateway.http.store_timeout import call_store
from gateway.negotiation.api_models import (
    AnsweredQuestionItem,
    AnswerReceipt,
    AttendanceLease,
    OwnAgents,
    PendingQuestionItem,
    PendingQuestionPage,
    PublicAgent,
)
from gateway.negotiation.permissions import NegotiationPermissions
from gateway.negotiation.person_answers import PersonAnswers, QuestionContext
from gateway.negotiation.question_facts import other_guests, usual_fee
from gateway.negotiation.revision_body import CURRENCY_PATTERN
from negotiation.attendance.port import PendingQuestion
from negotiation.contracts.error_codes import NegotiationErrorCode
from negotiation.contracts.person_answer import InvitationAnswer, ReviewAnswer
from negotiation.registry.profile import Profile
from negotiation.resources import NegotiationResources
from shared.core.api_error import ApiError, PlatformErrorCode

ANSWER_EXAMPLES: Mapping[type[BaseModel], Any] = {
    InvitationAnswer: {
        "decision": "conditional",
        "contribution": "50 人的场地",
        "conditions": ["周末"],
        "terms": {"fee": {"amount": 200000, "currency": "CNY"}, "people": 50},
    },
    ReviewAnswer: {
        "feedback_type": "negotiate",
        "adjustment_request": "费用改为 2400 元",
        "terms": {"fee": {"amount": 240000, "currency": "CNY"}},
    },
}
"""Models of an answer, each with an example."""


class AttendanceRoutes:
    """Routes for attendance and for the questions of an agent."""

    def __init__(
        self,
        permissions: NegotiationPermissions,
        resources: NegotiationResources,
        person_answers: PersonAnswers,
        human_timeout_s: float,
    ) -> None:
        """Create the routes; `human_timeout_s` is the time that agents wait for an answer, as configured here."""
        self._profiles = resources.profiles
        self._attendance = resources.attendance
        self._person_answers = person_answers
        self._human_timeout_s = human_timeout_s
        self._permissions = permissions

    def router(self) -> APIRouter:
        """Return a router with `/session/agents`, and `attendance` and `questions` below `/agents/{agent_id}`.

        It is made for inclusion below `/api/v1`.
        """
        routes = APIRouter(tags=["agents"])
        routes.add_api_route(
            "/session/agents", self.list_own_agents, methods=["GET"], operation_id="listOwnAgents",
            response_model=OwnAgents, summary="List the caller's own agents", responses=error_responses(*STORE_CODES),
        )  # fmt: skip
        self._add_agent_routes(routes)
        return routes

    def _add_agent_routes(self, routes: APIRouter) -> None:
        change = (NegotiationErrorCode.E008, *CHANGE_CODES, *STORE_CODES)
        routes.add_api_route(
            "/agents/{agent_id}/attendance", self.attend_agent, methods=["PUT"], operation_id="attendAgent",
            response_model=AttendanceLease, summary="Attend an agent", responses=error_responses(*change),
        )  # fmt: skip
        routes.add_api_route(
            "/agents/{agent_id}/attendance", self.leave_agent, methods=["DELETE"], operation_id="leaveAgent",
            status_code=204, summary="Stop attending an agent", responses=error_responses(*change),
        )  # fmt: skip
        routes.add_api_route(
            "/agents/{agent_id}/questions", self.list_questions, methods=["GET"], operation_id="listQuestions",
            response_model=PendingQuestionPage, summary="List the open questions of an agent",
            responses=error_responses(NegotiationErrorCode.E008, PlatformErrorCode.E013, *STORE_CODES),
        )  # fmt: skip
        routes.add_api_route(
            "/agents/{agent_id}/questions/{question_id}", self.answer_question, methods=["POST"],
            operation_id="answerQuestion", response_model=AnswerReceipt, status_code=202,
            summary="Answer a question in an agent's place",
            responses=error_responses(PlatformErrorCode.E014, PlatformErrorCode.E019, *BODY_CODES, *change),
            openapi_extra=body_choice_openapi(ANSWER_EXAMPLES),
        )  # fmt: skip

    async def list_own_agents(self, caller: CurrentCaller) -> Response:
        """Return the agents whose `user_id` is the caller's, active or not, with status 200.

        `items` has their public fields, ordered by id; it is empty for anonymous callers.
        503 (E018) if the registry does not answer.
        """
        user_id = caller.user_id
        profiles = await call_store(lambda: self._profiles.list_by_user(user_id)) if user_id else ()
        return json_response(OwnAgents(items=tuple(PublicAgent.from_profile(profile) for profile in profiles)))

    async def attend_agent(self, caller: CurrentCaller, agent_id: str) -> Response:
        """Attend the agent for 150 s, during which its invitations and plans wait for the person's answer.

        Status 200 returns the lease: `attended_until` is its end, and `waits_s` the maximum number of seconds that the
        agent waits for each answer, 0 if agents never wait. Repeat the request to extend the lease; the web app does so
        every 20 s.

        Allowed for the agent's own user and administrators: 401 (E012) if the caller must sign in, 403 (E013) for the
        agents of others, 404 (E008) if there is no such agent. 503 (E018) if the store does not answer; the request can
        be repeated.
        """
        await self._check_may_answer(agent_id, caller)
        until = await call_store(lambda: self._attendance.renew_lease(agent_id))
        return json_response(AttendanceLease(agent_id=agent_id, attended_until=until, waits_s=self._human_timeout_s))

    async def leave_agent(self, caller: CurrentCaller, agent_id: str) -> Response:
        """Stop attending the agent at once. Status 204 has no body, also if nobody attends the agent.

        Questions already asked stay open until their own deadline. This ends the attendance of all pages for
        this agent; another open page attends it again within 20 s.

        Allowed for the agent's own user and administrators: 401 (E012) if the caller must sign in, 403 (E013) for the
        agents of others, 404 (E008) if there is no such agent. 503 (E018) if the store does not answer; the request can
        be repeated.
        """
        await self._check_may_answer(agent_id, caller)
        await call_store(lambda: self._attendance.release_lease(agent_id))
        return Response(status_code=204)

    async def list_questions(self, caller: CurrentCaller, agent_id: str) -> Response:
        """Return the open questions of the agent, with status 200, the one with the earliest `until` first.

        `items` has the questions; answered and expired ones and those of closed demands are left out. `answered` has
        those that the person has answered and may answer otherwise, since there is no verdict yet.
        `attended_until`: end of the attendance, absent if nobody attends the agent. `now`: time of the server's clock.

        Allowed for the agent's own user and administrators: 401 (E012) if the caller must sign in, 403 (E013) for the
        agents of others, 404 (E008) if there is no such agent. 503 (E018) if the store does not answer.
        """
        profile = await self._check_may_answer(agent_id, caller)
        items = tuple(
            PendingQuestionItem(**self._item_fields(asked, profile, caller))
            for asked in await self._person_answers.list_open_questions(agent_id)
        )
        answered = tuple(
            AnsweredQuestionItem(**self._item_fields(asked, profile, caller), answer=asked.answer)
            for asked in await self._person_answers.list_changeable_questions(agent_id)
            if asked.answer is not None
        )
        until, now = await call_store(lambda: self._lease_end_and_now(agent_id))
        page = PendingQuestionPage(agent_id=agent_id, now=now, attended_until=until, items=items, answered=answered)
        return json_response(page)

    async def answer_question(
        self, request: Request, caller: CurrentCaller, agent_id: str, question_id: str
    ) -> Response:
        """Answer a question. Status 202 confirms the answer by the question's id; it takes effect later.

        The body is an InvitationAnswer for a question of the kind `invitation`, a ReviewAnswer for a `review`.
        `terms` are what it asks for as values, such as the fee in minor units (pence, fen). Repeating the same answer
        is accepted again. Another one replaces the person's earlier answer until there is a verdict: on an invitation,
        until the answers are no longer collected; on a plan, until its version is evaluated. An answer that arrives
        there too late changes nothing.

        400 (E001) if the body is not of this kind; 404 (E019) if the agent has no such question; 409 (E014) if it has
        another answer that can no longer be changed, or is over.

        Allowed for the agent's own user and administrators: 401 (E012) if the caller must sign in, 403 (E013) for the
        agents of others, 404 (E008) if there is no such agent. 503 (E018) if the store does not answer; the answer may
        be stored, and the request can be repeated.
        """
        await self._check_may_answer(agent_id, caller)
        question = await self._get_question(agent_id, question_id)
        model = InvitationAnswer if question.kind == "invitation" else ReviewAnswer
        answer = await read_json_body(request, model, patterns=CURRENCY_PATTERN)
        await self._person_answers.submit_answer(question, answer)
        return json_response(AnswerReceipt(question_id=question_id), 202)

    async def _lease_end_and_now(self, agent_id: str) -> tuple[int | None, int]:
        return await self._attendance.get_lease_end(agent_id), await self._attendance.now()

    async def _get_question(self, agent_id: str, question_id: str) -> PendingQuestion:
        question = await call_store(lambda: self._attendance.get_question(agent_id, question_id))
        if question is None:
            raise ApiError(PlatformErrorCode.E019)
        return question

    def _item_fields(self, asked: QuestionContext, profile: Profile, caller: Caller) -> dict[str, Any]:
        return {
            **dict(asked.question),
            "watchable": self._permissions.may_see(asked.demand, caller),
            "asked_by": asked.demand.owner,
            "others": other_guests(asked.view, asked.question),
            "fee": usual_fee(profile),
        }

    async def _check_may_answer(self, agent_id: str, caller: Caller) -> Profile:
        profile = await call_store(lambda: self._profiles.get(agent_id))
        if profile is None:
            raise ApiError(NegotiationErrorCode.E008)
        self._permissions.check_may_answer_for(caller, profile)
        return profile
