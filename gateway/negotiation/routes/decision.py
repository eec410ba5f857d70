"""Route by which the requester decides about an outcome: approve it or ask for a change (INTERFACES § 7)."""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Request
from pydantic import AfterValidator, Field
from starlette.responses import Response

from gateway.auth.authentication import CurrentCaller
from gateway.auth.requester_cookies import RequesterToken, set_requester_cookie
from gateway.auth.requester_token import is_token_of
from gateway.http.accept_language import render_text
from gateway.http.error_handling import request_language
from gateway.http.json_body import body_openapi, json_body
from gateway.http.openapi_responses import BODY_CODES, CHANGE_CODES, STORE_CODES, error_responses
from gateway.http.responses import json_response
from gateway.negotiation.decision_service import DecisionChoice, DecisionService
from gateway.negotiation.permissions import NegotiationPermissions
from gateway.negotiation.views.cache import DemandViewCache
from gateway.negotiation.views.schema import DecisionKind
from negotiation.contracts.error_codes import NegotiationErrorCode
from negotiation.contracts.person_answer import StrictSentence, require_text
from shared.core.api_error import ApiError, FieldError, PlatformErrorCode
from shared.core.frozen_model import FrozenModel, Maybe

EXAMPLE_DECISION = {"decision": "change", "text": "预算改为 8000 元"}


class DecisionBody(FrozenModel):
    """Decision about an outcome; `text` says what to change, or is a remark about the approval."""

    decision: Literal["approve", "change"]
    text: Maybe[Annotated[StrictSentence, AfterValidator(require_text)]] = None


class DecisionResponse(FrozenModel):
    """The decision that was taken.

    `demand_id`: the demand that a change opened. `requester_token`: the secret that later changes of that demand need;
    absent for signed-in callers, who need none.
    """

    decision: DecisionKind
    decided_at: str
    text: Maybe[str] = None
    demand_id: Maybe[str] = None
    requester_token: Maybe[str] = Field(default=None, repr=False)


class DecisionRoutes:
    """Route of the requester's decision."""

    def __init__(self, permissions: NegotiationPermissions, views: DemandViewCache, decisions: DecisionService) -> None:
        self._permissions = permissions
        self._views = views
        self._decisions = decisions

    def router(self) -> APIRouter:
        """Return a router with `/demands/{demand_id}/decision`, for inclusion below `/api/v1`."""
        routes = APIRouter(tags=["demands"])
        codes = (NegotiationErrorCode.E002, PlatformErrorCode.E014, *BODY_CODES, *CHANGE_CODES, *STORE_CODES)
        routes.add_api_route(
            "/demands/{demand_id}/decision", self.decide_demand, methods=["POST"], operation_id="decideDemand",
            response_model=DecisionResponse, status_code=202, summary="Approve an outcome or ask for a change",
            responses=error_responses(*codes), openapi_extra=body_openapi(DecisionBody, EXAMPLE_DECISION),
        )  # fmt: skip
        return routes

    async def decide_demand(
        self,
        request: Request,
        caller: CurrentCaller,
        token: RequesterToken,
        demand_id: str,
        body: Annotated[DecisionBody, Depends(json_body(DecisionBody))],
    ) -> Response:
        """Approve the outcome of a demand, or ask for a change of it, also after the demand is closed.

        Status 202 returns the decision, as the demand and lists of demands show it from now on. An agreement can be
        approved; an agreement or a failure can be answered with a change, which opens a demand that follows this one:
        its text is this demand's, then a line "Change: …" with `text`. Its id is `demand_id`, and an anonymous caller
        gets its `requester_token`, also as a cookie. The first decision counts; repeating the same one is accepted.

        400 (E001) if a change has no `text`, or one that is too long with the demand's; 409 (E014) if the demand has no
        such outcome, or another decision was taken: `details.status` is it. 503 (E018) if the system is overloaded or
        the store does not answer; the request can be repeated.

        Allowed for whoever may cancel the demand: else 403 (E013). 404 (E002) if there is no such demand or the caller
        may not see it.
        """
        language = request_language(request.scope)
        demand = await self._permissions.get_visible_demand(demand_id, caller)
        self._permissions.check_requester(caller, demand, token)
        if body.decision == "change" and body.text is None:
            problem = FieldError(field="text", problem=render_text("no_change_text", language))
            raise ApiError(PlatformErrorCode.E001, [problem], language)
        wanted = DecisionChoice(body.decision, body.text, token if is_token_of(demand, token) else None)
        decision, opened_token = await self._decisions.decide(await self._views.get(demand_id), wanted, language)
        answer = json_response(DecisionResponse(**decision, requester_token=opened_token), 202)
        opened = decision.get("demand_id")
        if opened is not None and opened_token is not None and caller.user_id is None:
            demand_path = request.url.path.removesuffix(f"{demand_id}/decision") + opened
            set_requester_cookie(answer, opened_token, demand_path, secure=request.url.scheme == "https")
        return answer
