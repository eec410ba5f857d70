"""A demand's events as they come, by SSE, from wherever a reader stopped (TW-106…108, INTERFACES § 7)."""

from typing import Annotated

from fastapi import APIRouter, Header, Query
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from gateway.auth.authentication import Asker, caller_of
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

    def __init__(self, house: GatewayContext, access: Permissions) -> None:
        self._house = house
        self._access = access
        self._seats = StreamSlots(house.metrics, house.settings.max_streams_per_user)
        self._tails = LogTails(house, self._seats.shorten_deadlines)

    def router(self) -> APIRouter:
        """The routes, as a table."""
        routes = APIRouter(tags=["stream"])
        path, operation = "/events/negotiations/{demand_id}/stream", "streamEvents"
        frames = "frames of `id`, `event`, `data`, up to `towow.demand.closed`"
        content = {"text/event-stream": {"schema": {"type": "string"}}}
        routes.routes.append(Route(path, _RawStreamEndpoint(self), methods=["GET", "HEAD"], include_in_schema=False))
        routes.add_api_route(
            path, self.stream, methods=["GET"], operation_id=operation, response_class=Response,
            summary="Follow a demand",
            responses={
                200: {"description": frames, "content": content},
                204: {"description": "nothing will ever come: that was the last event"},
                **error_responses(NegotiationErrorCode.E002, PlatformErrorCode.E017, *STORE_CODES),
            },
        )  # fmt: skip
        return routes

    async def stream(
        self, caller: Asker, demand_id: str, after: After = None, last_event_id: LastEventId = None
    ) -> Response:
        """Every event after the cursor, in order, each once. Reconnect with the last `id`, to any gateway."""
        known = await self._access.visible(demand_id, caller)
        epoch = await call_store(self._tails.read_current_epoch)
        begin = resume_point(parse_cursor(last_event_id, after), epoch)
        end = await self._end(known)
        if is_complete(begin, end):
            return Response(status_code=204, headers={"Cache-Control": SSE_HEADERS["Cache-Control"]})
        until = None
        if known.private and caller.until is not None:  # nobody sees it any more whose session is over
            until = (caller.until - self._house.clock.now()) / 1000
        reader = StreamSubscriber(self._tails.get_or_start(demand_id, end), begin, epoch, until)
        return SseResponse(reader.chunks(), self._seats, caller.user_id, self._house.settings.stream_send_timeout)

    async def _end(self, known: CorrelationInfo) -> int | None:
        """The seq of its last event, when it is closed."""
        if known.closed_at is None:
            return None
        last = await call_store(lambda: self._house.store.read_last_event(known.correlation_id))
        return None if last is None else last.seq


class _RawStreamEndpoint:
    """The same without what FastAPI keeps of a request until it is answered, which here is as long as somebody watches:
    4 KB of each. The other route is what the document shows.
    """

    def __init__(self, streams: StreamRoutes) -> None:
        self._streams = streams

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer. Raises what `stream` does."""
        request = Request(scope)
        demand_id: str = scope["path_params"]["demand_id"]
        after, last = request.query_params.get("after"), request.headers.get("last-event-id")
        answer = await self._streams.stream(await caller_of(request), demand_id, after, last)
        await answer(scope, receive, send)
