"""How does a person answer for their own agent: attend it, see what it is asked, say what they themselves say?"""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import Response

from gateway.auth.authentication import Asker, Caller
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

FORMS: Mapping[type[BaseModel], Any] = {
    InvitationAnswer: {"decision": "conditional", "contribution": "50 人的场地", "conditions": ["周末"]},
    ReviewAnswer: {"feedback_type": "negotiate", "adjustment_request": "改到周日"},
}
"""What may be answered, with an example each."""


class AttendanceRoutes:
    """The routes."""

    def __init__(self, house: GatewayContext, access: Permissions) -> None:
        self._profiles = house.profiles
        self._attending = house.attending
        self._speaking = PersonAnswers(house)
        self._waits_s = house.human_timeout
        self._access = access

    def router(self) -> APIRouter:
        """The routes, as a table."""
        routes = APIRouter(tags=["agents"])
        routes.add_api_route(
            "/session/agents", self.own, methods=["GET"], operation_id="listOwnAgents", response_model=OwnAgents,
            summary="List my own agents", responses=error_responses(*STORE_CODES),
        )  # fmt: skip
        self._agent_routes(routes)
        return routes

    def _agent_routes(self, routes: APIRouter) -> None:
        change = (NegotiationErrorCode.E008, *CHANGE_CODES, *STORE_CODES)
        routes.add_api_route(
            "/agents/{agent_id}/attendance", self.attend, methods=["PUT"], operation_id="attendAgent",
            response_model=AttendanceLease, summary="Answer for an agent oneself", responses=error_responses(*change),
        )  # fmt: skip
        routes.add_api_route(
            "/agents/{agent_id}/attendance", self.leave, methods=["DELETE"], operation_id="leaveAgent",
            status_code=204, summary="Let an agent answer by itself again", responses=error_responses(*change),
        )  # fmt: skip
        routes.add_api_route(
            "/agents/{agent_id}/questions", self.questions, methods=["GET"], operation_id="listQuestions",
            response_model=PendingQuestionPage, summary="What an agent's person is asked",
            responses=error_responses(NegotiationErrorCode.E008, PlatformErrorCode.E013, *STORE_CODES),
        )  # fmt: skip
        routes.add_api_route(
            "/agents/{agent_id}/questions/{question_id}", self.answer, methods=["POST"],
            operation_id="answerQuestion", response_model=AnswerReceipt, status_code=202,
            summary="Answer a question in person",
            responses=error_responses(PlatformErrorCode.E014, PlatformErrorCode.E019, *BODY_CODES, *change),
            openapi_extra=body_choice_openapi(FORMS),
        )  # fmt: skip

    async def own(self, caller: Asker) -> Response:
        """Those whose `user_id` is the caller's; nobody's for who is not signed in."""
        user_id = caller.user_id
        found = await call_store(lambda: self._profiles.list_by_user(user_id)) if user_id else ()
        return json_response(OwnAgents(items=tuple(PublicAgent.of(profile) for profile in found)))

    async def attend(self, caller: Asker, agent_id: str) -> Response:
        """For 150 s; a page says so again every 20 s. Meanwhile invitations and plans wait for the person.

        `waits_s`: how long, by this gateway's own settings; 0 = agents do not wait here, and nobody will be asked.
        """
        await self._check(agent_id, caller)
        until = await call_store(lambda: self._attending.renew_lease(agent_id))
        return json_response(AttendanceLease(agent_id=agent_id, attended_until=until, waits_s=self._waits_s))

    async def leave(self, caller: Asker, agent_id: str) -> Response:
        """At once; what the person was asked before stays open until its own end.

        Whoever leaves, leaves for all pages of this agent; a page that is still open says within 20 s again that it is
        there.
        """
        await self._check(agent_id, caller)
        await call_store(lambda: self._attending.release_lease(agent_id))
        return Response(status_code=204)

    async def questions(self, caller: Asker, agent_id: str) -> Response:
        """The most urgent first. What is answered, or over, is not in it any more."""
        await self._check(agent_id, caller)
        items = tuple(
            Answerable(**dict(question), watchable=self._access.may_see(demand, caller))
            for question, demand in await self._speaking.open(agent_id)
        )
        until, now = await call_store(lambda: self._attended(agent_id))
        return json_response(PendingQuestionPage(agent_id=agent_id, now=now, attended_until=until, items=items))

    async def answer(self, request: Request, caller: Asker, agent_id: str, question_id: str) -> Response:
        """The first answer counts; the same one again, its reply lost, is accepted again."""
        await self._check(agent_id, caller)
        question = await self._question(agent_id, question_id)
        form = InvitationAnswer if question.kind == "invitation" else ReviewAnswer
        await self._speaking.submit_answer(question, await read_json_body(request, form))
        return json_response(AnswerReceipt(question_id=question_id), 202)

    async def _attended(self, agent_id: str) -> tuple[int | None, int]:
        return await self._attending.get_lease_end(agent_id), await self._attending.now()

    async def _question(self, agent_id: str, question_id: str) -> PendingQuestion:
        found = await call_store(lambda: self._attending.get_question(agent_id, question_id))
        if found is None:
            raise ApiError(PlatformErrorCode.E019)
        return found

    async def _check(self, agent_id: str, caller: Caller) -> None:
        profile = await call_store(lambda: self._profiles.get(agent_id))
        if profile is None:
            raise ApiError(NegotiationErrorCode.E008)
        self._access.check_speaks_for(caller, profile)
