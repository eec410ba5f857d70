"""Limit of TCP connections per address (IPv6: /64 network), so that no address can take all open files of a gateway."""

import resource
from collections import Counter

from gateway.http.forwarded_headers import TrustedProxies, limited_address

RESERVED_FILES = 32
"""Open files for the listener, the store, the broker and the log."""

ADDRESS_SHARE = 2
"""An address has at most one in ADDRESS_SHARE of all connections; a trusted proxy may have all."""


class ConnectionLimit:
    """Counts open connections and refuses those beyond the limits."""

    def __init__(self, proxies: TrustedProxies, open_files: int | None = None) -> None:
        """Create the limit; it reads this process's limit of open files unless `open_files` is given."""
        files = resource.getrlimit(resource.RLIMIT_NOFILE)[0] if open_files is None else open_files
        self._max = float("inf") if files == resource.RLIM_INFINITY else max(1, files - RESERVED_FILES)
        self._proxies = proxies
        self._open = 0
        self._by_address: Counter[str] = Counter()

    def acquire(self, address: str) -> bool:
        """Count a connection from an address, which `release` must be called for; False if it is to be refused."""
        owner = limited_address(address)
        self._open += 1
        self._by_address[owner] += 1
        if self._open > self._max:
            return False
        return self._by_address[owner] <= self._max / ADDRESS_SHARE or address in self._proxies

    def release(self, address: str) -> None:
        """Forget a connection, accepted or refused, that has ended."""
        owner = limited_address(address)
        self._open -= 1
        self._by_address[owner] -= 1
        if not self._by_address[owner]:
            del self._by_address[owner]
