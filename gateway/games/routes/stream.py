"""Route that streams a game's events as server-sent events, resumable (INTERFACES § 11)."""

from typing import Annotated

from fastapi import APIRouter, Header, Query
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from gateway.auth.authentication import CurrentCaller, get_caller
from gateway.games.permissions import GamePermissions
from gateway.http.openapi_responses import STORE_CODES, error_responses
from gateway.streaming.log_streams import LogStreams
from shared.core.api_error import PlatformErrorCode

After = Annotated[str | None, Query(description="id of the last event received")]
LastEventId = Annotated[
    str | None,
    Header(alias="Last-Event-ID", description="id of the last event received; takes precedence over `after`"),
]


class GameStreamRoutes:
    """Routes of a game's event stream."""

    def __init__(self, permissions: GamePermissions, streams: LogStreams) -> None:
        self._permissions = permissions
        self._streams = streams

    def router(self) -> APIRouter:
        """Return a router with `/games/{game_id}/stream`, for inclusion below `/api/v1`."""
        routes = APIRouter(tags=["games"])
        path = "/games/{game_id}/stream"
        frames = "frames with `id`, `event` and `data`; the last event is `towow.game.ended`"
        content = {"text/event-stream": {"schema": {"type": "string"}}}
        routes.routes.append(Route(path, _RawStreamEndpoint(self), methods=["GET", "HEAD"], include_in_schema=False))
        routes.add_api_route(
            path, self.stream_events, methods=["GET"], operation_id="streamGame", response_class=Response,
            summary="Stream the events of a game",
            responses={
                200: {"description": frames, "content": content},
                204: {"description": "the game has ended and its last event was already received"},
                **error_responses(PlatformErrorCode.E019, PlatformErrorCode.E017, *STORE_CODES),
            },
        )  # fmt: skip
        return routes

    async def stream_events(
        self, caller: CurrentCaller, game_id: str, after: After = None, last_event_id: LastEventId = None
    ) -> Response:
        """Stream every event after the cursor, each once and in order. Reconnect to any gateway with the last `id`.

        Status 200 is a `text/event-stream`, which ends after `towow.game.ended`. Status 204, without a body, means that
        the game has ended and its last event was already received.
        The cursor is the `id` of the last event received, in the header `Last-Event-ID` or, if that is missing, in
        `after`. Without either, or if it is malformed, the stream starts with the first event.
        404 (E019) if there is no such game or it is somebody else's; 429 (E017) if the signed-in caller, or the address
        of an anonymous one, has too many open streams; 503 (E018) if the store does not answer or this gateway has too
        many open streams.
        """
        game = await self._permissions.get_game(game_id, caller)
        return await self._streams.build_response(game, caller, after=after, last_event_id=last_event_id)


class _RawStreamEndpoint:
    """Raw ASGI version of the route: FastAPI would hold about 4 KB per open stream.

    The FastAPI route remains for the OpenAPI document.
    """

    def __init__(self, routes: GameStreamRoutes) -> None:
        self._routes = routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request; raises the same errors as `stream_events`."""
        request = Request(scope)
        game_id: str = scope["path_params"]["game_id"]
        after, last = request.query_params.get("after"), request.headers.get("last-event-id")
        response = await self._routes.stream_events(await get_caller(request), game_id, after, last)
        await response(scope, receive, send)
