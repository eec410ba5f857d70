"""Who asks? The holder of the key in `Authorization`, else of the session in the cookie, else nobody in particular.

Refused on every route: a wrong key, a page of another origin that wants to change something, and, where nobody can
sign in and strangers are not welcome, a name for this machine that is not its own (INTERFACES § 7; FAULTS § 4 T11,
T12, T16).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from typing import Annotated, Protocol
from urllib.parse import urlsplit

from fastapi import Depends, Request
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from gateway.auth.api_keys import KeyOwner, parse_api_keys
from gateway.auth.sessions import SESSION_COOKIE, SessionSigner
from gateway.context import GatewayContext
from gateway.http.accept_language import preferred_language
from shared.core.api_error import ApiError, PlatformErrorCode

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""

_CALLER_KEY = "towow.caller"
_DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks. `user_id` is None for somebody who is not signed in; a session ends at `until` (ms)."""

    user_id: str | None = None
    admin: bool = False
    session_end: int | None = None


ANONYMOUS = Caller()


class Authenticator:
    """Those who may sign in, and how one tells who of them asks."""

    def __init__(self, context: GatewayContext) -> None:
        """Raises BadKeys when TOWOW_API_KEYS cannot be used."""
        self.key_owners: Sequence[KeyOwner] = parse_api_keys(context.settings.api_keys.get_secret_value())
        self.session_signer = SessionSigner(self.key_owners, context.clock)
        self._allowed_origins = frozenset(
            filter(None, (page.strip() for page in context.settings.cors_origins.split(",")))
        )
        self._accepts_any_host = bool(self.key_owners) or context.settings.open

    @property
    def has_keys(self) -> bool:
        """Whether there is anybody who can sign in."""
        return bool(self.key_owners)

    def authenticate(self, headers: Headers) -> Caller:
        """Who asks with these headers. Raises ToWowError (E012) for a key that is nobody's."""
        scheme, _, key = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            owner = self.session_signer.find_key_owner(key.strip())
            if owner is None:
                raise ApiError(
                    PlatformErrorCode.E012, _localized(headers, "this key is not known here", "这里没有这个密钥")
                )
            return Caller(owner.user_id, owner.admin)
        cookie = _session_cookie(headers)
        session = self.session_signer.find_session(cookie) if cookie else None
        return Caller(session[0].user_id, session[0].admin, session[1]) if session else ANONYMOUS

    def check_host(self, headers: Headers) -> None:
        """Raises ToWowError (E013) for a name that is not known to be ours, where all who ask may do everything.

        Else the owner of a domain could point it at somebody's own machine, and read and act there through their
        browser. Without `Host` no browser asks; a name without a dot belongs to nobody outside.
        """
        host = headers.get("host", "")
        if self._accepts_any_host or not host:
            return
        try:
            is_local = _is_local_name(urlsplit(f"//{host}").hostname or "")
        except ValueError:
            is_local = False
        if not is_local:
            english = "without TOWOW_API_KEYS or TOWOW_OPEN it is asked by its address, or as localhost"
            chinese = "没有设置 TOWOW_API_KEYS 或 TOWOW_OPEN 时，只能用 IP 地址或 localhost 访问"
            raise ApiError(PlatformErrorCode.E013, _localized(headers, english, chinese))

    def check_origin(self, scope: Scope, headers: Headers) -> None:
        """Raises ToWowError (E013) for a change that a page of another origin asks for, unless it knows a key."""
        if scope["method"] in SAFE_METHODS or headers.get("authorization"):
            return
        origin = headers.get("origin")
        if origin is None:
            is_foreign = headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
        else:
            is_foreign = origin not in self._allowed_origins and not self._is_same_origin(origin, scope, headers)
        if is_foreign:
            details = _localized(headers, "a page of another origin cannot do this", "其他来源的页面不能这样做")
            raise ApiError(PlatformErrorCode.E013, details)

    def _is_same_origin(self, origin: str, scope: Scope, headers: Headers) -> bool:
        """Whether a page of ours asks: of the very name that it was asked by."""
        try:
            page, here = urlsplit(origin), urlsplit(f"{scope['scheme']}://{headers.get('host', '')}")
            return (page.scheme, page.hostname, _port(page.scheme, page.port)) == (
                here.scheme, here.hostname, _port(here.scheme, here.port),
            )  # fmt: skip
        except ValueError:
            return False


class FailureLimit(Protocol):
    """A limit of what may go wrong."""

    async def check(self, identity: str) -> None:
        """Raises ToWowError (E017) when `who` has no try left."""
        ...

    async def acquire(self, identity: str) -> None:
        """One try less. Raises ToWowError (E017) when there was none."""
        ...


class AuthenticationMiddleware:
    """Middleware: finds out who asks, and keeps it with the request."""

    def __init__(self, app: ASGIApp, authenticator: Authenticator, failures: FailureLimit) -> None:
        self._app = app
        self._authenticator = authenticator
        self._failures = failures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Raises ToWowError (E012, E013, E017)."""
        if scope["type"] == "http":
            headers = Headers(scope=scope)
            self._authenticator.check_host(headers)
            scope[_CALLER_KEY] = await self._authenticate(scope, headers)
            self._authenticator.check_origin(scope, headers)
        await self._app(scope, receive, send)

    async def _authenticate(self, scope: Scope, headers: Headers) -> Caller:
        """A right key from where too many wrong ones came is not looked at either: else guessing would go on."""
        if not headers.get("authorization", "").lower().startswith("bearer"):
            return self._authenticator.authenticate(headers)
        address = f"wrong key of {client_identity(scope)}"
        await self._failures.check(address)
        try:
            return self._authenticator.authenticate(headers)
        except ApiError:
            await self._failures.acquire(address)
            raise


async def get_caller(request: Request) -> Caller:
    """Who asks, as `Asking` found out."""
    return request.scope[_CALLER_KEY]


CurrentCaller = Annotated[Caller, Depends(get_caller)]
"""A route's parameter: who asks."""


def client_identity(scope: Scope) -> str:
    """Whom a limit counts against: the user, else the address."""
    caller: Caller = scope.get(_CALLER_KEY, ANONYMOUS)
    return f"user {caller.user_id}" if caller.user_id else f"address {(scope.get('client') or ('unknown',))[0]}"


def _localized(headers: Headers, english: str, chinese: str) -> str:
    """What is told, in the language of whoever asks."""
    return chinese if preferred_language(headers.get("accept-language", "")) == "zh" else english


def _session_cookie(headers: Headers) -> str | None:
    try:
        morsel = SimpleCookie(headers.get("cookie", "")).get(SESSION_COOKIE)
    except CookieError:
        return None
    return morsel.value if morsel else None


def _port(scheme: str, port: int | None) -> int | None:
    return port or _DEFAULT_PORTS.get(scheme)


def _is_local_name(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return "." not in host or host.endswith(".localhost")
    return True
