"""Routes that submit and cancel demands (TW-101…105, TWQ-07)."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Query, Request
from pydantic import Field
from starlette.responses import Response

from gateway.auth.authentication import CurrentCaller
from gateway.auth.requester_cookies import RequesterToken, set_requester_cookie
from gateway.context import GatewayContext
from gateway.http.accept_language import render_text
from gateway.http.error_handling import request_language
from gateway.http.idempotency import IDEMPOTENCY_HEADER, KEY_PATTERN
from gateway.http.json_body import body_openapi, json_body
from gateway.http.openapi_responses import BODY_CODES, CHANGE_CODES, STORE_CODES, error_responses
from gateway.http.responses import json_response
from gateway.http.store_timeout import store_deadline
from gateway.negotiation.api_models import CancellationResponse, SubmissionResponse
from gateway.negotiation.permissions import NegotiationPermissions
from gateway.negotiation.submission_service import SubmissionService, cancel_demand
from gateway.negotiation.views.cache import DemandViewCache
from negotiation.contracts.demand import Visibility
from negotiation.contracts.error_codes import NegotiationErrorCode
from negotiation.submission import MAX_CHARACTERS
from shared.core.api_error import ApiError, ConflictDetails, FieldError, PlatformErrorCode
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.language import Language
from shared.core.user_id import MAX_USER_ID_CHARACTERS

SUBMIT_PATH = "/demand/submit"

EXAMPLE_DEMAND = {"raw_input": "我想在北京办一场AI主题聚会，需要场地和嘉宾", "user_id": "user_alice"}
"""Example body of a submission."""

DEFAULT_WAIT_S, MAX_WAIT_S = 10.0, 30.0
"""Time to wait for the understanding of a demand: the default and the maximum of the parameter `wait_s`."""

_PRINTABLE = r"[\p{L}\p{M}\p{N}\p{P}\p{S}]"
_USER_SCHEMA: dict[str, Any] = {
    "minLength": 1,
    "maxLength": MAX_USER_ID_CHARACTERS,
    "pattern": rf"^{_PRINTABLE}([\p{{L}}\p{{M}}\p{{N}}\p{{P}}\p{{S}} ]*{_PRINTABLE})?$",
}
_TEXT_SCHEMA: dict[str, Any] = {"minLength": 1, "maxLength": MAX_CHARACTERS, "pattern": r"^[^\x00]*[^\s\x00][^\x00]*$"}


class DemandBody(FrozenModel):
    """A demand in a person's own words."""

    raw_input: Annotated[str, Field(json_schema_extra=_TEXT_SCHEMA)]
    user_id: Annotated[str, Field(json_schema_extra=_USER_SCHEMA)]
    visibility: Maybe[Visibility] = Field(
        default=None,
        description="who may see the demand; the default is set at the gateway, or private if `follows` is private",
    )
    follows: Maybe[str] = Field(
        default=None, description="id of an earlier demand, visible to the caller, that this one continues"
    )
    interactive: bool = Field(
        default=False,
        description="whether the requester is there to answer a question and to change what was understood before "
        "anyone is invited",
    )


class CancelBody(FrozenModel):
    """Reason of a cancellation."""

    reason: Maybe[str] = Field(default=None, min_length=1, max_length=500)


