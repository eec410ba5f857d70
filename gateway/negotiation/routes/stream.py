"""A demand's events as they come, by SSE, from wherever a reader stopped (TW-106…108, INTERFACES § 7)."""

from typing import Annotated

from fastapi import APIRouter, Header, Query
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from gateway.auth.authentication import CurrentCaller, get_caller
from gateway.auth.permissions import Permissions
from gateway.context import GatewayContext
from gateway.http.openapi_responses import STORE_CODES, error_responses
from gateway.http.store_timeout import call_store
from gateway.streaming.log_tails import LogTails
from gateway.streaming.resume import is_complete, parse_cursor, resume_point
from gateway.streaming.sse_response import SSE_HEADERS, SseResponse, StreamSlots
from gateway.streaming.subscriber import StreamSubscriber
from negotiation.contracts.error_codes import NegotiationErrorCode
from shared.core.api_error import PlatformErrorCode
from shared.store.port import CorrelationInfo

After = Annotated[str | None, Query(description="the id of the last event that one has")]
LastEventId = Annotated[str | None, Header(alias="Last-Event-ID", description="the same; beats `after`")]


class StreamRoutes:
    """The routes."""

    def __init__(self, context: GatewayContext, permissions: Permissions) -> None:
        self._context = context
        self._permissions = permissions
        self._slots = StreamSlots(context.metrics, context.settings.max_streams_per_user)
        self._tails = LogTails(context, self._slots.shorten_deadlines)

    def router(self) -> APIRouter:
        """The routes, as a table."""
        routes = APIRouter(tags=["stream"])
        path, operation = "/events/negotiations/{demand_id}/stream", "streamEvents"
        frames = "frames of `id`, `event`, `data`, up to `towow.demand.closed`"
        content = {"text/event-stream": {"schema": {"type": "string"}}}
        routes.routes.append(Route(path, _RawStreamEndpoint(self), methods=["GET", "HEAD"], include_in_schema=False))
        routes.add_api_route(
            path, self.stream_events, methods=["GET"], operation_id=operation, response_class=Response,
            summary="Follow a demand",
            responses={
                200: {"description": frames, "content": content},
                204: {"description": "nothing will ever come: that was the last event"},
                **error_responses(NegotiationErrorCode.E002, PlatformErrorCode.E017, *STORE_CODES),
            },
        )  # fmt: skip
        return routes

    async def stream_events(
        self, caller: CurrentCaller, demand_id: str, after: After = None, last_event_id: LastEventId = None
    ) -> Response:
        """Every event after the cursor, in order, each once. Reconnect with the last `id`, to any gateway."""
        demand = await self._permissions.get_visible_demand(demand_id, caller)
        epoch = await call_store(self._tails.read_current_epoch)
        start = resume_point(parse_cursor(last_event_id, after), epoch)
        end = await self._closed_end(demand)
        if is_complete(start, end):
            return Response(status_code=204, headers={"Cache-Control": SSE_HEADERS["Cache-Control"]})
        lifetime_s = None
        if demand.private and caller.session_end is not None:  # nobody sees it any more whose session is over
            lifetime_s = (caller.session_end - self._context.clock.now()) / 1000
        subscriber = StreamSubscriber(self._tails.get_or_start(demand_id, end), start, epoch, lifetime_s)
        return SseResponse(subscriber.chunks(), self._slots, caller.user_id, self._context.settings.stream_send_timeout)

    async def _closed_end(self, demand: CorrelationInfo) -> int | None:
        """The seq of its last event, when it is closed."""
        if demand.closed_at is None:
            return None
        last = await call_store(lambda: self._context.store.read_last_event(demand.correlation_id))
        return None if last is None else last.seq


class _RawStreamEndpoint:
    """The same without what FastAPI keeps of a request until it is answered, which here is as long as somebody watches:
    4 KB of each. The other route is what the document shows.
    """

    def __init__(self, routes: StreamRoutes) -> None:
        self._routes = routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer. Raises what `stream` does."""
        request = Request(scope)
        demand_id: str = scope["path_params"]["demand_id"]
        after, last = request.query_params.get("after"), request.headers.get("last-event-id")
        response = await self._routes.stream_events(await get_caller(request), demand_id, after, last)
        await response(scope, receive, send)
