"""Routes of a session's plan and of the to-dos made of it, as JSON, iCalendar or Markdown (DL-07)."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from deliberation.contracts.plan import Plan
from deliberation.core.todos import todos_as_icalendar, todos_as_markdown
from gateway.auth.authentication import CurrentCaller
from gateway.deliberation.api_models import TodoList
from gateway.deliberation.permissions import SessionPermissions
from gateway.deliberation.routes.sessions import READ_CODES
from gateway.deliberation.session_service import render_text
from gateway.deliberation.views.cache import SessionCache
from gateway.deliberation.views.session_projection import SessionProjection
from gateway.http.error_handling import request_language
from gateway.http.openapi_responses import error_responses
from gateway.http.responses import json_response
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.core.timestamps import parse_iso8601

TodoFormat = Literal["json", "ics", "md"]

MEDIA_TYPES: dict[TodoFormat, str] = {"ics": "text/calendar", "md": "text/markdown", "json": "application/json"}
"""Media type of each format, without parameters."""

FILE_RESPONSE = {
    "description": "the to-dos; iCalendar and Markdown as a file to download",
    "content": {
        "application/json": {"schema": {"$ref": "#/components/schemas/TodoList"}},
        "text/calendar": {"schema": {"type": "string"}},
        "text/markdown": {"schema": {"type": "string"}},
    },
}


class PlanRoutes:
    """Routes of plans and to-dos."""

    def __init__(self, permissions: SessionPermissions, sessions: SessionCache) -> None:
        self._permissions = permissions
        self._sessions = sessions

    def router(self) -> APIRouter:
        """Return a router with `/deliberations/{session_id}/plan` and `…/todos`, for inclusion below `/api/v1`."""
        routes = APIRouter(tags=["deliberations"])
        path = "/deliberations/{session_id}"
        routes.add_api_route(
            f"{path}/plan", self.get_plan, methods=["GET"], operation_id="getSessionPlan", response_model=Plan,
            summary="Get the plan of a session", responses=error_responses(*READ_CODES),
        )  # fmt: skip
        routes.add_api_route(
            f"{path}/todos", self.get_todos, methods=["GET"], operation_id="getSessionTodos", response_class=Response,
            summary="Get the to-dos of a session",
            responses={200: FILE_RESPONSE, **error_responses(PlatformErrorCode.E001, *READ_CODES)},
        )  # fmt: skip
        return routes

    async def get_plan(self, request: Request, caller: CurrentCaller, session_id: str) -> Response:
        """Return the plan of the report; before there is one, the planner's last plan. Status 200.

        404 (E019) if there is no plan yet, or no such session, or it is somebody else's. 503 (E018) if the store does
        not answer.
        """
        await self._permissions.get_session(session_id, caller)
        plan = (await self._sessions.get(session_id)).plan
        if plan is None:
            raise _not_found(request, "no_plan")
        return json_response(plan)

    async def get_todos(
        self,
        request: Request,
        caller: CurrentCaller,
        session_id: str,
        format: Annotated[TodoFormat | None, Query(description="default: by `Accept`, else json")] = None,
    ) -> Response:
        """Return the to-dos of the plan in the report, one per task. Status 200.

        As JSON: `items`. As iCalendar or Markdown: a file to download. Without `format`, the header `Accept` decides.
        404 (E019) if there is no report yet, or no such session, or it is somebody else's. 503 (E018) if the store does
        not answer.
        """
        await self._permissions.get_session(session_id, caller)
        session = await self._sessions.get(session_id)
        if session.todos is None:
            raise _not_found(request, "no_todos")
        chosen = format or accepted_format(request.headers.get("accept", ""))
        if chosen == "json":
            return json_response(TodoList(items=session.todos), headers={"Vary": "Accept"})
        page = f"{request.url.scheme}://{request.url.netloc}/deliberations/{session_id}"
        return _file_response(session, chosen, page)


def accepted_format(accept: str) -> TodoFormat:
    """Return the format of the first media type in an Accept header that is offered; JSON if none is."""
    for part in accept.split(","):
        media_type = part.partition(";")[0].strip().lower()
        for name, offered in MEDIA_TYPES.items():
            if media_type == offered:
                return name
    return "json"


def _file_response(session: SessionProjection, format: Literal["ics", "md"], page: str) -> Response:
    todos, language = session.todos or (), session.started.language
    title = session.plan.title if session.plan else session.started.user_query
    if format == "md":
        text = todos_as_markdown(todos, title, language)
    else:
        stamp = parse_iso8601(session.reported_at or session.updated_at)
        text = todos_as_icalendar(todos, title, language, stamp=stamp, url=page)
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="todos-{session.view.session_id}.{format}"',
        "Vary": "Accept",
    }
    return Response(text.encode(), 200, headers, f"{MEDIA_TYPES[format]}; charset=utf-8")


def _not_found(request: Request, key: str) -> ApiError:
    language = request_language(request.scope)
    return ApiError(PlatformErrorCode.E019, render_text(key, language), language)
