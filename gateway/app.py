"""What a gateway answers to: all routes of INTERFACES § 7 over one house, as a table, and what stands before them."""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import Response

from gateway.access import Access
from gateway.callers import Asking, Callers
from gateway.heading import Heading
from gateway.house import House
from gateway.limiting import Limit, Limiting
from gateway.methods import Methods, allowed
from gateway.openapi import describe
from gateway.refusing import Pages, Refusing, on_bad_request, on_http_exception
from gateway.repeating import HEADER
from gateway.routes.admin_agents import AdminAgents
from gateway.routes.admin_system import AdminSystem
from gateway.routes.agents import PublicAgents
from gateway.routes.attendance import Attendances
from gateway.routes.channels import Channels
from gateway.routes.demands import Demands
from gateway.routes.documents import Documents
from gateway.routes.page import STATIC, Page
from gateway.routes.probes import Probes
from gateway.routes.session import Sessions
from gateway.routes.stream import Streams
from gateway.routes.submissions import Submissions
from gateway.views import Views

PREFIX = "/api/v1"


def create_app(house: House, static: Path = STATIC) -> FastAPI:
    """The ASGI application of a gateway; `static` has the page. Raises BadKeys when TOWOW_API_KEYS cannot be used."""
    callers = Callers(house)
    app = FastAPI(title="ToWow", openapi_url=None, docs_url=None, redoc_url=None, redirect_slashes=False)
    app.openapi = _once(app)
    for router in _under_prefix(house, callers):
        app.include_router(router, prefix=PREFIX)
    app.include_router(Probes(house).router())
    app.include_router(Documents(house, app.openapi).router())
    page = Page(house, static)
    app.include_router(page.router())
    app.user_middleware = _before_the_routes(house, callers, app)
    app.add_exception_handler(HTTPException, _on_http_exception(page))
    app.add_exception_handler(RequestValidationError, on_bad_request)
    return app


def _under_prefix(house: House, callers: Callers) -> Sequence[APIRouter]:
    access, views = Access(house, callers), Views(house.store)
    return (
        Submissions(house, access, views).router(),
        Demands(house, access, views).router(),
        Streams(house, access).router(),
        Channels(house, access, views).router(),
        PublicAgents(house).router(),
        Attendances(house, access).router(),
        AdminAgents(house, access).router(),
        AdminSystem(house, access, views).router(),
        Sessions(access, callers).router(),
    )


def _before_the_routes(house: House, callers: Callers, app: FastAPI) -> list[Middleware]:
    """From outside in. All are plain ASGI: what wraps an answer as a whole would hold streams back."""
    often = house.settings.rate_limit_per_minute
    pages = [page.strip() for page in house.settings.cors_origins.split(",") if page.strip()]
    return [
        Middleware(Heading),
        Middleware(
            Pages,
            allow_origins=pages,
            allow_credentials=True,
            allow_methods=["GET", "POST", "PUT", "DELETE"],
            allow_headers=["Authorization", "Content-Type", "Last-Event-ID", HEADER],
            expose_headers=["Content-Language", "Retry-After", "Location"],
        ),
        Middleware(Refusing, log=house.log),
        Middleware(Asking, callers=callers, failures=Limit(often, "wrong keys")),
        Middleware(Limiting, per_minute=often),
        Middleware(Methods, routes=app.router.routes),
    ]


def _once(app: FastAPI) -> Any:
    made: dict[str, Any] = {}

    def document() -> dict[str, Any]:
        if not made:
            made.update(describe(app))
        return made

    return document


def _on_http_exception(page: Page) -> Callable[[Request, Exception], Awaitable[Response]]:
    """What the framework refuses. To a browser without an address the page tells of a 404."""

    async def answer(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 0
        if status == 405:  # tells all methods of its path: the framework knows those of one route only
            methods = allowed(request.app.router.routes, request.scope)
            error = HTTPException(405, headers={"Allow": ", ".join(methods)})
        shown = page.lost(request) if status == 404 else None
        return shown or await on_http_exception(request, error)

    return answer
