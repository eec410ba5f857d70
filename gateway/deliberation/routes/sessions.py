"""Routes that list sessions, return one as the page's view or as its state, and end one (DL-139, DL-143, DL-144)."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from deliberation.contracts.session import SessionSnapshot, SessionView
from deliberation.session_start import MAX_ID_CHARACTERS
from gateway.auth.authentication import CurrentCaller
from gateway.deliberation.api_models import SessionPage, TerminationResponse
from gateway.deliberation.permissions import SessionPermissions
from gateway.deliberation.session_list import SessionList
from gateway.deliberation.session_service import SessionService
from gateway.deliberation.state_reader import StateReader
from gateway.deliberation.views.cache import SessionCache
from gateway.http.openapi_responses import CHANGE_CODES, STORE_CODES, PageLimit, error_responses
from gateway.http.pagination import decode_cursor
from gateway.http.responses import json_response
from shared.core.api_error import PlatformErrorCode

READ_CODES = (PlatformErrorCode.E019, *STORE_CODES)
"""Codes of routes that read one session."""


class DeliberationRoutes:
    """Routes of sessions, except those that start, stream or export one."""

    def __init__(
        self,
        permissions: SessionPermissions,
        service: SessionService,
        sessions: SessionCache,
        session_list: SessionList,
        states: StateReader,
    ) -> None:
        self._permissions = permissions
        self._service = service
        self._sessions = sessions
        self._list = session_list
        self._states = states

    def router(self) -> APIRouter:
        """Return a router with `/deliberations`, `/deliberations/{session_id}` and below; to include at `/api/v1`."""
        routes = APIRouter(tags=["deliberations"])
        path = "/deliberations/{session_id}"
        routes.add_api_route(
            "/deliberations", self.list_sessions, methods=["GET"], operation_id="listSessions",
            response_model=SessionPage, summary="List a user's sessions, newest first",
            responses=error_responses(PlatformErrorCode.E001, *STORE_CODES),
        )  # fmt: skip
        routes.add_api_route(
            path, self.get_session, methods=["GET"], operation_id="getSession", response_model=SessionView,
            summary="Get a session as its page shows it", responses=error_responses(*READ_CODES),
        )  # fmt: skip
        routes.add_api_route(
            f"{path}/state", self.get_state, methods=["GET"], operation_id="getSessionState",
            response_model=SessionSnapshot, summary="Get the state of a session",
            responses=error_responses(*READ_CODES),
        )  # fmt: skip
        routes.add_api_route(
            f"{path}/terminate", self.terminate_session, methods=["POST"], operation_id="terminateSession",
            response_model=TerminationResponse, status_code=202, summary="End a session",
            responses=error_responses(PlatformErrorCode.E014, *CHANGE_CODES, *READ_CODES),
        )  # fmt: skip
        return routes

    async def list_sessions(
        self,
        caller: CurrentCaller,
        user_id: Annotated[
            str | None, Query(description="owner of the sessions; default: the caller", max_length=MAX_ID_CHARACTERS)
        ] = None,
        limit: PageLimit = 50,
        before: Annotated[str | None, Query(description="`next` of the previous page", max_length=200)] = None,
    ) -> Response:
        """List the sessions of one user, newest first.

        Status 200 returns a page: `items` with at most `limit` sessions (1 to 200), and the cursor `next` unless the
        list surely ends with it. It is empty without a user: an anonymous caller has to name one, and with API keys
        gets nothing; a signed-in caller gets their own, an administrator anybody's. To get the next page, repeat the
        request with `before` set to `next`. 400 (E001) if `before` is not such a cursor, 503 (E018) if the store does
        not answer.
        """
        position = None if before is None else decode_cursor(before)
        owner = self._permissions.listed_user(caller, user_id)
        page = SessionPage(items=()) if owner is None else await self._list.read_page(owner, limit, position)
        return json_response(page)

    async def get_session(self, caller: CurrentCaller, session_id: str) -> Response:
        """Return the session as the page shows it: what folding its events up to `lastSeq` gives. Status 200.

        404 (E019) if there is no such session or it is somebody else's. 503 (E018) if the store does not answer.
        """
        await self._permissions.get_session(session_id, caller)
        view = (await self._sessions.get(session_id)).view
        return Response(view.model_dump_json(by_alias=True).encode(), 200, NO_STORE, "application/json")

    async def get_state(self, caller: CurrentCaller, session_id: str) -> Response:
        """Return the state of the session: agents, history, trend, and what it waits for until when. Status 200.

        404 (E019) if there is no such session or it is somebody else's. 503 (E018) if the store does not answer.
        """
        await self._permissions.get_session(session_id, caller)
        return json_response(await self._states.read(await self._sessions.get(session_id)))

    async def terminate_session(self, caller: CurrentCaller, session_id: str) -> Response:
        """End the session. Status 202 confirms the request; `session_ended` follows within 2 s.

        What the agents are still working on is dropped, and there is no report unless the system is set to write one.
        404 (E019) if there is no such session or it is somebody else's. 409 (E014) with its status if it has ended. 503
        (E018) if the store does not answer; the request can be repeated.
        """
        session = await self._permissions.get_session(session_id, caller)
        await self._service.terminate(session, caller.user_id or session.owner or "anonymous")
        return json_response(TerminationResponse(session_id=session_id), 202)


NO_STORE = {"Cache-Control": "no-store"}
