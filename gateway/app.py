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
from gateway.http.error_handling import ErrorMiddleware, LocalizedCorsMiddleware, on_http_exception, on_validation_error
from gateway.http.head_options import HeadAndOptionsMiddleware, allowed_methods
from gateway.http.idempotency import IDEMPOTENCY_HEADER
from gateway.http.openapi import build_openapi
from gateway.http.rate_limit import RateLimit, RateLimitMiddleware
from gateway.http.security_headers import SecurityHeadersMiddleware
from gateway.negotiation.routes.agents import AgentRoutes
from gateway.negotiation.routes.attendance import AttendanceRoutes
from gateway.negotiation.routes.channels import ChannelRoutes
from gateway.negotiation.routes.demands import DemandRoutes
from gateway.negotiation.routes.stream import StreamRoutes
from gateway.negotiation.routes.submissions import SubmissionRoutes
from gateway.negotiation.views.cache import DemandViewCache
from gateway.static_site.routes import STATIC_FOLDER, PageRoutes

API_PREFIX = "/api/v1"


def create_app(context: GatewayContext, static_folder: Path = STATIC_FOLDER) -> FastAPI:
    """The ASGI application of a gateway; `static` has the page. Raises BadKeys when TOWOW_API_KEYS cannot be used."""
    authenticator = Authenticator(context)
    app = FastAPI(title="ToWow", openapi_url=None, docs_url=None, redoc_url=None, redirect_slashes=False)
    app.openapi = _cached_openapi(app)
    for router in _api_routers(context, authenticator):
        app.include_router(router, prefix=API_PREFIX)
    app.include_router(ProbeRoutes(context).router())
    app.include_router(DocsRoutes(context, app.openapi).router())
    page = PageRoutes(context, static_folder)
    app.include_router(page.router())
    app.user_middleware = _middleware(context, authenticator, app)
    app.add_exception_handler(HTTPException, _on_http_exception(page))
    app.add_exception_handler(RequestValidationError, on_validation_error)
    return app


def _api_routers(context: GatewayContext, authenticator: Authenticator) -> Sequence[APIRouter]:
    permissions, views = Permissions(context, authenticator), DemandViewCache(context.store)
    return (
        SubmissionRoutes(context, permissions, views).router(),
        DemandRoutes(context, permissions, views).router(),
        StreamRoutes(context, permissions).router(),
        ChannelRoutes(context, permissions, views).router(),
        AgentRoutes(context).router(),
        AttendanceRoutes(context, permissions).router(),
        AdminAgentRoutes(context, permissions).router(),
        AdminSystemRoutes(context, permissions, views).router(),
        SessionRoutes(permissions, authenticator).router(),
    )


def _middleware(context: GatewayContext, authenticator: Authenticator, app: FastAPI) -> list[Middleware]:
    """From outside in. All are plain ASGI: what wraps an answer as a whole would hold streams back."""
    rate_limit = context.settings.rate_limit_per_minute
    origins = [page.strip() for page in context.settings.cors_origins.split(",") if page.strip()]
    return [
        Middleware(SecurityHeadersMiddleware),
        Middleware(
            LocalizedCorsMiddleware,
            allow_origins=origins,
            allow_credentials=True,
            allow_methods=["GET", "POST", "PUT", "DELETE"],
            allow_headers=["Authorization", "Content-Type", "Last-Event-ID", IDEMPOTENCY_HEADER],
            expose_headers=["Content-Language", "Retry-After", "Location"],
        ),
        Middleware(ErrorMiddleware, log=context.log),
        Middleware(AuthenticationMiddleware, authenticator=authenticator, failures=RateLimit(rate_limit, "wrong keys")),
        Middleware(RateLimitMiddleware, per_minute=rate_limit),
        Middleware(HeadAndOptionsMiddleware, routes=app.router.routes),
    ]


def _cached_openapi(app: FastAPI) -> Any:
    cached: dict[str, Any] = {}

    def document() -> dict[str, Any]:
        if not cached:
            cached.update(build_openapi(app))
        return cached

    return document


def _on_http_exception(page: PageRoutes) -> Callable[[Request, Exception], Awaitable[Response]]:
    """What the framework refuses. To a browser without an address the page tells of a 404."""

    async def answer(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 0
        if status == 405:  # tells all methods of its path: the framework knows those of one route only
            methods = allowed_methods(request.app.router.routes, request.scope)
            error = HTTPException(405, headers={"Allow": ", ".join(methods)})
        page_response = page.not_found_page(request) if status == 404 else None
        return page_response or await on_http_exception(request, error)

    return answer
