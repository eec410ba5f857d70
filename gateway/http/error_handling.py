"""How is somebody told no? Every answer that is not 2xx has the body of INTERFACES § 4, in the reader's language.

What nobody foresaw is E099: it is logged under an id that the answer carries, and says nothing of what is inside.
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

from gateway.http.accept_language import preferred
from gateway.http.validation_errors import validation_error
from negotiation.contracts.error_codes import ApiError, ErrorCode
from shared.core.language import Language
from shared.store.port import StoreMisconfigured, StoreUnavailable
from shared.telemetry.log import Log

LATER = 2
"""Seconds after which a store that was away is worth asking again."""

_BY_STATUS = {404: ErrorCode.E019, 405: ErrorCode.E020, 413: ErrorCode.E016, 415: ErrorCode.E020}
"""What the web framework finds wrong by itself."""


class ErrorMiddleware:
    """Middleware: turns what is raised inside into an answer, as long as none has begun."""

    def __init__(self, app: ASGIApp, log: Log) -> None:
        self._app = app
        self._log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Raises what comes after an answer has begun: the connection is cut then."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = begun or message["type"] == "http.response.start"
            await send(message)

        try:
            await self._app(scope, receive, sending)
        except ClientDisconnect:
            return  # in the middle of its body: nobody is left to answer
        except Exception as error:
            answer = self._answer(scope, error)
            if begun:
                raise
            await answer(scope, receive, send)

    def _answer(self, scope: Scope, error: Exception) -> Response:
        language = language_of(scope)
        match error:
            case ApiError():
                return refusal(error, language)
            case StoreUnavailable() | StoreMisconfigured():
                self._log.warning("store_away", path=scope["path"], error=str(error))
                away = ("the store does not answer", "存储服务没有响应")[language == "zh"]
                return refusal(ApiError(ErrorCode.E018, away, language, after=LATER), language)
            case _:
                identifier = token_hex(8)
                self._log.error("request_failed", request_id=identifier, path=scope["path"], exc_info=error)
                return refusal(ApiError(ErrorCode.E099, f"request {identifier}"), language)


class LocalizedCorsMiddleware(CORSMiddleware):
    """Middleware: which pages of other origins a browser lets ask; what it may not is told as every refusal is."""

    def preflight_response(self, request_headers: Headers) -> Response:
        """The answer to a browser that asks first."""
        answer = super().preflight_response(request_headers)
        if answer.status_code < 400:
            return answer
        error = ApiError(ErrorCode.E013, bytes(answer.body).decode())
        return refusal(error, _preferred(request_headers), {"Vary": answer.headers["vary"]})


def refusal(error: ApiError, language: Language, headers: Mapping[str, str] | None = None) -> Response:
    """The answer that tells of `error`."""
    body = {"error_code": error.code.name, "message": error.code.text(language), "details": _details(error, language)}
    about = {"Content-Language": language, "Cache-Control": "no-store", **(headers or {})}
    if error.after:
        about["Retry-After"] = str(error.after)
    if error.code is ErrorCode.E012:
        about["WWW-Authenticate"] = "Bearer"
    status = error.code.status if "Allow" not in about else 405
    return Response(json.dumps(body, ensure_ascii=False).encode(), status, about, "application/json")


def _details(error: ApiError, language: Language) -> Any:
    if error.conflict is not None:
        return error.conflict.model_dump()
    return [problem.model_dump() for problem in error.problems] or error.details or error.code.text(language)


def language_of(scope: Scope) -> Language:
    """In which language to tell whoever asks."""
    return _preferred(Headers(scope=scope))


def _preferred(headers: Headers) -> Language:
    return preferred(headers.get("accept-language", ""))


async def on_http_exception(request: Request, error: Exception) -> Response:
    """What the framework refuses: unknown routes, other methods."""
    assert isinstance(error, HTTPException)
    code = _BY_STATUS.get(error.status_code, ErrorCode.E001 if error.status_code < 500 else ErrorCode.E099)
    return refusal(ApiError(code, ""), language_of(request.scope), error.headers)


async def on_bad_request(request: Request, error: Exception) -> NoReturn:
    """A parameter that is not what the document says. Raises ToWowError (E001)."""
    assert isinstance(error, RequestValidationError)
    raise validation_error(error.errors(), language_of(request.scope), "request")
