"""Administration route that reports on the whole system: what `towow doctor` says, and the figures behind it."""

from fastapi import APIRouter, Depends
from starlette.responses import Response

from gateway.admin.api_models import SystemReport
from gateway.admin.system_reports import SystemReports
from gateway.auth.permissions import Permissions
from gateway.http.openapi_responses import error_responses
from gateway.http.responses import json_response
from shared.core.api_error import PlatformErrorCode


class SystemReportRoutes:
    """Route `/admin/system`."""

    def __init__(self, permissions: Permissions, reports: SystemReports) -> None:
        self._permissions = permissions
        self._reports = reports

    def router(self) -> APIRouter:
        """Return a router with `/admin/system`, for administrators only.

        It is made for inclusion below `/api/v1`, and checks the caller before the route is called.
        """
        routes = APIRouter(tags=["admin"], prefix="/admin", dependencies=[Depends(self._permissions.check_admin)])
        routes.add_api_route(
            "/system", self.get_system, methods=["GET"], operation_id="getSystem", response_model=SystemReport,
            summary="Get the state of the whole system", responses=error_responses(PlatformErrorCode.E013),
        )  # fmt: skip
        return routes

    async def get_system(self) -> Response:
        """Return the state of the whole system, at most 2 s old, with status 200, also while services do not answer.

        `checks` say in `detail` and `hint` what `towow doctor` says about broker, store, registry, workers and circuit
        breaker; the other fields are the figures behind them. What is not known while a service does not answer is
        absent, and its check says so. The counts in `open` are at most 10 s old.

        Administrators only: 401 (E012) if the caller must sign in, else 403 (E013).
        """
        return json_response(await self._reports.get())
