"""Routes that start a session and that resume its stream: both answer with its events (DL-134, DL-135, DL-142)."""

from contextlib import ExitStack
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Query
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from deliberation.contracts.session import SessionOwner
from gateway.auth.authentication import CurrentCaller, get_caller
from gateway.auth.owner_permissions import as_private
from gateway.deliberation.api_models import StartBody
from gateway.deliberation.permissions import SessionPermissions
from gateway.deliberation.session_service import SessionService
from gateway.http.error_handling import request_language
from gateway.http.idempotency import IDEMPOTENCY_HEADER, KEY_PATTERN
from gateway.http.json_body import body_openapi, json_body
from gateway.http.openapi_responses import BODY_CODES, CHANGE_CODES, STORE_CODES, error_responses
from gateway.streaming.log_streams import LogStreams
from gateway.streaming.stream_slots import StreamSlots
from shared.core.api_error import PlatformErrorCode

SESSION_HEADER = "X-Session-Id"
"""Header of a stream with the id of its session."""

EXAMPLE_START = {
    "message": "帮我制定IELTS备考计划",
    "mode": "multi_agent",
    "userId": "user_alice",
    "conversationId": "conversation-1",
}

After = Annotated[str | None, Query(description="id of the last event received")]
LastEventId = Annotated[
    str | None,
    Header(alias="Last-Event-ID", description="id of the last event received; takes precedence over `after`"),
]

STREAM_RESPONSE: dict[str, Any] = {
    "description": "frames with `id` and one flat object as `data`; after `session_ended` one `data: [DONE]`",
    "content": {"text/event-stream": {"schema": {"type": "string"}}},
    "headers": {SESSION_HEADER: {"description": "id of the session", "schema": {"type": "string"}}},
}


class DeliberationStreamRoutes:
    """Routes that stream the events of a session."""

    def __init__(
        self,
        permissions: SessionPermissions,
        service: SessionService,
        streams: LogStreams,
        slots: StreamSlots,
    ) -> None:
        self._permissions = permissions
        self._service = service
        self._streams = streams
        self._slots = slots

    def router(self) -> APIRouter:
        """Return a router with POST `/deliberations` and `/deliberations/{session_id}/stream`, for `/api/v1`."""
        routes = APIRouter(tags=["deliberations"])
        path = "/deliberations/{session_id}/stream"
        routes.add_api_route(
            "/deliberations", self.start_session, methods=["POST"], operation_id="startSession",
            response_class=Response, summary="Start a session and stream its events",
            responses={
                200: STREAM_RESPONSE,
                **error_responses(
                    PlatformErrorCode.E014, PlatformErrorCode.E015, *BODY_CODES, *CHANGE_CODES, *STORE_CODES
                ),
            },
            openapi_extra=body_openapi(StartBody, EXAMPLE_START),
        )  # fmt: skip
        routes.routes.append(Route(path, _RawStreamEndpoint(self), methods=["GET", "HEAD"], include_in_schema=False))
        routes.add_api_route(
            path, self.stream_events, methods=["GET"], operation_id="streamSession", response_class=Response,
            summary="Stream the events of a session",
            responses={
                200: STREAM_RESPONSE,
                204: {"description": "the session has ended and its last event was already received"},
                **error_responses(PlatformErrorCode.E019, PlatformErrorCode.E017, *STORE_CODES),
            },
        )  # fmt: skip
        return routes

    async def start_session(
        self,
        request: Request,
        caller: CurrentCaller,
        body: Annotated[StartBody, Depends(json_body(StartBody))],
        idempotency_key: Annotated[str | None, Header(alias=IDEMPOTENCY_HEADER, pattern=KEY_PATTERN)] = None,
    ) -> Response:
        """Start a session; once the stream begins it is durable, and goes on without this client.

        Status 200 is a `text/event-stream` of all events of the session, which ends with `data: [DONE]` after the event
        `session_ended`. Its header `X-Session-Id` names the session: after a disconnect, resume with
        `GET /deliberations/{session_id}/stream` and the last `id`; to end the session, use `…/terminate`.
        Repeating the request with the same `Idempotency-Key` within 48 h streams the same session from its first event.
        422 (E015) if the body differs.
        400 (E001) if the message is blank or has more than 8,000 characters, or another field is invalid. 409 (E014) if
        the conversation has a running session: `details.id` is its id. 429 (E017) if the user has too many running
        sessions, or the caller too many open streams. 503 (E018) if the system is overloaded, or if the store does not
        answer: the session may then be accepted, so repeat the request with the same `Idempotency-Key`.

        With API keys, `userId` must be the user of the key (administrators: any), else 403 (E013). Without a key, 401
        (E012) unless the gateway is open and `userId` is nobody's with a key. A session belongs to its user; for
        everybody else it does not exist, except that a guest's may be used by whoever knows its id.
        """
        language = request_language(request.scope)
        self._permissions.check_start(caller, body.user_id, language)
        # The slot is held from before the start to the end of the stream: no session starts whose stream is refused.
        with ExitStack() as slot:
            slot.enter_context(self._slots.acquire(caller.user_id, request.scope))
            session = await self._service.start(
                body.message,
                SessionOwner(user_id=body.user_id, conversation_id=body.conversation_id),
                idempotency_key=idempotency_key,
                idempotency_scope=f"deliberation {caller.user_id or body.user_id}",  # part of stored keys
                language=language,
            )
            headers = {SESSION_HEADER: session.correlation_id}
            return await self._streams.build_response(as_private(session), caller, headers=headers, slot=slot)

    async def stream_events(
        self, caller: CurrentCaller, session_id: str, after: After = None, last_event_id: LastEventId = None
    ) -> Response:
        """Stream every event after the cursor, each once and in order. Reconnect to any gateway with the last `id`.

        Status 200 is a `text/event-stream`, which ends with `data: [DONE]` after the event `session_ended`. Status 204,
        without a body, means that the session has ended and its last event was already received.
        The cursor is the `id` of the last event received, in the header `Last-Event-ID` or, if that is missing, in
        `after`. Without either, or if it is malformed, the stream starts with the first event.
        404 (E019) if there is no such session or it is somebody else's; 429 (E017) if the signed-in caller, or the
        address of an anonymous one, has too many open streams; 503 (E018) if the store does not answer or this gateway
        has too many open streams.
        """
        session = await self._permissions.get_session(session_id, caller)
        headers = {SESSION_HEADER: session_id}
        return await self._streams.build_response(
            session, caller, after=after, last_event_id=last_event_id, headers=headers
        )


class _RawStreamEndpoint:
    """Raw ASGI version of the route: FastAPI would hold about 4 KB per open stream.

    The FastAPI route remains for the OpenAPI document.
    """

    def __init__(self, routes: DeliberationStreamRoutes) -> None:
        self._routes = routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request; raises the same errors as `stream_events`."""
        request = Request(scope)
        session_id: str = scope["path_params"]["session_id"]
        after, last = request.query_params.get("after"), request.headers.get("last-event-id")
        response = await self._routes.stream_events(await get_caller(request), session_id, after, last)
        await response(scope, receive, send)