class SubmissionRoutes:
    """Routes that submit and cancel demands."""

    def __init__(
        self,
        context: GatewayContext,
        permissions: NegotiationPermissions,
        views: DemandViewCache,
        service: SubmissionService,
    ) -> None:
        self._context = context
        self._permissions = permissions
        self._views = views
        self._service = service

    def router(self) -> APIRouter:
        """Return a router with `/demand/submit` and `/demands/{demand_id}/cancel`, for inclusion below `/api/v1`."""
        routes = APIRouter(tags=["demands"])
        write_codes = (*BODY_CODES, *CHANGE_CODES, *STORE_CODES)
        routes.add_api_route(
            SUBMIT_PATH, self.submit_demand, methods=["POST"], operation_id="submitDemand",
            response_model=SubmissionResponse, summary="Submit a demand",
            responses=error_responses(NegotiationErrorCode.E002, PlatformErrorCode.E015, *write_codes),
            openapi_extra=body_openapi(DemandBody, EXAMPLE_DEMAND),
        )  # fmt: skip
        routes.add_api_route(
            "/demands/{demand_id}/cancel", self.cancel_demand, methods=["POST"], operation_id="cancelDemand",
            response_model=CancellationResponse, status_code=202, summary="Cancel a demand",
            responses=error_responses(NegotiationErrorCode.E002, PlatformErrorCode.E014, *write_codes),
            openapi_extra=body_openapi(CancelBody, {}, optional=True),
        )  # fmt: skip
        return routes

    async def submit_demand(
        self,
        request: Request,
        caller: CurrentCaller,
        body: Annotated[DemandBody, Depends(json_body(DemandBody))],
        wait_s: Annotated[
            float, Query(ge=0, le=MAX_WAIT_S, description="maximum seconds to wait for the understanding")
        ] = DEFAULT_WAIT_S,
        idempotency_key: Annotated[str | None, Header(alias=IDEMPOTENCY_HEADER, pattern=KEY_PATTERN)] = None,
    ) -> Response:
        """Submit a demand; once accepted it is durable.

        Status 200 returns the ids of the demand and its channel, the demand's understanding, or null if there is none
        within `wait_s` seconds, and `requester_token`, the secret that later changes of the demand need. An anonymous
        caller also gets it as the HttpOnly cookie `towow_requester` for the paths of this demand.
        Repeating the request with the same `Idempotency-Key` within 48 h returns the same demand and the same response,
        token included: whoever knows key, user and text gets it, so use random keys. 422 (E015) if the body differs.
        400 (E001) if the text or the user id is invalid, or if a demand that continues a private one is `public`.
        503 (E018) if the system is overloaded, or if the store does not answer: the demand may then be accepted, so
        repeat the request with the same `Idempotency-Key`.

        Administrators may submit for every `user_id`, other signed-in callers only for their own: else 403 (E013).
        Anonymous callers may submit public demands for users without a key if the gateway is open: else 401 (E012). A
        gateway without keys accepts all. 404 (E002) if there is no demand `follows` or the caller may not see it.
        """
        language = request_language(request.scope)
        visibility = body.visibility or self._context.settings.default_visibility
        self._permissions.check_submit(caller, body.user_id, visibility)
        if body.follows is not None and (await self._permissions.get_visible_demand(body.follows, caller)).private:
            visibility = _require_private(body.visibility, language)
        response = await self._service.submit(
            body.raw_input,
            body.user_id,
            visibility,
            follows=body.follows,
            interactive=body.interactive,
            idempotency_key=idempotency_key,
            # Both prefixes are part of stored keys.
            idempotency_scope=f"key {caller.user_id}" if caller.user_id else f"said {body.user_id}",
            wait_s=wait_s,
            language=language,
        )
        answer = json_response(response)
        if caller.user_id is None:
            demand_path = f"{request.url.path.removesuffix(SUBMIT_PATH)}/demands/{response.demand_id}"
            secure = request.url.scheme == "https"
            set_requester_cookie(answer, response.requester_token, demand_path, secure=secure)
        return answer

    async def cancel_demand(
        self,
        caller: CurrentCaller,
        token: RequesterToken,
        demand_id: str,
        body: Annotated[CancelBody, Depends(json_body(CancelBody, optional=True))],
    ) -> Response:
        """Cancel a demand. Status 202 confirms the request; it takes effect later, with `towow.demand.cancelled`.

        The response body has the demand's id and the status `cancelling`. An agreement reached before is not undone;
        only work in progress is stopped. 409 (E014) if the demand is closed. 503 (E018) if the store does not answer;
        the request can be repeated.

        Allowed for its signed-in user, for administrators, and for whoever sends the demand's `requester_token`, as
        `X-Requester-Token` or as the cookie of the submission: else 403 (E013), on a gateway without keys, too.
        404 (E002) if there is no such demand or the caller may not see it.
        """
        demand = await self._permissions.get_visible_demand(demand_id, caller)
        self._permissions.check_requester(caller, demand, token)
        if demand.closed_at is not None:
            status = (await self._views.get(demand_id))["status"]
            raise ApiError(PlatformErrorCode.E014, ConflictDetails(id=demand_id, status=status))
        cancelled_by = caller.user_id or demand.owner or "anonymous"
        async with store_deadline():
            await cancel_demand(self._context.ingress, demand_id, cancelled_by, body.reason, wait_s=0)
        return json_response(CancellationResponse(demand_id=demand_id), 202)


def _require_private(requested: Visibility | None, language: Language) -> Visibility:
    """Return "private", as the log names the private demand that is continued. Raises E001 if "public" is requested."""
    if requested == "public":
        error = FieldError(field="visibility", problem=render_text("private_only", language))
        raise ApiError(PlatformErrorCode.E001, [error], language)
    return "private"
