"""Routes by which the holder of an invitation link sees and answers the questions to their agent, without a key."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from gateway.auth.authentication import ANONYMOUS
from gateway.http.accept_language import localized_text
from gateway.http.error_handling import request_language
from gateway.http.forwarded_headers import client_address
from gateway.http.json_body import body_openapi, json_body
from gateway.http.openapi_responses import BODY_CODES, CHANGE_CODES, STORE_CODES, error_responses
from gateway.http.rate_limit import RateLimit
from gateway.http.responses import json_response
from gateway.http.store_timeout import call_store
from gateway.negotiation.api_models import AttendanceLease
from gateway.negotiation.invitation_link_models import (
    LinkAnswerBody,
    LinkAnswerReceipt,
    LinkQuestion,
    LinkQuestionPage,
)
from gateway.negotiation.invitation_links import InvitationLinks
from gateway.negotiation.link_answer import to_person_answer
from gateway.negotiation.link_question import build_link_question
from gateway.negotiation.permissions import NegotiationPermissions
from gateway.negotiation.person_answers import CurrentQuestion, PersonAnswers
from negotiation.attendance.port import PendingQuestion
from negotiation.invitation_links.port import InvitationLink
from negotiation.registry.profile import Profile
from negotiation.resources import NegotiationResources
from shared.core.api_error import ApiError, PlatformErrorCode

EXAMPLE_ANSWER = {"question_id": "ask_abcdefghijklmnopqrst", "decision": "conditions", "text": "周日下午三点以后"}


class LinkQuestionRoutes:
    """Routes below an invitation link's token. They know no caller: the token alone says for whom somebody answers."""

    def __init__(
        self,
        permissions: NegotiationPermissions,
        resources: NegotiationResources,
        person_answers: PersonAnswers,
        links: InvitationLinks,
        wrong_links: RateLimit,
        human_timeout_s: float,
    ) -> None:
        """Create the routes.

        Args:
            permissions: Tells which negotiations anybody may see.
            resources: Profiles and attendance store.
            person_answers: Questions to people, and their answers.
            links: Invitation links.
            wrong_links: Limit of invalid tokens per address.
            human_timeout_s: Maximum seconds that agents wait for a person's answer, unless they are asked to wait on.
        """
        self._permissions = permissions
        self._profiles = resources.profiles
        self._attendance = resources.attendance
        self._person_answers = person_answers
        self._links = links
        self._wrong_links = wrong_links
        self._human_timeout_s = human_timeout_s

    def router(self) -> APIRouter:
        """Return a router with the routes below `/i/{token}`, for inclusion below `/api/v1`."""
        routes = APIRouter(tags=["agents"], prefix="/i/{token}")
        codes = (PlatformErrorCode.E017, PlatformErrorCode.E019, *STORE_CODES)
        routes.add_api_route(
            "", self.list_link_questions, methods=["GET"], operation_id="listLinkQuestions",
            response_model=LinkQuestionPage, summary="List the questions to the holder of an invitation link",
            responses=error_responses(*codes),
        )  # fmt: skip
        routes.add_api_route(
            "/attendance", self.attend_by_link, methods=["PUT"], operation_id="attendByLink",
            response_model=AttendanceLease, summary="Attend an agent by an invitation link",
            responses=error_responses(*codes, *CHANGE_CODES),
        )  # fmt: skip
        routes.add_api_route(
            "/answers", self.answer_by_link, methods=["POST"], operation_id="answerByLink",
            response_model=LinkAnswerReceipt, status_code=202, summary="Answer a question by an invitation link",
            responses=error_responses(PlatformErrorCode.E014, *codes, *BODY_CODES, *CHANGE_CODES),
            openapi_extra=body_openapi(LinkAnswerBody, EXAMPLE_ANSWER),
        )  # fmt: skip
        return routes

    async def list_link_questions(self, request: Request, token: str) -> Response:
        """Return the questions to the person with this link, the newest first, and what is needed to decide them.

        With status 200. Questions whose time or demand is over are left out, unless their answer can still be changed;
        an answered one has its `answer`.

        Needs no key. 404 (E019) if the link is unknown, expired or revoked, which is not told apart; 429 (E017) if too
        many invalid links came from this address. 503 (E018) if the store does not answer.
        """
        link = await self._get_link(request, token)
        profile = await call_store(lambda: self._profiles.get(link.agent_id))
        questions = await self._person_answers.list_current_questions(link.agent_id)
        page = LinkQuestionPage(
            agent_id=link.agent_id,
            display_name=profile.display_name if profile else link.agent_id,
            link_until=link.until,
            now=await call_store(self._attendance.now),
            items=tuple(self._describe(current, profile) for current in questions),
        )
        return json_response(page)

    async def attend_by_link(self, request: Request, token: str) -> Response:
        """Attend the agent of this link for 150 s, during which its invitations and plans wait for the person.

        Status 200 returns the lease, as `PUT agents/{agent_id}/attendance` does. Needs no key. 404 (E019) if the link
        is not valid; 429 (E017), 503 (E018) as above.
        """
        link = await self._get_link(request, token)
        until = await call_store(lambda: self._attendance.renew_lease(link.agent_id))
        lease = AttendanceLease(agent_id=link.agent_id, attended_until=until, waits_s=self._human_timeout_s)
        return json_response(lease)

    async def answer_by_link(
        self, request: Request, token: str, body: Annotated[LinkAnswerBody, Depends(json_body(LinkAnswerBody))]
    ) -> Response:
        """Answer a question to the person with this link, or ask for more time. Status 202 confirms it.

        An answer (`telling`) takes effect later, with an event that has `answered_by: person`. `later` (`postponed`)
        has the agent wait as long as the negotiation allows, until the question's `can_wait_until`. Until the
        verdict another answer replaces it; repeating the same answer is accepted again.

        Needs no key. 400 (E001) if the body is invalid; 404 (E019) if the link is not valid or the agent has no such
        question; 409 (E014) if the question has an answer that stays, or is over. 429 (E017), 503 (E018) as above.
        """
        link = await self._get_link(request, token)
        question = await self._get_question(link.agent_id, body.question_id)
        if body.decision == "later":
            question = await self._person_answers.postpone(question)
            receipt = LinkAnswerReceipt(question_id=question.question_id, status="postponed", until=question.until)
        else:
            answer = to_person_answer(question, body, request_language(request.scope))
            await self._person_answers.submit_answer(question, answer)
            receipt = LinkAnswerReceipt(question_id=question.question_id, status="telling", until=question.until)
        return json_response(receipt, 202)

    def _describe(self, current: CurrentQuestion, profile: Profile | None) -> LinkQuestion:
        watchable = self._permissions.may_see(current.asked.demand, ANONYMOUS)
        return build_link_question(current, profile, watchable=watchable)

    async def _get_question(self, agent_id: str, question_id: str) -> PendingQuestion:
        question = await call_store(lambda: self._attendance.get_question(agent_id, question_id))
        if question is None:
            raise ApiError(PlatformErrorCode.E019)
        return question

    async def _get_link(self, request: Request, token: str) -> InvitationLink:
        """Return the link with this token; raise ApiError E019 if it is not valid, E017 after too many such ones.

        A valid link is never refused, whatever others have tried from the same address.
        """
        link = await self._links.find(token)
        if link is None:
            await self._wrong_links.acquire(f"wrong link of {client_address(request.scope)}", request.headers)
            raise ApiError(PlatformErrorCode.E019, localized_text(request.headers, "link_invalid"))
        return link
