"""HEAD and OPTIONS for all routes, and the allowed methods of a path."""

from collections.abc import Sequence

from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shared.core.api_error import ApiError, PlatformErrorCode

ROUTED_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")


def allowed_methods(routes: Sequence[BaseRoute], scope: Scope) -> Sequence[str]:
    """Return the HTTP methods that the path of a request supports, for the Allow header.

    Args:
        routes: All routes of the application.
        scope: ASGI scope of the request; its own method is ignored.

    Returns:
        The methods, with HEAD wherever there is GET, and OPTIONS; empty if no route has this path.
    """
    methods = [method for method in ROUTED_METHODS if _has_route(routes, scope, method)]
    if "GET" in methods and "HEAD" not in methods:
        methods.insert(methods.index("GET") + 1, "HEAD")
    return [*methods, "OPTIONS"] if methods else ()


class HeadAndOptionsMiddleware:
    """Middleware that answers OPTIONS, and HEAD on routes that define only GET."""

    def __init__(self, app: ASGIApp, routes: Sequence[BaseRoute]) -> None:
        self._app = app
        self._routes = routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request. Raises ApiError (E019) for OPTIONS on an unknown path."""
        method = scope.get("method")
        if method == "HEAD" and not _has_route(self._routes, scope, "HEAD"):
            await self._app({**scope, "method": "GET"}, receive, _drop_body(send))
        elif method == "OPTIONS":
            await self._send_options(scope, send)
        else:
            await self._app(scope, receive, send)

    async def _send_options(self, scope: Scope, send: Send) -> None:
        methods = allowed_methods(self._routes, scope)
        if not methods:
            raise ApiError(PlatformErrorCode.E019)
        headers = [(b"allow", ", ".join(methods).encode())]
        await send({"type": "http.response.start", "status": 204, "headers": headers})
        await send({"type": "http.response.body", "body": b""})


def _drop_body(send: Send) -> Send:
    async def send_without_body(message: Message) -> None:
        if message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await send(message)

    return send_without_body


def _has_route(routes: Sequence[BaseRoute], scope: Scope, method: str) -> bool:
    probe = {key: value for key, value in scope.items() if key not in ("fastapi", "method")} | {"method": method}
    return any(route.matches(probe)[0] is Match.FULL for route in routes)
