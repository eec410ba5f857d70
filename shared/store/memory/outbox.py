"""Transactional outbox of one role, in memory (DESIGN § 3)."""

import heapq
from collections.abc import Iterator
from itertools import count

from shared.store.port import OutboxEntry

RELAY_DELAY_MS = 2_000
"""Time in which the committer publishes an entry that is due at once, before a sweep does."""
FIRST_LEASE_MS = 5_000
MAX_LEASE_MS = 60_000
MAX_STALE_ITEMS = 1_000
"""Queue items of removed or rescheduled entries that are tolerated beyond the number of entries."""


class _QueuedEntry:
    __slots__ = ("claims", "entry", "ticket")

    def __init__(self, entry: OutboxEntry) -> None:
        self.entry = entry
        self.claims = 0
        self.ticket = 0


class Outbox:
    """Entries by due instant. A claim postpones an entry; only `remove` takes it out."""

    def __init__(self) -> None:
        self._entries: dict[str, _QueuedEntry] = {}
        self._queue: list[tuple[int, int, _QueuedEntry]] = []
        self._tickets = count(1)

    def put(self, entry: OutboxEntry, due: int) -> None:
        """Add an entry that becomes due at the instant `due` (ms), whatever `entry.due` says.

        It replaces the entry with the same id, whose earlier claims then no longer count.
        """
        self.remove(entry.id)
        queued = self._entries[entry.id] = _QueuedEntry(entry)
        self._enqueue(queued, due)

    def remove(self, identifier: str) -> None:
        """Remove the entry with the id `identifier`; do nothing if there is none."""
        queued = self._entries.pop(identifier, None)
        if queued is not None:
            queued.ticket = 0

    def claim(self, now: int, limit: int) -> list[OutboxEntry]:
        """Return up to `limit` entries that are due at the instant `now` (ms), earliest first, and lease them.

        The list is empty if none is due. The lease lasts 5 s and doubles with every claim of the entry up to 60 s;
        after it, the entry is due again unless it was removed.
        """
        claimed: list[_QueuedEntry] = []
        for queued in self._iterate_due(now):
            if len(claimed) == limit:
                break
            heapq.heappop(self._queue)
            claimed.append(queued)
        for queued in claimed:
            self._enqueue(queued, now + min(FIRST_LEASE_MS << min(queued.claims, 10), MAX_LEASE_MS))
            queued.claims += 1
        return [queued.entry for queued in claimed]

    def __len__(self) -> int:
        """Return the number of entries, due or not."""
        return len(self._entries)

    def next_due(self) -> int | None:
        """Return the earliest due instant (ms since 1970), None when the outbox is empty.

        It may have passed already. A claimed entry is due at the end of its lease.
        """
        self._drop_stale_items()
        return self._queue[0][0] if self._queue else None

    def entries(self) -> list[OutboxEntry]:
        """Return a new list of all entries, due or not, in the order in which they were added."""
        return [queued.entry for queued in self._entries.values()]

    def drop_commands(self, correlation_id: str) -> None:
        """Remove the entries of a correlation for the exchange `commands`, due or not; announcements of events stay."""
        for identifier, queued in list(self._entries.items()):
            if queued.entry.correlation_id == correlation_id and queued.entry.message.exchange == "commands":
                self.remove(identifier)

    def _iterate_due(self, now: int) -> Iterator[_QueuedEntry]:
        self._drop_stale_items()
        while self._queue and self._queue[0][0] <= now:
            yield self._queue[0][2]
            self._drop_stale_items()

    def _enqueue(self, queued: _QueuedEntry, due: int) -> None:
        queued.ticket = next(self._tickets)
        heapq.heappush(self._queue, (due, queued.ticket, queued))
        if len(self._queue) > 2 * len(self._entries) + MAX_STALE_ITEMS:
            self._queue = [item for item in self._queue if item[1] == item[2].ticket]
            heapq.heapify(self._queue)

    def _drop_stale_items(self) -> None:
        """Drop leading queue items whose entry was removed or rescheduled since."""
        queue = self._queue
        while queue and queue[0][1] != queue[0][2].ticket:
            heapq.heappop(queue)
