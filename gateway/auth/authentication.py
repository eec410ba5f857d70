"""Authentication of requests: by the API key in `Authorization`, else by the session cookie, else anonymous.

An invalid key is rejected on every route (INTERFACES § 7; FAULTS § 4 T11, T12).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Annotated, Protocol

from fastapi import Depends, Request
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from gateway.auth.api_keys import SAFE_KEY_CHARACTERS, KeyOwner, parse_api_keys
from gateway.auth.origin_check import OriginCheck
from gateway.auth.session_cookies import SESSION_COOKIE, SessionSigner
from gateway.context import GatewayContext
from gateway.http.accept_language import localized_text
from gateway.http.forwarded_headers import client_address
from gateway.http.rate_limited_log import RateLimitedLog
from shared.core.api_error import ApiError, PlatformErrorCode

_CALLER_KEY = "towow.caller"


@dataclass(frozen=True, slots=True)
class Caller:
    """Sender of a request. `user_id` is None if anonymous; `session_end` is set for a session cookie (ms)."""

    user_id: str | None = None
    admin: bool = False
    session_end: int | None = None


ANONYMOUS = Caller()


class Authenticator:
    """Authenticates requests against the configured API keys."""

    def __init__(self, context: GatewayContext) -> None:
        """Read the settings, and log which users have short keys.

        Raises:
            InvalidApiKeys: If TOWOW_API_KEYS is malformed.
        """
        self.key_owners: Sequence[KeyOwner] = parse_api_keys(context.settings.api_keys.get_secret_value())
        short = [owner.user_id for owner in self.key_owners if len(owner.key) < SAFE_KEY_CHARACTERS]
        if short:
            hint = f"use at least {SAFE_KEY_CHARACTERS} random characters: openssl rand -hex 32"
            context.log.warning("short_api_keys", users=short, hint=hint)
        self.session_signer = SessionSigner(self.key_owners, context.clock)
        self.origin_check = OriginCheck(
            context.settings.cors_origins, context.settings.hosts, RateLimitedLog(context.log)
        )

    @property
    def has_keys(self) -> bool:
        """Whether any API key is configured, so that users can sign in."""
        return bool(self.key_owners)

    def authenticate(self, headers: Headers) -> Caller:
        """Return the caller that the headers identify, by `Authorization: Bearer KEY` or else by session cookie.

        Without either, or with an invalid or expired cookie, the caller is ANONYMOUS. Other schemes of `Authorization`
        are ignored; the cookie is not read if there is a bearer key.

        Raises:
            ApiError: E012 if the bearer key is not configured at this gateway.
        """
        scheme, _, key = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            owner = self.session_signer.find_key_owner(key.strip())
            if owner is None:
                raise ApiError(PlatformErrorCode.E012, localized_text(headers, "unknown_key"))
            return Caller(owner.user_id, owner.admin)
        cookie = _session_cookie(headers)
        session = self.session_signer.find_session(cookie) if cookie else None
        return Caller(session[0].user_id, session[0].admin, session[1]) if session else ANONYMOUS


class FailureLimit(Protocol):
    """Limit of failed attempts per client."""

    async def acquire(self, identity: str, headers: Headers) -> None:
        """Count one failed attempt of `identity`; call it after an attempt has failed.

        Raises:
            ApiError: E017, in the language of `headers`, if `identity` had used up its failed attempts before this one.
        """
        ...


def failure_identity(scope: Scope) -> str:
    """Return the identity that wrong keys of a request count against: its address, whoever is signed in."""
    return f"wrong key of {client_address(scope)}"


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
            self._authenticator.origin_check.check_host(scope, headers)
            scope[_CALLER_KEY] = await self._authenticate(scope, headers)
            self._authenticator.origin_check.check_origin(scope, headers)
        await self._app(scope, receive, send)

    async def _authenticate(self, scope: Scope, headers: Headers) -> Caller:
        """Authenticate; a valid key is never refused, whatever others have tried from the same address."""
        try:
            return self._authenticator.authenticate(headers)
        except ApiError:
            await self._failures.acquire(failure_identity(scope), headers)
            raise


async def get_caller(request: Request) -> Caller:
    """Return the caller of a request, as stored by `AuthenticationMiddleware`; a FastAPI dependency.

    Raises:
        KeyError: If the middleware did not handle the request.
    """
    return request.scope[_CALLER_KEY]


CurrentCaller = Annotated[Caller, Depends(get_caller)]
"""Parameter type of routes: the caller of the request."""


def is_anonymous(scope: Scope) -> bool:
    """Return whether nobody is signed in for a request."""
    return not scope.get(_CALLER_KEY, ANONYMOUS).user_id


def client_identity(scope: Scope) -> str:
    """Return the identity that limits count against: `user <user_id>` if signed in, else `address <IP address>`.

    Args:
        scope: ASGI scope of a request. If `AuthenticationMiddleware` has not handled it yet, its caller counts as not
            signed in. Without a client address the identity is `address unknown`.
    """
    caller: Caller = scope.get(_CALLER_KEY, ANONYMOUS)
    return f"user {caller.user_id}" if caller.user_id else f"address {client_address(scope)}"


def _session_cookie(headers: Headers) -> str | None:
    try:
        morsel = SimpleCookie(headers.get("cookie", "")).get(SESSION_COOKIE)
    except CookieError:
        return None
    return morsel.value if morsel else None
