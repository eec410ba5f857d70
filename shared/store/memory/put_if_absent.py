"""Which value came first under a name, for as long as it is kept: the memory store's `first`."""

import heapq


class PutIfAbsent:
    """Values by name. One whose time is over leaves nothing behind."""

    def __init__(self) -> None:
        self._held: dict[str, bytes] = {}
        self._ends: list[tuple[int, str]] = []

    def put(self, name: str, value: bytes, *, now: int, until: int) -> bytes:
        """Keep `value` `until` (ms) unless something is kept there already; what is kept there now."""
        while self._ends and self._ends[0][0] <= now:
            del self._held[heapq.heappop(self._ends)[1]]
        if name not in self._held:
            self._held[name] = value
            heapq.heappush(self._ends, (until, name))
        return self._held[name]
