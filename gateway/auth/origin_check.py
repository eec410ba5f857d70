"""Host and origin check of requests, against CSRF and DNS rebinding (INTERFACES § 7; FAULTS § 4 T12, T16)."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from gateway.http.accept_language import localized_text
from shared.core.api_error import ApiError, PlatformErrorCode

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""

_DEFAULT_PORTS = {"http": 80, "https": 443}


class OriginCheck:
    """Rejects requests that a foreign web page may have caused a browser to send."""

    def __init__(self, cors_origins: str, *, accepts_any_host: bool) -> None:
        """Create the check.

        Args:
            cors_origins: Allowed origins of other web pages, separated by commas.
            accepts_any_host: Whether every host name is accepted, because anonymous callers do not have all rights.
        """
        self._allowed_origins = frozenset(filter(None, (origin.strip() for origin in cors_origins.split(","))))
        self._accepts_any_host = accepts_any_host

    def check_host(self, headers: Headers) -> None:
        """Raise ApiError (E013) if the Host header may be a foreign domain name, against DNS rebinding.

        The owner of a domain could point it at a user's machine and act there through the user's browser. IP addresses,
        `localhost`, `*.localhost` and names without a dot, which others cannot register, are allowed, with or without a
        port; so is a missing header, because browsers always send one. A malformed header is refused. Every name is
        allowed if anonymous callers do not have all rights (`accepts_any_host`).
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
            raise ApiError(PlatformErrorCode.E013, localized_text(headers, english, chinese))

    def check_origin(self, scope: Scope, headers: Headers) -> None:
        """Raise ApiError (E013) for a change that a page of a foreign origin makes a browser request.

        An origin is foreign unless it is the request's own (scheme, host and port) or one of `cors_origins`. Requests
        with a safe method (SAFE_METHODS) or an `Authorization` header pass. Without `Origin` a request passes if
        `Sec-Fetch-Site` is absent, `none` or `same-origin`.

        Args:
            scope: ASGI scope of the request; its method and scheme are read.
            headers: Headers of the request.
        """
        if scope["method"] in SAFE_METHODS or headers.get("authorization"):
            return
        origin = headers.get("origin")
        if origin is None:
            is_foreign = headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
        else:
            is_foreign = origin not in self._allowed_origins and not self._is_same_origin(origin, scope, headers)
        if is_foreign:
            details = localized_text(
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


def _port(scheme: str, port: int | None) -> int | None:
    return port or _DEFAULT_PORTS.get(scheme)


def _is_local_name(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return "." not in host or host.endswith(".localhost")
    return True
