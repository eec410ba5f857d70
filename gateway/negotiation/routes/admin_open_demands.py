"""Administration route that lists open demands (TW-109, TWQ-05; DESIGN § 3)."""

from fastapi import APIRouter, Depends
from starlette.responses import Response

from gateway.auth.permissions import Permissions
from gateway.http.openapi_responses import STORE_CODES, AdminLimit, error_responses
from gateway.http.responses import json_response
from gateway.negotiation.api_models import OpenChannels
from gateway.negotiation.oldest_demands import OpenDemandQuery
from shared.core.api_error import PlatformErrorCode


class AdminChannelRoutes:
    """Routes that list open demands and their channels."""

    def __init__(self, permissions: Permissions, open_demands: OpenDemandQuery) -> None:
        self._permissions = permissions
        self._open_demands = open_demands

    def router(self) -> APIRouter:
        """Return a router with `/admin/channels`, for administrators only.

        It is made for inclusion below `/api/v1`, and checks the caller before the route is called.
        """
        routes = APIRouter(tags=["admin"], prefix="/admin", dependencies=[Depends(self._permissions.check_admin)])
        routes.add_api_route(
            "/channels", self.list_open_channels, methods=["GET"], operation_id="listOpenChannels",
            response_model=OpenChannels, summary="List open demands, oldest first",
            responses=error_responses(PlatformErrorCode.E001, PlatformErrorCode.E013, *STORE_CODES),
        )  # fmt: skip
        return routes

    async def list_open_channels(self, limit: AdminLimit = 100) -> Response:
        """Return the oldest open demands, at most `limit` (1 to 1000), each with its channel's state, with status 200.

        They are in `items`, oldest first; `total` is the number of all open demands. `age_s` counts from the
        submission, `idle_s` from the last event; a demand is `stuck` after 600 s without an event.

        Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 503 (E018) if the store does not
        answer.
        """
        items, total = await self._open_demands.list_oldest(limit)
        return json_response(OpenChannels(items=tuple(items), total=total))
