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

from gateway.auth.api_keys import KeyOwner, holders
from gateway.auth.sessions import COOKIE, SessionSigner
from gateway.context import GatewayContext
from gateway.http.accept_language import preferred_language
from shared.core.api_error import ApiError, PlatformErrorCode

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""

_PLACE = "towow.caller"
_DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks. `user_id` is None for somebody who is not signed in; a session ends at `until` (ms)."""

    user_id: str | None = None
    admin: bool = False
    until: int | None = None


NOBODY = Caller()


class Authenticator:
    """Those who may sign in, and how one tells who of them asks."""

    def __init__(self, house: GatewayContext) -> None:
        """Raises BadKeys when TOWOW_API_KEYS cannot be used."""
        self.holders: Sequence[KeyOwner] = holders(house.settings.api_keys.get_secret_value())
        self.signing = SessionSigner(self.holders, house.clock)
        self._pages = frozenset(filter(None, (page.strip() for page in house.settings.cors_origins.split(","))))
        self._strangers_welcome = bool(self.holders) or house.settings.open

    @property
    def keyed(self) -> bool:
        """Whether there is anybody who can sign in."""
        return bool(self.holders)

    def who(self, headers: Headers) -> Caller:
        """Who asks with these headers. Raises ToWowError (E012) for a key that is nobody's."""
        scheme, _, key = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            holder = self.signing.by_key(key.strip())
            if holder is None:
                raise ApiError(PlatformErrorCode.E012, _said(headers, "this key is not known here", "这里没有这个密钥"))
            return Caller(holder.user_id, holder.admin)
        session = _cookie(headers)
        found = self.signing.by_session(session) if session else None
        return Caller(found[0].user_id, found[0].admin, found[1]) if found else NOBODY

    def check_host(self, headers: Headers) -> None:
        """Raises ToWowError (E013) for a name that is not known to be ours, where all who ask may do everything.

        Else the owner of a domain could point it at somebody's own machine, and read and act there through their
        browser. Without `Host` no browser asks; a name without a dot belongs to nobody outside.
        """
        host = headers.get("host", "")
        if self._strangers_welcome or not host:
            return
        try:
            ours = _is_local_name(urlsplit(f"//{host}").hostname or "")
        except ValueError:
            ours = False
        if not ours:
            english = "without TOWOW_API_KEYS or TOWOW_OPEN it is asked by its address, or as localhost"
            chinese = "没有设置 TOWOW_API_KEYS 或 TOWOW_OPEN 时，只能用 IP 地址或 localhost 访问"
            raise ApiError(PlatformErrorCode.E013, _said(headers, english, chinese))

    def check_origin(self, scope: Scope, headers: Headers) -> None:
        """Raises ToWowError (E013) for a change that a page of another origin asks for, unless it knows a key."""
        if scope["method"] in SAFE or headers.get("authorization"):
            return
        origin = headers.get("origin")
        if origin is None:
            strange = headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
        else:
            strange = origin not in self._pages and not self._is_own(origin, scope, headers)
        if strange:
            said = _said(headers, "a page of another origin cannot do this", "其他来源的页面不能这样做")
            raise ApiError(PlatformErrorCode.E013, said)

    def _is_own(self, origin: str, scope: Scope, headers: Headers) -> bool:
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

    async def check(self, who: str) -> None:
        """Raises ToWowError (E017) when `who` has no try left."""
        ...

    async def take(self, who: str) -> None:
        """One try less. Raises ToWowError (E017) when there was none."""
        ...


class AuthenticationMiddleware:
    """Middleware: finds out who asks, and keeps it with the request."""

    def __init__(self, app: ASGIApp, callers: Authenticator, failures: FailureLimit) -> None:
        self._app = app
        self._callers = callers
        self._failures = failures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Raises ToWowError (E012, E013, E017)."""
        if scope["type"] == "http":
            headers = Headers(scope=scope)
            self._callers.check_host(headers)
            scope[_PLACE] = await self._who(scope, headers)
            self._callers.check_origin(scope, headers)
        await self._app(scope, receive, send)

    async def _who(self, scope: Scope, headers: Headers) -> Caller:
        """A right key from where too many wrong ones came is not looked at either: else guessing would go on."""
        if not headers.get("authorization", "").lower().startswith("bearer"):
            return self._callers.who(headers)
        address = f"wrong key of {identity(scope)}"
        await self._failures.check(address)
        try:
            return self._callers.who(headers)
        except ApiError:
            await self._failures.take(address)
            raise


async def caller_of(request: Request) -> Caller:
    """Who asks, as `Asking` found out."""
    return request.scope[_PLACE]


Asker = Annotated[Caller, Depends(caller_of)]
"""A route's parameter: who asks."""


def identity(scope: Scope) -> str:
    """Whom a limit counts against: the user, else the address."""
    caller: Caller = scope.get(_PLACE, NOBODY)
    return f"user {caller.user_id}" if caller.user_id else f"address {(scope.get('client') or ('unknown',))[0]}"


def _said(headers: Headers, english: str, chinese: str) -> str:
    """What is told, in the language of whoever asks."""
    return chinese if preferred_language(headers.get("accept-language", "")) == "zh" else english


def _cookie(headers: Headers) -> str | None:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return None
    return found.value if found else None


def _port(scheme: str, port: int | None) -> int | None:
    return port or _DEFAULT_PORTS.get(scheme)


def _is_local_name(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return "." not in host or host.endswith(".localhost")
    return True
