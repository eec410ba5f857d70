"""What a gateway answers to: all routes of INTERFACES § 7 over one house, as a table, and what stands before them."""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import Response

from gateway.admin.routes.agents import AdminAgentRoutes
from gateway.admin.routes.system import AdminSystemRoutes
from gateway.auth.authentication import AuthenticationMiddleware, Authenticator
from gateway.auth.permissions import Permissions
from gateway.auth.session_routes import SessionRoutes
from gateway.context import GatewayContext
from gateway.health import ProbeRoutes
from gateway.http.docs_routes import DocsRoutes
from gateway.http.error_handling import ErrorMiddleware, LocalizedCorsMiddleware, on_bad_request, on_http_exception
from gateway.http.head_options import HeadAndOptionsMiddleware, allowed
from gateway.http.idempotency import HEADER
from gateway.http.openapi import describe
from gateway.http.rate_limit import RateLimit, RateLimitMiddleware
from gateway.http.security_headers import SecurityHeadersMiddleware
from gateway.negotiation.routes.agents import AgentRoutes
from gateway.negotiation.routes.attendance import AttendanceRoutes
from gateway.negotiation.routes.channels import ChannelRoutes
from gateway.negotiation.routes.demands import DemandRoutes
from gateway.negotiation.routes.stream import StreamRoutes
from gateway.negotiation.routes.submissions import SubmissionRoutes
from gateway.negotiation.views.cache import DemandViewCache
from gateway.static_site.routes import STATIC, PageRoutes

PREFIX = "/api/v1"


def create_app(house: GatewayContext, static: Path = STATIC) -> FastAPI:
    """The ASGI application of a gateway; `static` has the page. Raises BadKeys when TOWOW_API_KEYS cannot be used."""
    callers = Authenticator(house)
    app = FastAPI(title="ToWow", openapi_url=None, docs_url=None, redoc_url=None, redirect_slashes=False)
    app.openapi = _cached_openapi(app)
    for router in _under_prefix(house, callers):
        app.include_router(router, prefix=PREFIX)
    app.include_router(ProbeRoutes(house).router())
    app.include_router(DocsRoutes(house, app.openapi).router())
    page = PageRoutes(house, static)
    app.include_router(page.router())
    app.user_middleware = _middleware(house, callers, app)
    app.add_exception_handler(HTTPException, _on_http_exception(page))
    app.add_exception_handler(RequestValidationError, on_bad_request)
    return app


def _under_prefix(house: GatewayContext, callers: Authenticator) -> Sequence[APIRouter]:
    access, views = Permissions(house, callers), DemandViewCache(house.store)
    return (
        SubmissionRoutes(house, access, views).router(),
        DemandRoutes(house, access, views).router(),
        StreamRoutes(house, access).router(),
        ChannelRoutes(house, access, views).router(),
        AgentRoutes(house).router(),
        AttendanceRoutes(house, access).router(),
        AdminAgentRoutes(house, access).router(),
        AdminSystemRoutes(house, access, views).router(),
        SessionRoutes(access, callers).router(),
    )


def _middleware(house: GatewayContext, callers: Authenticator, app: FastAPI) -> list[Middleware]:
    """From outside in. All are plain ASGI: what wraps an answer as a whole would hold streams back."""
    often = house.settings.rate_limit_per_minute
    pages = [page.strip() for page in house.settings.cors_origins.split(",") if page.strip()]
    return [
        Middleware(SecurityHeadersMiddleware),
        Middleware(
            LocalizedCorsMiddleware,
            allow_origins=pages,
            allow_credentials=True,
            allow_methods=["GET", "POST", "PUT", "DELETE"],
            allow_headers=["Authorization", "Content-Type", "Last-Event-ID", HEADER],
            expose_headers=["Content-Language", "Retry-After", "Location"],
        ),
        Middleware(ErrorMiddleware, log=house.log),
        Middleware(AuthenticationMiddleware, callers=callers, failures=RateLimit(often, "wrong keys")),
        Middleware(RateLimitMiddleware, per_minute=often),
        Middleware(HeadAndOptionsMiddleware, routes=app.router.routes),
    ]


def _cached_openapi(app: FastAPI) -> Any:
    made: dict[str, Any] = {}

    def document() -> dict[str, Any]:
        if not made:
            made.update(describe(app))
        return made

    return document


def _on_http_exception(page: PageRoutes) -> Callable[[Request, Exception], Awaitable[Response]]:
    """What the framework refuses. To a browser without an address the page tells of a 404."""

    async def answer(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 0
        if status == 405:  # tells all methods of its path: the framework knows those of one route only
            methods = allowed(request.app.router.routes, request.scope)
            error = HTTPException(405, headers={"Allow": ", ".join(methods)})
        shown = page.lost(request) if status == 404 else None
        return shown or await on_http_exception(request, error)

    return answer
