"""How an administrator looks at what hangs: dead letters, the breaker, open channels (TW-109, TWQ-05; DESIGN § 3)."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query
from pydantic import Field
from starlette.responses import Response

from gateway.admin.open_demands import OpenDemandQuery
from gateway.auth.authentication import CurrentCaller
from gateway.auth.permissions import Permissions
from gateway.context import GatewayContext
from gateway.http.openapi_responses import CHANGE_CODES, STORE_CODES, WHOLE_NUMBER, error_responses
from gateway.http.responses import json_response
from gateway.http.store_timeout import call_store, store_deadline
from gateway.negotiation.api_models import BreakerState, DeadLetterItem, DeadLetterPage, OpenChannels, ResendReceipt
from gateway.negotiation.views.cache import DemandViewCache
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.core.envelope import InvalidEnvelope, decode_envelope
from shared.llm.circuit_breaker import breaker_of, close_breaker
from shared.llm.circuit_breaker_state import CircuitBreakerState
from shared.store.port import DeadLetter

ItemLimit = Annotated[int, Field(ge=1, le=1000), WHOLE_NUMBER, Query(description="at most so many")]


class AdminSystemRoutes:
    """The routes."""

    def __init__(self, context: GatewayContext, permissions: Permissions, views: DemandViewCache) -> None:
        self._context = context
        self._permissions = permissions
        self._open_demands = OpenDemandQuery(context.store, views)

    def router(self) -> APIRouter:
        """The routes, as a table."""
        routes = APIRouter(tags=["admin"], prefix="/admin", dependencies=[Depends(self._check_admin)])
        read_codes = (PlatformErrorCode.E013, *STORE_CODES)
        routes.add_api_route(
            "/dead-letters", self.list_dead_letters, methods=["GET"], operation_id="listDeadLetters",
            response_model=DeadLetterPage, summary="List what nobody could handle",
            responses=error_responses(PlatformErrorCode.E001, *read_codes),
        )  # fmt: skip
        routes.add_api_route(
            "/dead-letters/{letter_id}/resend", self.resend_dead_letter, methods=["POST"], operation_id="resendDeadLetter",
            response_model=ResendReceipt, summary="Send a dead letter again",
            responses=error_responses(PlatformErrorCode.E019, *CHANGE_CODES, *STORE_CODES),
        )  # fmt: skip
        routes.add_api_route(
            "/channels", self.list_open_channels, methods=["GET"], operation_id="listOpenChannels",
            response_model=OpenChannels, summary="List what has not ended, oldest first",
            responses=error_responses(PlatformErrorCode.E001, *read_codes),
        )  # fmt: skip
        self._add_breaker_routes(routes)
        return routes

    def _add_breaker_routes(self, routes: APIRouter) -> None:
        routes.add_api_route(
            "/breaker", self.get_breaker, methods=["GET"], operation_id="getBreaker", response_model=BreakerState,
            summary="Look at the model's breaker", responses=error_responses(PlatformErrorCode.E013, *STORE_CODES),
        )  # fmt: skip
        routes.add_api_route(
            "/breaker/reset", self.reset_breaker, methods=["POST"], operation_id="resetBreaker", response_model=BreakerState,
            summary="Close the model's breaker", responses=error_responses(*CHANGE_CODES, *STORE_CODES),
        )  # fmt: skip

    async def list_dead_letters(self, limit: ItemLimit = 200) -> Response:
        """Oldest first."""
        store = self._context.store
        letters = await call_store(lambda: store.list_dead_letters(limit))
        total = await call_store(store.count_dead_letters)
        return json_response(
            DeadLetterPage(items=tuple(map(_dead_letter_item, letters)), total=max(total, len(letters)))
        )

    async def resend_dead_letter(self, letter_id: str) -> Response:
        """As if for the first time. A second time there is no such letter any more, unless it came back."""
        async with store_deadline():
            letter = await self._context.dead_letters.resend(letter_id)
        if letter is None:
            raise ApiError(PlatformErrorCode.E019)
        return json_response(ResendReceipt(id=letter.id))

    async def get_breaker(self) -> Response:
        """As all workers see it."""
        name = self._context.breaker_name
        record = await call_store(lambda: breaker_of(name, self._context.store)) if name else None
        return json_response(self._breaker_state(record))

    async def reset_breaker(self) -> Response:
        """The next question goes through."""
        name = self._context.breaker_name
        record = await call_store(lambda: close_breaker(name, self._context.store)) if name else None
        return json_response(self._breaker_state(record))

    async def list_open_channels(self, limit: ItemLimit = 100) -> Response:
        """`stuck`: nothing was told of it for longer than any phase may take."""
        items, total = await self._open_demands.list_oldest(limit)
        return json_response(OpenChannels(items=tuple(items), total=total))

    def _breaker_state(self, record: CircuitBreakerState | None) -> BreakerState:
        if record is None:
            return BreakerState(model=self._context.model)
        until = record.until if record.state == "open" else None
        return BreakerState(model=self._context.model, state=record.state, failures=record.failures, until=until)

    async def _check_admin(self, caller: CurrentCaller) -> None:
        self._permissions.check_admin(caller)


def _dead_letter_item(letter: DeadLetter) -> DeadLetterItem:
    try:
        envelope = decode_envelope(letter.message.data)
    except InvalidEnvelope:
        envelope = None
    return DeadLetterItem(
        id=letter.id,
        queue=letter.queue,
        message_type=envelope.type if envelope else letter.message.type,
        reason=letter.reason,
        error=letter.error,
        attempts=letter.attempts,
        first_seen=letter.first_seen,
        sender=envelope.sender if envelope else None,
        recipient=envelope.recipient if envelope else None,
        demand_id=envelope.correlation_id if envelope else None,
    )
