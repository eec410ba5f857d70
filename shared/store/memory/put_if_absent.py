"""Values that are stored for a limited time under names, in memory; the first value of a name wins."""

import heapq


class PutIfAbsent:
    """Values by name, each removed when it has expired."""

    def __init__(self) -> None:
        self._values: dict[str, bytes] = {}
        self._expirations: list[tuple[int, str]] = []

    def put(self, name: str, value: bytes, *, now: int, until: int) -> bytes:
        """Store `value` under `name` unless an unexpired value is stored; return the stored one.

        `now` and `until` are instants (ms): the current one, and the one from which on `value` is expired. A call that
        finds a value does not prolong it.
        """
        self._remove_expired(now)
        if name not in self._values:
            self._values[name] = value
            heapq.heappush(self._expirations, (until, name))
        return self._values[name]

    def get(self, name: str, *, now: int) -> bytes | None:
        """Return the value stored under `name` that is not expired at the instant `now` (ms); None without one."""
        self._remove_expired(now)
        return self._values.get(name)

    def _remove_expired(self, now: int) -> None:
        while self._expirations and self._expirations[0][0] <= now:
            del self._values[heapq.heappop(self._expirations)[1]]
