"""Host and origin check of requests, against CSRF and DNS rebinding (INTERFACES § 7; FAULTS § 4 T12, T16)."""

import re
from collections.abc import Sequence
from ipaddress import ip_address
from socket import gethostname
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from gateway.http.accept_language import localized_text
from gateway.http.forwarded_headers import client_address, forwarded_host
from gateway.http.rate_limited_log import RateLimitedLog
from shared.core.api_error import ApiError, PlatformErrorCode

MAX_LOGGED_CHARACTERS = 255
"""Characters of a refused host name in the log; names of the DNS have no more."""

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""

_HOST = re.compile(r"\*|(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?")
_DEFAULT_PORTS = {"http": 80, "https": 443}


class OriginCheck:
    """Rejects requests that a foreign web page may have caused a browser to send."""

    def __init__(self, cors_origins: str, hosts: str, refusals: RateLimitedLog) -> None:
        """Create the check.

        Args:
            cors_origins: Allowed origins of other web pages, separated by commas.
            hosts: Allowed host names, separated by commas, besides those that nobody else can own; `*.NAME` allows all
                below NAME, `*` every name.
            refusals: Log of refused host names.
        """
        self._allowed_origins = frozenset(filter(None, (origin.strip() for origin in cors_origins.split(","))))
        own = gethostname().lower()
        self._hosts = frozenset((own, f"{own}.local", *parse_hosts(hosts)))
        self._refusals = refusals

    def check_host(self, scope: Scope, headers: Headers) -> None:
        """Raise ApiError (E013) if the Host header may be a foreign domain name, against DNS rebinding.

        The owner of a domain could point it at a user's machine and act there through the user's browser. IP addresses,
        `localhost`, names without a dot, which others cannot register, this machine's name and the configured ones are
        allowed, as is a missing header, because browsers always send one. Behind a trusted proxy the host that it
        reports must be allowed, too: a proxy may pass on either header as the page has set it.

        Args:
            scope: ASGI scope of the request.
            headers: Headers of the request.
        """
        for host in (headers.get("host", ""), forwarded_host(scope) or ""):
            if host and not self._is_allowed(host):
                self._refusals.warning("host_refused", client=client_address(scope), host=host[:MAX_LOGGED_CHARACTERS])
                raise ApiError(PlatformErrorCode.E013, localized_text(headers, "foreign_host"))

    def _is_allowed(self, host: str) -> bool:
        try:
            name = (urlsplit(f"//{host}").hostname or "").lower()
        except ValueError:
            return False
        parents = (f"*.{name[at + 1 :]}" for at, character in enumerate(name) if character == ".")
        return _is_local_name(name) or not self._hosts.isdisjoint(("*", name, *parents))

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
            raise ApiError(PlatformErrorCode.E013, localized_text(headers, "foreign_origin"))

    def _is_same_origin(self, origin: str, scope: Scope, headers: Headers) -> bool:
        """Return whether the origin equals the scheme, host and port of the request."""
        try:
            host = forwarded_host(scope) or headers.get("host", "")
            page, here = urlsplit(origin), urlsplit(f"{scope['scheme']}://{host}")
            return (page.scheme, page.hostname, _port(page.scheme, page.port)) == (
                here.scheme, here.hostname, _port(here.scheme, here.port),
            )  # fmt: skip
        except ValueError:
            return False


def parse_hosts(text: str) -> Sequence[str]:
    """Parse host names separated by commas, each a name, `*.NAME` or `*`, into lower case.

    Raises:
        ValueError: If an entry is none of these; a port or a scheme is no part of a host name.
    """
    hosts = [host.strip().lower() for host in text.split(",") if host.strip()]
    for host in hosts:
        if not _HOST.fullmatch(host):
            raise ValueError(f"expected host names without scheme and port, `*.NAME` or `*`, not {host!r}")
    return hosts


def _port(scheme: str, port: int | None) -> int | None:
    return port or _DEFAULT_PORTS.get(scheme)


def _is_local_name(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return "." not in host or host.endswith(".localhost")
    return True
