"""Error responses: exceptions are mapped to the error body of INTERFACES § 4, in the client's language.

An unexpected exception becomes E099: it is logged with a request id, and the response contains only that id.
"""

import json
from collections.abc import Mapping
from secrets import token_hex
from typing import Any, NoReturn

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gateway.http.accept_language import preferred_language, render_text
from gateway.http.validation_errors import validation_error
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.core.language import Language
from shared.store.port import StoreMisconfigured, StoreUnavailable
from shared.telemetry.log import Log

STORE_RETRY_AFTER_S = 2
"""`Retry-After` of a request that failed because the store is unavailable."""

_CODE_BY_STATUS = {
    404: PlatformErrorCode.E019,
    405: PlatformErrorCode.E020,
    413: PlatformErrorCode.E016,
    415: PlatformErrorCode.E020,
}
"""Error codes for responses that the web framework generates itself."""


class ErrorMiddleware:
    """Middleware that turns exceptions into error responses unless a response has already started."""

    def __init__(self, app: ASGIApp, log: Log) -> None:
        self._app = app
        self._log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the application; re-raise an exception after the response has started, which closes the connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        response_started = False

        async def send_and_track(message: Message) -> None:
            nonlocal response_started
            response_started = response_started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self._app(scope, receive, send_and_track)
        except ClientDisconnect:
            return  # the client closed the connection while sending its body
        except Exception as error:
            response = self._error_response(scope, error)
            if response_started:
                raise
            await response(scope, receive, send)

    def _error_response(self, scope: Scope, error: Exception) -> Response:
        language = request_language(scope)
        match error:
            case ApiError():
                return error_response(error, language)
            case StoreUnavailable() | StoreMisconfigured():
                self._log.warning("store_away", path=logged_path(scope), error=str(error))
                details = render_text("store_unavailable", language)
                return error_response(
                    ApiError(PlatformErrorCode.E018, details, language, after=STORE_RETRY_AFTER_S), language
                )
            case _:
                request_id = token_hex(8)
                self._log.error("request_failed", request_id=request_id, path=logged_path(scope), exc_info=error)
                return error_response(ApiError(PlatformErrorCode.E099, f"request {request_id}"), language)


def logged_path(scope: Scope) -> str:
    """Return the path of a request without a secret in it, which is a path parameter named `token`."""
    secret = scope.get("path_params", {}).get("token")
    return scope["path"].replace(secret, "{token}") if secret else scope["path"]


class LocalizedCorsMiddleware(CORSMiddleware):
    """CORS middleware whose rejections have the error body and the client's language."""

    def preflight_response(self, request_headers: Headers) -> Response:
        """Return the response to a CORS preflight request: 200 if it is allowed, 403 (E013) if not.

        It is not allowed if its origin, or the method or a header that it asks for, is not.
        """
        response = super().preflight_response(request_headers)
        if response.status_code < 400:
            return response
        error = ApiError(PlatformErrorCode.E013, bytes(response.body).decode())
        return error_response(error, _preferred(request_headers), {"Vary": response.headers["vary"]})


def error_response(error: ApiError, language: Language, headers: Mapping[str, str] | None = None) -> Response:
    """Build the response for an error, with the body of INTERFACES § 4 (`ErrorBody`) and the status of its code.

    Args:
        error: The error; its `after` (s), unless 0, becomes Retry-After.
        language: Language of the message; `details` stay in the language in which the error was made.
        headers: Additional response headers. With `Allow` the status is 405.
    """
    body = {"error_code": error.code.name, "message": error.code.text(language), "details": _details(error, language)}
    response_headers = {"Content-Language": language, "Cache-Control": "no-store", **(headers or {})}
    if error.after:
        response_headers["Retry-After"] = str(error.after)
    if error.code is PlatformErrorCode.E012:
        response_headers["WWW-Authenticate"] = "Bearer"
    status = error.code.status if "Allow" not in response_headers else 405
    return Response(json.dumps(body, ensure_ascii=False).encode(), status, response_headers, "application/json")


def _details(error: ApiError, language: Language) -> Any:
    if error.conflict is not None:
        return error.conflict.model_dump()
    return [problem.model_dump() for problem in error.problems] or error.details or error.code.text(language)


def request_language(scope: Scope) -> Language:
    """Return the language that the Accept-Language header of an ASGI scope asks for; "en" by default."""
    return _preferred(Headers(scope=scope))


def _preferred(headers: Headers) -> Language:
    return preferred_language(headers.get("accept-language", ""))


async def on_http_exception(request: Request, error: Exception) -> Response:
    """Build the error response for a Starlette HTTPException, such as an unknown route or an unsupported method.

    Its status selects the code: E019 for 404, E020 for 405 and 415, E016 for 413, else E001 below 500, and E099. The
    response has the status of the code (405 if the exception has an `Allow` header) and the exception's headers.
    """
    assert isinstance(error, HTTPException)
    code = _CODE_BY_STATUS.get(
        error.status_code, PlatformErrorCode.E001 if error.status_code < 500 else PlatformErrorCode.E099
    )
    return error_response(ApiError(code, ""), request_language(request.scope), error.headers)


async def on_validation_error(request: Request, error: Exception) -> NoReturn:
    """Raise ApiError (E001), with one problem per field, for FastAPI's RequestValidationError of invalid parameters.

    The problems are in the language of the request's Accept-Language; there are at most MAX_ERRORS (20).
    """
    assert isinstance(error, RequestValidationError)
    raise validation_error(error.errors(), request_language(request.scope), "request")
