"""How does a person answer for their own agent: attend it, see what it is asked, say what they themselves say?"""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import Response

from gateway.auth.authentication import Caller, CurrentCaller
from gateway.auth.permissions import Permissions
from gateway.context import GatewayContext
from gateway.http.openapi_responses import BODY_CODES, CHANGE_CODES, STORE_CODES, error_responses
from gateway.http.request_body import body_choice_openapi, read_json_body
from gateway.http.responses import json_response
from gateway.http.store_timeout import call_store
from gateway.negotiation.api_models import AnswerReceipt, AttendanceLease, OwnAgents, PendingQuestionPage, PublicAgent
from gateway.negotiation.api_models import PendingQuestionItem as Answerable
from gateway.negotiation.person_answers import PersonAnswers
from negotiation.attendance.port import PendingQuestion
from negotiation.contracts.error_codes import NegotiationErrorCode
from negotiation.contracts.person_answer import InvitationAnswer, ReviewAnswer
from shared.core.api_error import ApiError, PlatformErrorCode

ANSWER_EXAMPLES: Mapping[type[BaseModel], Any] = {
    InvitationAnswer: {"decision": "conditional", "contribution": "50 人的场地", "conditions": ["周末"]},
    ReviewAnswer: {"feedback_type": "negotiate", "adjustment_request": "改到周日"},
}
"""What may be answered, with an example each."""


class AttendanceRoutes:
    """The routes."""

    def __init__(self, context: GatewayContext, permissions: Permissions) -> None:
        self._profiles = context.profiles
        self._attendance = context.attendance
        self._person_answers = PersonAnswers(context)
        self._human_timeout_s = context.human_timeout_s
        self._permissions = permissions

    def router(self) -> APIRouter:
        """The routes, as a table."""
        routes = APIRouter(tags=["agents"])
        routes.add_api_route(
            "/session/agents", self.list_own_agents, methods=["GET"], operation_id="listOwnAgents", response_model=OwnAgents,
            summary="List my own agents", responses=error_responses(*STORE_CODES),
        )  # fmt: skip
        self._add_agent_routes(routes)
        return routes

    def _add_agent_routes(self, routes: APIRouter) -> None:
        change = (NegotiationErrorCode.E008, *CHANGE_CODES, *STORE_CODES)
        routes.add_api_route(
            "/agents/{agent_id}/attendance", self.attend_agent, methods=["PUT"], operation_id="attendAgent",
            response_model=AttendanceLease, summary="Answer for an agent oneself", responses=error_responses(*change),
        )  # fmt: skip
        routes.add_api_route(
            "/agents/{agent_id}/attendance", self.leave_agent, methods=["DELETE"], operation_id="leaveAgent",
            status_code=204, summary="Let an agent answer by itself again", responses=error_responses(*change),
        )  # fmt: skip
        routes.add_api_route(
            "/agents/{agent_id}/questions", self.list_questions, methods=["GET"], operation_id="listQuestions",
            response_model=PendingQuestionPage, summary="What an agent's person is asked",
            responses=error_responses(NegotiationErrorCode.E008, PlatformErrorCode.E013, *STORE_CODES),
        )  # fmt: skip
        routes.add_api_route(
            "/agents/{agent_id}/questions/{question_id}", self.answer_question, methods=["POST"],
            operation_id="answerQuestion", response_model=AnswerReceipt, status_code=202,
            summary="Answer a question in person",
            responses=error_responses(PlatformErrorCode.E014, PlatformErrorCode.E019, *BODY_CODES, *change),
            openapi_extra=body_choice_openapi(ANSWER_EXAMPLES),
        )  # fmt: skip

    async def list_own_agents(self, caller: CurrentCaller) -> Response:
        """Those whose `user_id` is the caller's; nobody's for who is not signed in."""
        user_id = caller.user_id
        profiles = await call_store(lambda: self._profiles.list_by_user(user_id)) if user_id else ()
        return json_response(OwnAgents(items=tuple(PublicAgent.from_profile(profile) for profile in profiles)))

    async def attend_agent(self, caller: CurrentCaller, agent_id: str) -> Response:
        """For 150 s; a page says so again every 20 s. Meanwhile invitations and plans wait for the person.

        `waits_s`: how long, by this gateway's own settings; 0 = agents do not wait here, and nobody will be asked.
        """
        await self._check_may_answer(agent_id, caller)
        until = await call_store(lambda: self._attendance.renew_lease(agent_id))
        return json_response(AttendanceLease(agent_id=agent_id, attended_until=until, waits_s=self._human_timeout_s))

    async def leave_agent(self, caller: CurrentCaller, agent_id: str) -> Response:
        """At once; what the person was asked before stays open until its own end.

        Whoever leaves, leaves for all pages of this agent; a page that is still open says within 20 s again that it is
        there.
        """
        await self._check_may_answer(agent_id, caller)
        await call_store(lambda: self._attendance.release_lease(agent_id))
        return Response(status_code=204)

    async def list_questions(self, caller: CurrentCaller, agent_id: str) -> Response:
        """The most urgent first. What is answered, or over, is not in it any more."""
        await self._check_may_answer(agent_id, caller)
        items = tuple(
            Answerable(**dict(question), watchable=self._permissions.may_see(demand, caller))
            for question, demand in await self._person_answers.list_open_questions(agent_id)
        )
        until, now = await call_store(lambda: self._lease_end_and_now(agent_id))
        return json_response(PendingQuestionPage(agent_id=agent_id, now=now, attended_until=until, items=items))

    async def answer_question(
        self, request: Request, caller: CurrentCaller, agent_id: str, question_id: str
    ) -> Response:
        """The first answer counts; the same one again, its reply lost, is accepted again."""
        await self._check_may_answer(agent_id, caller)
        question = await self._get_question(agent_id, question_id)
        model = InvitationAnswer if question.kind == "invitation" else ReviewAnswer
        await self._person_answers.submit_answer(question, await read_json_body(request, model))
        return json_response(AnswerReceipt(question_id=question_id), 202)

    async def _lease_end_and_now(self, agent_id: str) -> tuple[int | None, int]:
        return await self._attendance.get_lease_end(agent_id), await self._attendance.now()

    async def _get_question(self, agent_id: str, question_id: str) -> PendingQuestion:
        question = await call_store(lambda: self._attendance.get_question(agent_id, question_id))
        if question is None:
            raise ApiError(PlatformErrorCode.E019)
        return question

    async def _check_may_answer(self, agent_id: str, caller: Caller) -> None:
        profile = await call_store(lambda: self._profiles.get(agent_id))
        if profile is None:
            raise ApiError(NegotiationErrorCode.E008)
        self._permissions.check_may_answer_for(caller, profile)
