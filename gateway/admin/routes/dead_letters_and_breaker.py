"""Administration routes of the runtime: dead letters and the model's circuit breaker (TW-109, TWQ-05; DESIGN § 3)."""

from fastapi import APIRouter, Depends
from starlette.responses import Response

from gateway.admin.api_models import BreakerState, DeadLetterItem, DeadLetterPage, ResendReceipt
from gateway.admin.system_reports import SystemReports, describe_breaker
from gateway.auth.permissions import Permissions
from gateway.context import GatewayContext
from gateway.http.openapi_responses import CHANGE_CODES, STORE_CODES, AdminLimit, error_responses
from gateway.http.responses import json_response
from gateway.http.store_timeout import call_store, store_deadline
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.llm.circuit_breaker import close_breaker, read_breaker_state


class AdminSystemRoutes:
    """Routes for dead letters and the circuit breaker."""

    def __init__(self, context: GatewayContext, permissions: Permissions, reports: SystemReports) -> None:
        self._context = context
        self._permissions = permissions
        self._reports = reports

    def router(self) -> APIRouter:
        """Return a router with `/admin/dead-letters` and `/admin/breaker`, for administrators only.

        It is made for inclusion below `/api/v1`, and checks the caller before each route is called.
        """
        routes = APIRouter(tags=["admin"], prefix="/admin", dependencies=[Depends(self._permissions.check_admin)])
        read_codes = (PlatformErrorCode.E013, *STORE_CODES)
        routes.add_api_route(
            "/dead-letters", self.list_dead_letters, methods=["GET"], operation_id="listDeadLetters",
            response_model=DeadLetterPage, summary="List dead letters",
            responses=error_responses(PlatformErrorCode.E001, *read_codes),
        )  # fmt: skip
        routes.add_api_route(
            "/dead-letters/{letter_id}/resend", self.resend_dead_letter, methods=["POST"],
            operation_id="resendDeadLetter", response_model=ResendReceipt, summary="Resend a dead letter",
            responses=error_responses(PlatformErrorCode.E019, *CHANGE_CODES, *STORE_CODES),
        )  # fmt: skip
        self._add_breaker_routes(routes)
        return routes

    def _add_breaker_routes(self, routes: APIRouter) -> None:
        routes.add_api_route(
            "/breaker", self.get_breaker, methods=["GET"], operation_id="getBreaker", response_model=BreakerState,
            summary="Get the model's circuit breaker", responses=error_responses(PlatformErrorCode.E013, *STORE_CODES),
        )  # fmt: skip
        routes.add_api_route(
            "/breaker/reset", self.reset_breaker, methods=["POST"], operation_id="resetBreaker",
            response_model=BreakerState, summary="Close the model's circuit breaker",
            responses=error_responses(*CHANGE_CODES, *STORE_CODES),
        )  # fmt: skip

    async def list_dead_letters(self, limit: AdminLimit = 200) -> Response:
        """Return the oldest dead letters, at most `limit` (1 to 1000), with status 200.

        They are in `items`, oldest first; `total` is the number of all dead letters.

        Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 503 (E018) if the store does not
        answer.
        """
        store = self._context.store
        letters = await call_store(lambda: store.list_dead_letters(limit))
        total = await call_store(store.count_dead_letters)
        return json_response(
            DeadLetterPage(items=tuple(map(DeadLetterItem.from_dead_letter, letters)), total=max(total, len(letters)))
        )

    async def resend_dead_letter(self, letter_id: str) -> Response:
        """Schedule the message of a dead letter to be sent again as a first attempt, and remove the dead letter.

        Status 200 returns the id of the dead letter and the status `resent`; the message is sent shortly afterwards.

        Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 404 (E019) if there is no
        dead letter with this id. 503 (E018) if the store does not answer; the request can be repeated.
        """
        async with store_deadline():
            letter = await self._context.dead_letters.resend(letter_id)
        if letter is None:
            raise ApiError(PlatformErrorCode.E019)
        self._reports.expire()
        return json_response(ResendReceipt(id=letter.id))

    async def get_breaker(self) -> Response:
        """Return the state of the model's circuit breaker, which all workers share, with status 200.

        `state` and `failures` are absent if the model has no circuit breaker. While it is open there is `until`, the
        time from which a probe is allowed, and before that time `since`, the time at which it opened.

        Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 503 (E018) if the store does not
        answer.
        """
        name = self._context.breaker_name
        record = await call_store(lambda: read_breaker_state(name, self._context.store)) if name else None
        return json_response(describe_breaker(self._context, record))

    async def reset_breaker(self) -> Response:
        """Close the circuit breaker for all workers, so that the next model call is made.

        Status 200 returns a BreakerState: `model`, `state` (closed), `failures` (0). Without a circuit breaker nothing
        changes, and only `model` is returned.

        Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 503 (E018) if the store does not
        answer; the request can be repeated.
        """
        name = self._context.breaker_name
        record = await call_store(lambda: close_breaker(name, self._context.store)) if name else None
        self._reports.expire()
        return json_response(describe_breaker(self._context, record))
