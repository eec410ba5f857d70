"""Confirmed mail is forgotten a little later, of many steps at once, and nobody waits for that."""

import asyncio
from collections.abc import Sequence
from io import StringIO

from shared.runtime.outbox_relay import BATCH_INTERVAL_S, OutboxAcknowledger
from shared.runtime.virtual_clock import VirtualClock
from shared.store.memory.store import MemoryStore
from shared.store.port import OutboxEntry, StoreUnavailable
from shared.transport.port import BrokerMessage
from towow.config.demand_logger import build_logger


def mail(identifier: str) -> OutboxEntry:
    return OutboxEntry(identifier, "d-1", BrokerMessage("commands", "skills", identifier, "ask", b"{}"))


class CountingStore(MemoryStore):
    """A store that counts what it is told, and refuses the first calls."""

    def __init__(self, clock: VirtualClock, *errors: Exception) -> None:
        super().__init__(clock)
        self.errors = list(errors)
        self.told: list[tuple[str, list[str]]] = []

    async def mark_published(self, role: str, entries: Sequence[OutboxEntry]) -> None:
        if self.errors:
            raise self.errors.pop()
        self.told.append((role, [entry.id for entry in entries]))
        await super().mark_published(role, entries)


async def test_entries_published_within_the_batch_interval_are_acknowledged_in_one_call_per_role(
    clock: VirtualClock,
) -> None:
    store = CountingStore(clock)
    confirmed = OutboxAcknowledger(store, build_logger("warning", "json", StringIO()))
    confirmed.add("skills", [mail("a")])
    confirmed.add("coordinator", [mail("b")])
    await asyncio.sleep(BATCH_INTERVAL_S / 2)
    confirmed.add("skills", [mail("c")])
    assert store.told == []
    await asyncio.sleep(BATCH_INTERVAL_S)
    assert store.told == [("skills", ["a", "c"]), ("coordinator", ["b"])]
    confirmed.add("skills", [mail("d")])
    before = clock.now()
    await confirmed.flush()
    assert store.told[2:] == [("skills", ["d"])]
    assert clock.now() == before


async def test_a_failed_acknowledgement_is_logged_and_the_next_is_sent(clock: VirtualClock) -> None:
    """The entries are sent once more, when their grace is over, and forgotten then."""
    store, lines = CountingStore(clock, StoreUnavailable("away"), RuntimeError("odd")), StringIO()
    confirmed = OutboxAcknowledger(store, build_logger("warning", "json", lines))
    for identifier in ("a", "b", "c"):
        confirmed.add("skills", [mail(identifier)])
        await confirmed.flush()
    assert store.told == [("skills", ["c"])]
    assert lines.getvalue().count("not_forgotten") == 2


async def test_flushing_without_entries_returns_at_once(clock: VirtualClock) -> None:
    await OutboxAcknowledger(CountingStore(clock), build_logger("warning", "json", StringIO())).flush()
