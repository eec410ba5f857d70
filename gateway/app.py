"""ASGI application of a gateway: all routes of INTERFACES § 7 and the middleware in front of them."""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import Response

from gateway.admin.api_models import DeadLetterSelection
from gateway.admin.open_correlations import OpenCorrelationCounter
from gateway.admin.routes.dead_letter_changes import DeadLetterChangeRoutes
from gateway.admin.routes.dead_letters_and_breaker import AdminSystemRoutes
from gateway.admin.routes.system import SystemReportRoutes
from gateway.admin.system_reports import SystemReports
from gateway.auth.authentication import AuthenticationMiddleware, Authenticator
from gateway.auth.permissions import Permissions
from gateway.auth.requester_token import REQUESTER_HEADER
from gateway.auth.session_routes import SessionRoutes
from gateway.context import GatewayContext
from gateway.extension import ExtendGateway, GatewayExtension, GatewayServices
from gateway.health import ProbeRoutes
from gateway.http.docs_routes import DocsRoutes
from gateway.http.error_handling import ErrorMiddleware, LocalizedCorsMiddleware, on_http_exception, on_validation_error
from gateway.http.forwarded_headers import ForwardedHeadersMiddleware, TrustedProxies
from gateway.http.head_options import HeadAndOptionsMiddleware, allowed_methods
from gateway.http.idempotency import IDEMPOTENCY_HEADER
from gateway.http.openapi import build_openapi
from gateway.http.rate_limit import RateLimit, RateLimitMiddleware
from gateway.http.rate_limited_log import RateLimitedLog
from gateway.http.security_headers import SecurityHeadersMiddleware
from gateway.static_site.routes import STATIC_FOLDER, PageRoutes
from gateway.streaming.stream_slots import StreamSlots
from shared.core.asyncapi import build_asyncapi

API_PREFIX = "/api/v1"

PAGE_PATHS = ("/operations",)
"""Pages of the web app that belong to no application."""


def create_app(
    context: GatewayContext, extend: Sequence[ExtendGateway], static_folder: Path = STATIC_FOLDER
) -> FastAPI:
    """Build the ASGI application of a gateway; `gateway.server.serve_app` serves it.

    Args:
        context: Dependencies of the routes.
        extend: Builders of the applications' extensions; each is called once, in this order.
        static_folder: Folder of the web app's build. While it has no index.html, `/` returns a plain home page.

    Raises:
        InvalidApiKeys: If TOWOW_API_KEYS is malformed.
    """
    authenticator = Authenticator(context)
    permissions = Permissions(context, authenticator)
    refusals, proxies = RateLimitedLog(context.log), TrustedProxies(context.settings.trusted_proxies)
    slots = StreamSlots(context.metrics, context.settings, proxies, refusals)
    services = GatewayServices(context, authenticator, permissions, slots)
    wrong_keys = RateLimit(context.settings.rate_limit_per_minute, "wrong_keys")
    extensions = [build(services) for build in extend]
    app = FastAPI(title="ToWow", openapi_url=None, docs_url=None, redoc_url=None, redirect_slashes=False)
    app.openapi = _cached_openapi(app, extensions)
    sessions = SessionRoutes(permissions, authenticator, wrong_keys)
    for router in (*_api_routers(services, extensions), sessions.router()):
        app.include_router(router, prefix=API_PREFIX)
    for router in (router for extension in extensions for router in extension.root_routers):
        app.include_router(router)
    probes = {name: probe for extension in extensions for name, probe in extension.readiness_probes.items()}
    app.include_router(ProbeRoutes(context, probes).router())
    events = [extension.events for extension in extensions if extension.events is not None]
    app.include_router(DocsRoutes(app.openapi, lambda: build_asyncapi(events, context.namespace)).router())
    page = PageRoutes(
        context,
        static_folder,
        paths=[*PAGE_PATHS, *(path for extension in extensions for path in extension.page_paths)],
        previews={path: read for extension in extensions for path, read in extension.link_previews.items()},
        introductions=[extension.introduction for extension in extensions],
    )
    app.include_router(page.router())
    app.user_middleware = [
        Middleware(ForwardedHeadersMiddleware, trusted=proxies, log=refusals),
        *_middleware(services, extensions, app, wrong_keys),
    ]
    app.add_exception_handler(HTTPException, _on_http_exception(page))
    app.add_exception_handler(RequestValidationError, on_validation_error)
    return app


def _api_routers(services: GatewayServices, extensions: Sequence[GatewayExtension]) -> Sequence[APIRouter]:
    context, permissions = services.context, services.permissions
    kinds = [extension.correlation_kind for extension in extensions if extension.correlation_kind is not None]
    reports = SystemReports(context, OpenCorrelationCounter(context, kinds))
    return (
        *(router for extension in extensions for router in extension.routers),
        AdminSystemRoutes(context, permissions, reports).router(),
        DeadLetterChangeRoutes(context, permissions, reports).router(),
        SystemReportRoutes(permissions, reports).router(),
    )


def _middleware(
    services: GatewayServices, extensions: Sequence[GatewayExtension], app: FastAPI, wrong_keys: RateLimit
) -> list[Middleware]:
    """Return the middleware, outermost first; plain ASGI only, since wrapping whole responses would delay streams."""
    context = services.context
    origins = [origin.strip() for origin in context.settings.cors_origins.split(",") if origin.strip()]
    return [
        Middleware(SecurityHeadersMiddleware),
        Middleware(
            LocalizedCorsMiddleware,
            allow_origins=origins,
            allow_credentials=True,
            allow_methods=["GET", "POST", "PUT", "DELETE"],
            allow_headers=["Authorization", "Content-Type", "Last-Event-ID", IDEMPOTENCY_HEADER, REQUESTER_HEADER],
            expose_headers=[
                *("Content-Language", "Retry-After", "Location"),
                *(header for extension in extensions for header in extension.exposed_headers),
            ],
        ),
        Middleware(ErrorMiddleware, log=context.log),
        Middleware(AuthenticationMiddleware, authenticator=services.authenticator, failures=wrong_keys),
        Middleware(
            RateLimitMiddleware,
            per_minute=context.settings.rate_limit_per_minute,
            per_address=context.settings.rate_limit_per_address,
            is_renewal=lambda scope: any(extension.is_renewal(scope) for extension in extensions),
            # Wrong keys have a limit of their own; a right one is accepted whatever others do.
            is_exempt=lambda scope: scope["path"] == f"{API_PREFIX}/session",
        ),
        Middleware(HeadAndOptionsMiddleware, routes=app.router.routes),
    ]


def _cached_openapi(app: FastAPI, extensions: Sequence[GatewayExtension]) -> Any:
    cached: dict[str, Any] = {}
    models = [DeadLetterSelection, *(model for extension in extensions for model in extension.body_models)]
    introductions = [extension.introduction["en"] for extension in extensions if "en" in extension.introduction]

    def document() -> dict[str, Any]:
        if not cached:
            cached.update(build_openapi(app, models, introductions))
        return cached

    return document


def _on_http_exception(page: PageRoutes) -> Callable[[Request, Exception], Awaitable[Response]]:
    """Return the handler of framework errors; browsers get the web app's page for status 404."""

    async def answer(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 0
        if status == 405:  # list the methods of all routes of the path; the framework lists those of one
            methods = allowed_methods(request.app.router.routes, request.scope)
            error = HTTPException(405, headers={"Allow": ", ".join(methods)})
        page_response = page.not_found_page(request) if status == 404 else None
        return page_response or await on_http_exception(request, error)

    return answer
