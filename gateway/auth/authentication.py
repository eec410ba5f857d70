"""Authentication of requests: by the API key in `Authorization`, else by the session cookie, else anonymous.

Rejected on every route: an invalid key; a change requested by a page of a foreign origin (CSRF); and, where anonymous
callers have all rights, a host name that may not belong to this machine (DNS rebinding). INTERFACES § 7; FAULTS § 4
T11, T12, T16.
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
    """Sender of a request. `user_id` is None if anonymous; `session_end` is set for a session cookie (ms)."""

    user_id: str | None = None
    admin: bool = False
    session_end: int | None = None


ANONYMOUS = Caller()


class Authenticator:
    """Authenticates requests against the configured API keys, and checks their host and origin."""

    def __init__(self, context: GatewayContext) -> None:
        """Read the settings. Raises InvalidApiKeys if TOWOW_API_KEYS is malformed."""
        self.key_owners: Sequence[KeyOwner] = parse_api_keys(context.settings.api_keys.get_secret_value())
        self.session_signer = SessionSigner(self.key_owners, context.clock)
        self._allowed_origins = frozenset(
            filter(None, (origin.strip() for origin in context.settings.cors_origins.split(",")))
        )
        self._accepts_any_host = bool(self.key_owners) or context.settings.open

    @property
    def has_keys(self) -> bool:
        """Whether any API key is configured, so that users can sign in."""
        return bool(self.key_owners)

    def authenticate(self, headers: Headers) -> Caller:
        """Return the caller that the request headers identify. Raises ApiError (E012) for an unknown key."""
        scheme, _, key = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            owner = self.session_signer.find_key_owner(key.strip())
            if owner is None:
                raise ApiError(
                    PlatformErrorCode.E012,
                    _localized(headers, "the API key is not known to this gateway", "此网关不认识该密钥"),
                )
            return Caller(owner.user_id, owner.admin)
        cookie = _session_cookie(headers)
        session = self.session_signer.find_session(cookie) if cookie else None
        return Caller(session[0].user_id, session[0].admin, session[1]) if session else ANONYMOUS

    def check_host(self, headers: Headers) -> None:
        """Raise E013 for a host name that may be foreign, if anonymous callers have all rights (DNS rebinding).

        Otherwise the owner of a domain could point it at a user's machine and act there through the user's browser.
        Browsers always send `Host`; a name without a dot cannot be registered by others.
        """
        host = headers.get("host", "")
        if self._accepts_any_host or not host:
            return
        try:
            is_local = _is_local_name(urlsplit(f"//{host}").hostname or "")
        except ValueError:
            is_local = False
        if not is_local:
            english = "use an IP address or localhost as the host name, or set TOWOW_API_KEYS or TOWOW_OPEN"
            chinese = "请用 IP 地址或 localhost 访问，或者设置 TOWOW_API_KEYS 或 TOWOW_OPEN"
            raise ApiError(PlatformErrorCode.E013, _localized(headers, english, chinese))

    def check_origin(self, scope: Scope, headers: Headers) -> None:
        """Raise E013 for a change requested by a page of a foreign origin, unless the request carries an API key."""
        if scope["method"] in SAFE_METHODS or headers.get("authorization"):
            return
        origin = headers.get("origin")
        if origin is None:
            is_foreign = headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
        else:
            is_foreign = origin not in self._allowed_origins and not self._is_same_origin(origin, scope, headers)
        if is_foreign:
            details = _localized(
                headers,
                "pages of this origin are not allowed; add it to CORS_ORIGINS",
                "不允许来自此来源的页面；请将其加入 CORS_ORIGINS",
            )
            raise ApiError(PlatformErrorCode.E013, details)

    def _is_same_origin(self, origin: str, scope: Scope, headers: Headers) -> bool:
        """Return whether the origin equals the scheme, host and port of the request."""
        try:
            page, here = urlsplit(origin), urlsplit(f"{scope['scheme']}://{headers.get('host', '')}")
            return (page.scheme, page.hostname, _port(page.scheme, page.port)) == (
                here.scheme, here.hostname, _port(here.scheme, here.port),
            )  # fmt: skip
        except ValueError:
            return False


class FailureLimit(Protocol):
    """Limit of failed attempts per client."""

    async def check(self, identity: str) -> None:
        """Raise ApiError (E017) if `identity` has no attempt left."""
        ...

    async def acquire(self, identity: str) -> None:
        """Count a failed attempt. Raises ApiError (E017) if none was left."""
        ...


class AuthenticationMiddleware:
    """Middleware that authenticates each request and stores its caller in the scope."""

    def __init__(self, app: ASGIApp, authenticator: Authenticator, failures: FailureLimit) -> None:
        self._app = app
        self._authenticator = authenticator
        self._failures = failures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request. Raises ApiError (E012, E013, E017)."""
        if scope["type"] == "http":
            headers = Headers(scope=scope)
            self._authenticator.check_host(headers)
            scope[_CALLER_KEY] = await self._authenticate(scope, headers)
            self._authenticator.check_origin(scope, headers)
        await self._app(scope, receive, send)

    async def _authenticate(self, scope: Scope, headers: Headers) -> Caller:
        """Authenticate; after too many invalid keys from a client reject even a valid one, so that guessing stops."""
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
    """Return the caller that `AuthenticationMiddleware` stored."""
    return request.scope[_CALLER_KEY]


CurrentCaller = Annotated[Caller, Depends(get_caller)]
"""Parameter type of routes: the caller of the request."""


def client_identity(scope: Scope) -> str:
    """Return the identity that limits count against: the user, else the IP address."""
    caller: Caller = scope.get(_CALLER_KEY, ANONYMOUS)
    return f"user {caller.user_id}" if caller.user_id else f"address {(scope.get('client') or ('unknown',))[0]}"


def _localized(headers: Headers, english: str, chinese: str) -> str:
    """Return the text in the client's language."""
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
