"""What one role has yet to send, and when: the memory store's `due` and `mail` (DESIGN § 3)."""

import heapq
from collections.abc import Iterator
from itertools import count

from shared.store.port import OutboxEntry

RELAY_DELAY_MS = 2_000
"""How long (ms) the committer of something that is due at once has to send it before the sweep does."""
FIRST_LEASE_MS = 5_000
MAX_LEASE_MS = 60_000
SLACK = 1_000


class _Entry:
    __slots__ = ("claims", "mail", "ticket")

    def __init__(self, mail: OutboxEntry) -> None:
        self.mail = mail
        self.claims = 0
        self.ticket = 0


class Outbox:
    """Entries by instant. An entry stays until it is removed; claiming it moves its instant on."""

    def __init__(self) -> None:
        self._entries: dict[str, _Entry] = {}
        self._queue: list[tuple[int, int, _Entry]] = []
        self._tickets = count(1)

    def put(self, mail: OutboxEntry, due: int) -> None:
        """Send `mail` at `due` (ms); what was there under its id is replaced."""
        self.remove(mail.id)
        entry = self._entries[mail.id] = _Entry(mail)
        self._move(entry, due)

    def remove(self, identifier: str) -> None:
        """Do not send this, or not again."""
        entry = self._entries.pop(identifier, None)
        if entry is not None:
            entry.ticket = 0

    def claim(self, now: int, limit: int) -> list[OutboxEntry]:
        """Up to `limit` entries that are due, earliest first; each is due again in 5 s, doubling up to 60 s."""
        claimed: list[_Entry] = []
        for entry in self._due(now):
            if len(claimed) == limit:
                break
            heapq.heappop(self._queue)
            claimed.append(entry)
        for entry in claimed:
            self._move(entry, now + min(FIRST_LEASE_MS << min(entry.claims, 10), MAX_LEASE_MS))
            entry.claims += 1
        return [entry.mail for entry in claimed]

    def next_due(self) -> int | None:
        """The earliest instant; None when there is nothing to send."""
        self._clean()
        return self._queue[0][0] if self._queue else None

    def entries(self) -> list[OutboxEntry]:
        """All that is still to be sent, whenever it is due."""
        return [entry.mail for entry in self._entries.values()]

    def drop_commands(self, correlation_id: str) -> None:
        """Forget what the correlation had to send, but not its events: their readers stay."""
        for identifier, entry in list(self._entries.items()):
            if entry.mail.correlation_id == correlation_id and entry.mail.message.exchange == "commands":
                self.remove(identifier)

    def _due(self, now: int) -> Iterator[_Entry]:
        self._clean()
        while self._queue and self._queue[0][0] <= now:
            yield self._queue[0][2]
            self._clean()

    def _move(self, entry: _Entry, due: int) -> None:
        entry.ticket = next(self._tickets)
        heapq.heappush(self._queue, (due, entry.ticket, entry))
        if len(self._queue) > 2 * len(self._entries) + SLACK:
            self._queue = [item for item in self._queue if item[1] == item[2].ticket]
            heapq.heapify(self._queue)

    def _clean(self) -> None:
        """Removed and moved entries leave their old places in the queue behind."""
        queue = self._queue
        while queue and queue[0][1] != queue[0][2].ticket:
            heapq.heappop(queue)
