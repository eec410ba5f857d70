"""Administration routes that list and cancel open demands (TW-109, TWQ-05; DESIGN § 3)."""

from fastapi import APIRouter, Depends
from starlette.responses import Response

from gateway.auth.authentication import CurrentCaller
from gateway.context import GatewayContext
from gateway.http.error_model import ConflictDetails
from gateway.http.openapi_responses import CHANGE_CODES, STORE_CODES, AdminLimit, error_responses
from gateway.http.responses import json_response
from gateway.http.store_timeout import store_deadline
from gateway.negotiation.api_models import CancellationResponse, OpenChannels
from gateway.negotiation.oldest_demands import OpenDemandQuery
from gateway.negotiation.permissions import NegotiationPermissions
from gateway.negotiation.submission_service import cancel_demand
from gateway.negotiation.views.cache import DemandViewCache
from negotiation.contracts.error_codes import NegotiationErrorCode
from shared.core.api_error import ApiError, PlatformErrorCode


class AdminChannelRoutes:
    """Routes that list open demands and their channels, and cancel them."""

    def __init__(
        self,
        context: GatewayContext,
        permissions: NegotiationPermissions,
        views: DemandViewCache,
        open_demands: OpenDemandQuery,
    ) -> None:
        self._context = context
        self._permissions = permissions
        self._views = views
        self._open_demands = open_demands

    def router(self) -> APIRouter:
        """Return a router with the routes below `/admin/channels`, for administrators only.

        It is made for inclusion below `/api/v1`, and checks the caller before each route is called.
        """
        routes = APIRouter(tags=["admin"], prefix="/admin", dependencies=[Depends(self._permissions.check_admin)])
        routes.add_api_route(
            "/channels", self.list_open_channels, methods=["GET"], operation_id="listOpenChannels",
            response_model=OpenChannels, summary="List open demands, oldest first",
            responses=error_responses(PlatformErrorCode.E001, PlatformErrorCode.E013, *STORE_CODES),
        )  # fmt: skip
        routes.add_api_route(
            "/channels/{demand_id}/cancel", self.cancel_open_demand, methods=["POST"], status_code=202,
            operation_id="cancelOpenDemand", response_model=CancellationResponse,
            summary="Cancel a demand as an administrator",
            responses=error_responses(
                NegotiationErrorCode.E002, PlatformErrorCode.E014, *CHANGE_CODES, *STORE_CODES
            ),
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

    async def cancel_open_demand(self, demand_id: str, caller: CurrentCaller) -> Response:
        """Cancel a demand, whoever stated it. Status 202 confirms the request; it takes effect later.

        The event `towow.demand.cancelled` names the administrator, or `administrator` on a gateway without keys. An
        agreement reached before is not undone; only work in progress is stopped.

        Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 404 (E002) if there is no such
        demand. 409 (E014) if it is closed. 503 (E018) if the store does not answer; the request can be repeated.
        """
        demand = await self._permissions.get_visible_demand(demand_id, caller)
        if demand.closed_at is not None:
            status = (await self._views.get(demand_id))["status"]
            raise ApiError(PlatformErrorCode.E014, ConflictDetails(id=demand_id, status=status))
        async with store_deadline():
            await cancel_demand(self._context.ingress, demand_id, caller.user_id or "administrator", None, wait_s=0)
        return json_response(CancellationResponse(demand_id=demand_id), 202)
