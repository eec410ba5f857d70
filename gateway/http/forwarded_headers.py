"""Headers of reverse proxies: client address, scheme and host of a request, believed only from trusted proxies.

`X-Forwarded-For`, `-Proto` and `-Host` count; the header `Forwarded` of RFC 7239 does not, because a proxy that sets
the others passes it on as the client sent it.
"""

import struct
from collections.abc import Iterator, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from pathlib import Path

from starlette.types import ASGIApp, Receive, Scope, Send

from gateway.http.rate_limited_log import RateLimitedLog

IpNetwork = IPv4Network | IPv6Network

LOCAL_NETWORKS = "local-networks"
"""Word in the list of trusted proxies for all networks that this machine, or container, is attached to."""

MAX_FORWARDED_ADDRESSES = 50
"""Addresses of `X-Forwarded-For` that are read, from the last one."""

MIN_PREFIX_BITS = 8
"""Prefix length of the largest networks that are local, such as 10.0.0.0/8."""

_FORWARDED_HOST_KEY = "towow.forwarded_host"
_ROUTES = Path("/proc/net/route")


class TrustedProxies:
    """Addresses of the proxies whose `X-Forwarded-*` headers are believed."""

    def __init__(self, text: str) -> None:
        """Parse IP addresses and CIDR networks, separated by commas.

        `local-networks` means LOCAL_NETWORKS, and `none` nothing.

        Raises:
            ValueError: If an entry is none of these, or a network has bits set beyond its prefix.
        """
        entries = [entry.strip() for entry in text.split(",") if entry.strip() not in ("", "none")]
        networks = [ip_network(entry) for entry in entries if entry != LOCAL_NETWORKS]
        self._networks: Sequence[IpNetwork] = (*networks, *(local_networks() if LOCAL_NETWORKS in entries else ()))

    def __contains__(self, address: str) -> bool:
        """Return whether an IP address is a trusted proxy's; False if it is not an IP address."""
        parsed = parse_address(address)
        return parsed is not None and any(parsed in network for network in self._networks)


def local_networks() -> Sequence[IPv4Network]:
    """Return the IPv4 networks to which this machine is attached without a router; empty where Linux's /proc is not.

    Networks larger than MIN_PREFIX_BITS allow are left out: they are routes of a VPN to everywhere.
    """
    if not _ROUTES.exists():
        return ()
    rows = [line.split() for line in _ROUTES.read_text(encoding="ascii").splitlines()[1:]]
    return [
        IPv4Network((_read_address(destination), str(_read_address(mask))))
        for _, destination, gateway, _, _, _, _, mask, *_ in rows
        if int(gateway, 16) == 0 and int(mask, 16).bit_count() >= MIN_PREFIX_BITS
    ]


def _read_address(hexadecimal: str) -> IPv4Address:
    """Parse an address of /proc/net/route: a number in the machine's byte order."""
    return IPv4Address(struct.pack("=I", int(hexadecimal, 16)))


def parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """Parse an IP address as proxies write it: with or without a port, in brackets or not; None if it is none.

    An IPv4 address that is written as an IPv6 address becomes an IPv4 address.
    """
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


class ForwardedHeadersMiddleware:
    """Middleware that sets `client` and `scheme` of the scope to what a trusted proxy reports; outermost.

    Headers of anybody else are ignored, and logged, since they are forged or of a proxy that is missing in the setting.
    """

    def __init__(self, app: ASGIApp, trusted: TrustedProxies, log: RateLimitedLog) -> None:
        self._app = app
        self._trusted = trusted
        self._log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] == "http" and any(name.startswith(b"x-forwarded-") for name, _ in scope["headers"]):
            scope = self._forwarded_scope(scope)
        await self._app(scope, receive, send)

    def _forwarded_scope(self, scope: Scope) -> Scope:
        peer = (scope.get("client") or ("",))[0]
        if peer not in self._trusted:
            self._log.warning(
                "forwarded_headers_ignored", client=peer, hint="if this is your proxy, add it to TOWOW_TRUSTED_PROXIES"
            )
            return scope
        scheme = next(_elements(scope, b"x-forwarded-proto"), "").lower()
        host = next(_elements(scope, b"x-forwarded-host"), None)
        return {
            **scope,
            "client": (self._client_address(scope, peer), 0),
            "scheme": scheme if scheme in ("http", "https") else scope["scheme"],
            **({} if host is None else {_FORWARDED_HOST_KEY: host}),
        }

    def _client_address(self, scope: Scope, peer: str) -> str:
        """Return the last address of `X-Forwarded-For` that is no trusted proxy's, else the first one, else `peer`.

        Each proxy appends the address from which it was reached; what stands before an untrusted one may be forged.
        """
        client = peer
        for _, text in zip(range(MAX_FORWARDED_ADDRESSES), _elements(scope, b"x-forwarded-for"), strict=False):
            address = parse_address(text)
            if address is None:
                break
            client = str(address)
            if client not in self._trusted:
                break
        return client


def forwarded_host(scope: Scope) -> str | None:
    """Return the host, with its port, under which a trusted proxy was reached; None if no such proxy reports one."""
    return scope.get(_FORWARDED_HOST_KEY)


def client_address(scope: Scope) -> str:
    """Return the address that limits count a request against, as `limited_address`; "unknown" if there is none."""
    return limited_address((scope.get("client") or ("unknown",))[0])


def limited_address(text: str) -> str:
    """Return what limits count an address against: an IPv4 address, or the /64 network of an IPv6 address.

    A network provider assigns at least a /64 to each customer. Text that is no IP address is returned unchanged.
    """
    address = parse_address(text)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, 64), strict=False))
    return text if address is None else str(address)


def _elements(scope: Scope, name: bytes) -> Iterator[str]:
    """Yield the comma-separated elements of a header, the last one first."""
    for key, value in reversed(scope["headers"]):
        if key == name:
            yield from (element.strip() for element in reversed(value.decode("latin-1").split(",")))
