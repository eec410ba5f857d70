"""Route that tells the requester which people are asked in person now, and until when."""

import asyncio
from collections.abc import Iterator

from fastapi import APIRouter
from starlette.responses import Response

from gateway.auth.authentication import CurrentCaller
from gateway.auth.requester_cookies import RequesterToken
from gateway.http.openapi_responses import STORE_CODES, error_responses
from gateway.http.responses import json_response
from gateway.http.store_timeout import call_store
from gateway.negotiation.invitation_link_models import PendingAnswer, PendingAnswerPage
from gateway.negotiation.permissions import NegotiationPermissions
from gateway.negotiation.views.cache import DemandViewCache
from gateway.negotiation.views.schema import ChannelView, DemandView
from negotiation.attendance.port import AttendanceStore, PendingQuestion
from negotiation.contracts.error_codes import NegotiationErrorCode
from shared.core.api_error import PlatformErrorCode


class PendingAnswerRoutes:
    """Route about the people whom a negotiation waits for. It reads the attendance store, since no event tells it."""

    def __init__(
        self, permissions: NegotiationPermissions, views: DemandViewCache, attendance: AttendanceStore
    ) -> None:
        self._permissions = permissions
        self._views = views
        self._attendance = attendance

    def router(self) -> APIRouter:
        """Return a router with `/demands/{demand_id}/pending-answers`, for inclusion below `/api/v1`."""
        routes = APIRouter(tags=["demands"])
        routes.add_api_route(
            "/demands/{demand_id}/pending-answers", self.list_pending_answers, methods=["GET"],
            operation_id="listPendingAnswers", response_model=PendingAnswerPage,
            summary="List the people who are asked now",
            responses=error_responses(NegotiationErrorCode.E002, PlatformErrorCode.E013, *STORE_CODES),
        )  # fmt: skip
        return routes

    async def list_pending_answers(self, caller: CurrentCaller, token: RequesterToken, demand_id: str) -> Response:
        """Return the agents whose people are asked in this negotiation now, and until when each one is waited for.

        With status 200; the earliest `until` first, and without what they are asked. `items` is empty once the
        negotiation has closed.

        Allowed for whoever may cancel the demand: else 403 (E013). 404 (E002) if there is no such demand or the caller
        may not see it. 503 (E018) if the store does not answer.
        """
        demand = await self._permissions.get_visible_demand(demand_id, caller)
        self._permissions.check_requester(caller, demand, token)
        view = await self._views.get(demand_id)
        agents = () if "closed_at" in view else dict.fromkeys(_invited_agents(view))
        found = await asyncio.gather(*(self._list_questions(agent_id, demand_id) for agent_id in agents))
        asked = sorted((question for questions in found for question in questions), key=lambda one: one.until)
        items = tuple(
            PendingAnswer(agent_id=one.agent_id, channel_id=one.channel_id, kind=one.kind, until=one.until)
            for one in asked
        )
        return json_response(PendingAnswerPage(now=await call_store(self._attendance.now), items=items))

    async def _list_questions(self, agent_id: str, demand_id: str) -> list[PendingQuestion]:
        questions = await call_store(lambda: self._attendance.list_open_questions(agent_id))
        return [question for question in questions if question.demand_id == demand_id]


def _invited_agents(view: DemandView) -> Iterator[str]:
    channels: list[ChannelView] = [view, *(subnet["channel"] for subnet in view["subnets"])]
    for channel in channels:
        for candidate in channel["candidates"]:
            yield candidate["agent_id"]
