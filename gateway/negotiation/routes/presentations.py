"""Routes of presentations: a phone as the remote control of a stage (additions to INTERFACES § 7)."""

from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query, Request
from pydantic import Field
from starlette.responses import Response

from gateway.auth.authentication import CurrentCaller
from gateway.http.accept_language import render_text
from gateway.http.error_handling import request_language
from gateway.http.json_body import body_openapi, json_body
from gateway.http.openapi_responses import BODY_CODES, CHANGE_CODES, STORE_CODES, WHOLE_NUMBER, error_responses
from gateway.http.responses import json_response
from gateway.negotiation.permissions import NegotiationPermissions
from gateway.negotiation.presentation_models import (
    CommandReceipt,
    PresentationReceipt,
    PresentationState,
    RemoteCommand,
    StageDisplay,
)
from gateway.negotiation.presentations import Presentations, RemoteAccess
from negotiation.contracts.error_codes import NegotiationErrorCode
from shared.core.api_error import ApiError, FieldError, PlatformErrorCode

TOKEN_HEADER = "X-Presentation-Token"
"""Request header with the token of a presentation."""

MAX_WAIT_S = 20
"""Longest time for which a request for the state may wait."""

EXAMPLE_COMMAND = {"action": "next"}
EXAMPLE_DISPLAY = {"mode": "running", "speed": 1, "seq": 12, "poster": False}

PresentationToken = Annotated[
    str | None, Header(alias=TOKEN_HEADER, max_length=128, description="`token` of the new presentation")
]
Revision = Annotated[int, Field(ge=0, le=10**9), WHOLE_NUMBER, Query(description="revision that is known already")]
Wait = Annotated[
    int, Field(ge=0, le=MAX_WAIT_S), WHOLE_NUMBER, Query(description="seconds to wait for a newer revision")
]


class PresentationRoutes:
    """Routes of the presentations of a demand."""

    def __init__(self, permissions: NegotiationPermissions, presentations: Presentations) -> None:
        self._permissions = permissions
        self._presentations = presentations

    def router(self) -> APIRouter:
        """Return a router with `/demands/{demand_id}/presentations` and what is below it, for `/api/v1`."""
        routes = APIRouter(tags=["demands"])
        seen = (NegotiationErrorCode.E002, *STORE_CODES)
        held = (PlatformErrorCode.E019, *seen)
        change = (*held, *BODY_CODES, *CHANGE_CODES)
        one = "/demands/{demand_id}/presentations/{presentation_id}"
        routes.add_api_route(
            "/demands/{demand_id}/presentations", self.create_presentation, methods=["POST"],
            operation_id="createPresentation", response_model=PresentationReceipt, status_code=201,
            summary="Present a demand with a remote control", responses=error_responses(*seen, *CHANGE_CODES),
        )  # fmt: skip
        routes.add_api_route(
            one, self.get_presentation, methods=["GET"], operation_id="getPresentation",
            response_model=PresentationState, summary="Get the state of a presentation",
            responses=error_responses(PlatformErrorCode.E001, *held),
        )  # fmt: skip
        routes.add_api_route(
            f"{one}/commands", self.command_presentation, methods=["POST"], operation_id="commandPresentation",
            response_model=CommandReceipt, status_code=202, summary="Control the stage of a presentation",
            responses=error_responses(*change), openapi_extra=body_openapi(RemoteCommand, EXAMPLE_COMMAND),
        )  # fmt: skip
        routes.add_api_route(
            f"{one}/display", self.report_display, methods=["PUT"], operation_id="reportDisplay", status_code=204,
            summary="Say what the stage shows", responses=error_responses(*change),
            openapi_extra=body_openapi(StageDisplay, EXAMPLE_DISPLAY),
        )  # fmt: skip
        return routes

    async def create_presentation(self, caller: CurrentCaller, demand_id: str) -> Response:
        """Create a presentation, which relays commands from remote controls to a stage. Status 201 has its token.

        Whoever has the token may control the stage for 12 h. The store has a digest of it only.

        404 (E002) if there is no such demand or the caller may not see it. 503 (E018) if the store does not answer.
        """
        await self._permissions.get_visible_demand(demand_id, caller)
        return json_response(await self._presentations.create(demand_id), 201)

    async def get_presentation(
        self, caller: CurrentCaller, demand_id: str, presentation_id: str, after: Revision = 0, wait_s: Wait = 0
    ) -> Response:
        """Return what the stage shows and the newest commands, with status 200; no token is needed.

        With `wait_s` the response waits until `revision` is greater than `after`, at most so many seconds.

        404 (E019) if there is no such presentation, or no longer; 404 (E002) if there is no such demand or the caller
        may not see it. 503 (E018) if the store does not answer.
        """
        await self._permissions.get_visible_demand(demand_id, caller)
        return json_response(await self._presentations.read(RemoteAccess(demand_id, presentation_id), after, wait_s))

    async def command_presentation(
        self,
        request: Request,
        caller: CurrentCaller,
        demand_id: str,
        presentation_id: str,
        body: Annotated[RemoteCommand, Depends(json_body(RemoteCommand))],
        token: PresentationToken = None,
    ) -> Response:
        """Send a command to the stage. Status 202 returns its number; of several remotes the last command counts.

        400 (E001) if `speed` is given without the action `speed`, or that without it; 403 (E013) if the token is not
        the presentation's; 404 (E019) if there is no such presentation, or no longer; 404 (E002) if there is no such
        demand or the caller may not see it. 503 (E018) if the store does not answer; the command may be stored.
        """
        await self._permissions.get_visible_demand(demand_id, caller)
        if (body.action == "speed") != (body.speed is not None):
            problem = render_text("speed_alone", request_language(request.scope))
            raise ApiError(PlatformErrorCode.E001, [FieldError(field="speed", problem=problem)])
        number = await self._presentations.command(RemoteAccess(demand_id, presentation_id, token), body)
        return json_response(CommandReceipt(number=number), 202)

    async def report_display(
        self,
        caller: CurrentCaller,
        demand_id: str,
        presentation_id: str,
        body: Annotated[StageDisplay, Depends(json_body(StageDisplay))],
        token: PresentationToken = None,
    ) -> Response:
        """Say what the stage shows, so that its remotes can show it. Status 204 has no body.

        403 (E013) if the token is not the presentation's; 404 (E019) if there is no such presentation, or no longer;
        404 (E002) if there is no such demand or the caller may not see it. 503 (E018) if the store does not answer.
        """
        await self._permissions.get_visible_demand(demand_id, caller)
        await self._presentations.show(RemoteAccess(demand_id, presentation_id, token), body)
        return Response(status_code=204)
