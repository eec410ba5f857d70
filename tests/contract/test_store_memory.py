"""The store contract over memory: its faults, its journal, its forgetting, and random histories of commits."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from shared.store.memory.store import MemoryStore
from shared.store.port import Commit
from shared.store.retention import RETENTION_DAYS
from tests.contract.correlation_index_contract import CorrelationIndexContract
from tests.contract.memo_contract import MemoContract, claim, finish, release
from tests.contract.store_contract import (
    CHANNEL,
    DEMAND,
    ROLE,
    StoreContract,
    StoreUnderTest,
    command,
    due_ids,
    event,
    notes_of,
    step,
)
from tests.support.faulty_store import FaultyStore, no_faults
from tests.support.manual_clock import ManualClock

DAY = 24 * 3600 * 1000


@dataclass
class MemorySystem:
    clock: ManualClock = field(default_factory=ManualClock)

    def __post_init__(self) -> None:
        self.store = MemoryStore(self.clock, journal=True)

    async def advance(self, milliseconds: int) -> None:
        self.clock.at += milliseconds


class TestMemoryStore(StoreContract, MemoContract, CorrelationIndexContract):
    @asynccontextmanager
    async def open_store(self) -> AsyncGenerator[StoreUnderTest]:
        yield MemorySystem()


class TestFaultlessStore(StoreContract, MemoContract, CorrelationIndexContract):
    """What stands before the store changes nothing, as long as nothing goes wrong."""

    @asynccontextmanager
    async def open_store(self) -> AsyncGenerator[StoreUnderTest]:
        system = MemorySystem()
        yield WrappedSystem(FaultyStore(system.store, no_faults()), system)


@dataclass
class WrappedSystem:
    store: FaultyStore
    inner: MemorySystem

    async def advance(self, milliseconds: int) -> None:
        await self.inner.advance(milliseconds)


async def test_the_memory_journal_holds_the_committed_entries() -> None:
    store = MemorySystem().store
    await store.commit(Commit(ROLE, DEMAND, "m1", CHANNEL, 0, b"{}", journal_entry=b"first"))
    await store.commit(Commit(ROLE, DEMAND, "m2", CHANNEL, 0, b"{}", journal_entry=b"conflict"))
    await store.commit(Commit(ROLE, DEMAND, "m2", CHANNEL, 1, b"{}", journal_entry=b"second"))
    assert list(store.read_journal(CHANNEL)) == [b"first", b"second"]
    silent = MemoryStore(ManualClock())
    await silent.commit(Commit(ROLE, DEMAND, "m1", CHANNEL, 0, b"{}", journal_entry=b"first"))
    assert list(silent.read_journal(CHANNEL)) == []


async def test_a_closed_correlation_is_forgotten_after_its_retention() -> None:
    system = MemorySystem()
    await system.store.commit(step("m1", events=[event("evt-1")], notes=[b"1"], close=True))
    await system.advance(RETENTION_DAYS * DAY - 1)
    assert len(await system.store.read_log(DEMAND)) == 1
    assert await notes_of(system.store) == [b"1"]
    await system.advance(2)
    assert len(await system.store.read_log(DEMAND)) == 0
    assert await notes_of(system.store) == []
    assert not (await system.store.precheck(correlation_id=DEMAND, message_id="m1")).closed


async def test_published_entries_do_not_accumulate_in_the_outbox() -> None:
    """Entries that are removed long before their instant must not pile up."""
    system = MemorySystem()
    for number in range(20_000):
        committed = await system.store.commit(step(f"m{number}", number, mail=[command(f"s{number}")]))
        await system.store.mark_published(ROLE, committed.due_entries)
    await system.store.schedule(ROLE, command("last", due=0))
    assert await due_ids(system.store) == ["last"]


@dataclass(frozen=True)
class Attempt:
    """A worker commits `message` having seen `behind` versions less than there are."""

    message: int
    behind: int
    events: int
    closes: bool


attempts = st.builds(
    Attempt,
    message=st.integers(0, 12),
    behind=st.sampled_from([0, 0, 0, 1]),
    events=st.integers(0, 3),
    closes=st.sampled_from([False] * 9 + [True]),
)


@given(st.lists(attempts, max_size=40))
def test_any_interleaving_of_commits_has_a_gapless_log_and_one_effect_per_message(
    history: Sequence[Attempt],
) -> None:
    asyncio.run(_commit_all(history))


async def _commit_all(history: Sequence[Attempt]) -> None:
    store = MemorySystem().store
    done: list[int] = []
    expected: list[str] = []
    closed = False
    for attempt in history:
        version = max(0, len(done) - attempt.behind)
        ids = [f"evt-{attempt.message}-{number}" for number in range(attempt.events)]
        result = await store.commit(
            step(f"m{attempt.message}", version, events=[event(one) for one in ids], close=attempt.closes)
        )
        if closed or attempt.message in done:
            assert result.status == "duplicate"
        elif version != len(done):
            assert result.status == "conflict"
        else:
            assert result.status == "ok"
            done.append(attempt.message)
            expected += ids
            closed = attempt.closes
        entries = await store.read_log(DEMAND)
        assert [entry.seq for entry in entries] == list(range(1, len(expected) + 1))
        assert [entry.event_id for entry in entries] == expected
        record = await store.read_record(CHANNEL, DEMAND)
        assert (record[0] if record else 0) == len(done) == result.version


@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from(["claim", "finish", "release", "lapse"])), max_size=30))
def test_any_sequence_of_memo_calls_keeps_the_reservation_sum_and_one_answer(
    history: Sequence[tuple[int, str]],
) -> None:
    asyncio.run(_ask_all(history))


async def _ask_all(history: Sequence[tuple[int, str]]) -> None:
    system = MemorySystem()
    answer: bytes | None = None
    for number, (owner, action) in enumerate(history):
        name = f"w{owner}"
        match action:
            case "claim":
                result = await claim(system.store, name)
                assert (result.status == "hit") == (answer is not None)
                assert result.value == answer
            case "finish":
                value = b"%d" % number
                kept = await finish(system.store, name, value)
                answer = answer or value
                assert kept == answer
            case "release":
                await release(system.store, name)
            case _:
                await system.advance(5_000)
        assert (await system.store.get_budget_usage(DEMAND)).reserved_tokens in (0, 100)
