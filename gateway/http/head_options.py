"""Which methods does a path know? HEAD is GET without its body; OPTIONS and 405 name all of them."""

from collections.abc import Sequence

from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from negotiation.contracts.error_codes import ApiError, ErrorCode

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")


def allowed(routes: Sequence[BaseRoute], scope: Scope) -> Sequence[str]:
    """The methods that the path of `scope` answers to; none for an unknown path."""
    known = [method for method in METHODS if _matches(routes, scope, method)]
    if "GET" in known and "HEAD" not in known:
        known.insert(known.index("GET") + 1, "HEAD")
    return [*known, "OPTIONS"] if known else ()


class HeadAndOptionsMiddleware:
    """Middleware: answers HEAD where only GET is known, and OPTIONS."""

    def __init__(self, app: ASGIApp, routes: Sequence[BaseRoute]) -> None:
        self._app = app
        self._routes = routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Raises ToWowError (E019) for OPTIONS on an unknown path."""
        method = scope.get("method")
        if method == "HEAD" and not _matches(self._routes, scope, "HEAD"):
            await self._app({**scope, "method": "GET"}, receive, _without_body(send))
        elif method == "OPTIONS":
            await self._options(scope, send)
        else:
            await self._app(scope, receive, send)

    async def _options(self, scope: Scope, send: Send) -> None:
        known = allowed(self._routes, scope)
        if not known:
            raise ApiError(ErrorCode.E019)
        headers = [(b"allow", ", ".join(known).encode())]
        await send({"type": "http.response.start", "status": 204, "headers": headers})
        await send({"type": "http.response.body", "body": b""})


def _without_body(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await send(message)

    return sending


def _matches(routes: Sequence[BaseRoute], scope: Scope, method: str) -> bool:
    asked = {key: value for key, value in scope.items() if key not in ("fastapi", "method")} | {"method": method}
    return any(route.matches(asked)[0] is Match.FULL for route in routes)
