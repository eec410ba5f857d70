"""Values that are stored for a limited time under names, in memory; the first value of a name wins."""

import heapq


class PutIfAbsent:
    """Values by name, each removed when it has expired."""

    def __init__(self) -> None:
        self._values: dict[str, bytes] = {}
        self._expirations: list[tuple[int, str]] = []

    def put(self, name: str, value: bytes, *, now: int, until: int) -> bytes:
        """Store `value` until the instant `until` (ms) unless there is a value, and return the stored one."""
        while self._expirations and self._expirations[0][0] <= now:
            del self._values[heapq.heappop(self._expirations)[1]]
        if name not in self._values:
            self._values[name] = value
            heapq.heappush(self._expirations, (until, name))
        return self._values[name]
