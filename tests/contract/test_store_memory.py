"""The store contract over memory: its faults, its journal, its forgetting, and random histories of commits."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.store.memory.store import RETENTION_DAYS, MemoryStore
from shared.store.port import Commit, StoreUnavailable
from tests.contract.correlation_index_contract import CorrelationIndexContract, opening
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
    step,
)
from tests.support.faulty_store import FaultyStore

DAY = 24 * 3600 * 1000


class ManualClock:
    def __init__(self) -> None:
        self.instant = 1_769_076_000_000

    def now(self) -> int:
        return self.instant


@dataclass
class MemorySystem:
    clock: ManualClock = field(default_factory=ManualClock)

    def __post_init__(self) -> None:
        self.store = MemoryStore(self.clock, journal=True)

    async def advance(self, milliseconds: int) -> None:
        self.clock.instant += milliseconds


class TestMemoryStore(StoreContract, MemoContract, CorrelationIndexContract):
    @asynccontextmanager
    async def system(self) -> AsyncGenerator[StoreUnderTest]:
        yield MemorySystem()


@dataclass
class ReplyLosses:
    """Loses the calls named, before or after they have their effect, once each."""

    before_call: list[str] = field(default_factory=list[str])
    after_call: list[str] = field(default_factory=list[str])
    calls: list[str] = field(default_factory=list[str])

    async def before(self, call: str, subject: str) -> None:
        self.calls.append(f"{call} {subject}".strip())
        self._lose(self.before_call, call)

    async def after(self, call: str, subject: str) -> None:
        self._lose(self.after_call, call)

    def _lose(self, losses: list[str], call: str) -> None:
        if call in losses:
            losses.remove(call)
            raise StoreUnavailable(call)


class TestFaultlessStore(StoreContract, MemoContract, CorrelationIndexContract):
    """What stands before the store changes nothing, as long as nothing goes wrong."""

    @asynccontextmanager
    async def system(self) -> AsyncGenerator[StoreUnderTest]:
        system = MemorySystem()
        yield WrappedSystem(FaultyStore(system.store, ReplyLosses()), system)


@dataclass
class WrappedSystem:
    store: FaultyStore
    inner: MemorySystem

    async def advance(self, milliseconds: int) -> None:
        await self.inner.advance(milliseconds)


async def test_a_commit_whose_reply_was_lost_is_a_duplicate_when_it_is_sent_again() -> None:
    inner = MemorySystem().store
    store = FaultyStore(inner, ReplyLosses(after_call=["commit"]))
    commit = step("m1", events=[event("evt-1")], mail=[command("s1")])
    with pytest.raises(StoreUnavailable):
        await store.commit(commit)
    assert len(await inner.read_log(DEMAND)) == 1
    assert (await store.commit(commit)).status == "duplicate"
    assert len(await inner.read_log(DEMAND)) == 1


async def test_a_commit_that_never_arrived_is_written_when_it_is_sent_again() -> None:
    inner = MemorySystem().store
    store = FaultyStore(inner, ReplyLosses(before_call=["commit"]))
    with pytest.raises(StoreUnavailable):
        await store.commit(step("m1", events=[event("evt-1")]))
    assert not await inner.read_log(DEMAND)
    assert (await store.commit(step("m1", events=[event("evt-1")]))).status == "ok"


async def test_a_paid_answer_whose_reply_was_lost_is_counted_once() -> None:
    losses = ReplyLosses(after_call=["claim_memo", "finish_memo"])
    store = FaultyStore(MemorySystem().store, losses)
    with pytest.raises(StoreUnavailable):
        await claim(store, "w1")
    assert (await claim(store, "w1")).status == "go"
    with pytest.raises(StoreUnavailable):
        await finish(store, "w1", b"answer")
    assert await finish(store, "w1", b"answer") == b"answer"
    spent = await store.get_budget_usage(DEMAND)
    assert (spent.usage.calls, spent.reserved_tokens) == (1, 0)
    assert losses.calls == [
        f"{call} {DEMAND}" for call in ("claim_memo",) * 2 + ("finish_memo",) * 2 + ("get_budget_usage",)
    ]


async def test_a_first_value_whose_reply_was_lost_is_there_when_it_is_sent_again() -> None:
    store = FaultyStore(MemorySystem().store, ReplyLosses(after_call=["put_if_absent"]))
    with pytest.raises(StoreUnavailable):
        await store.put_if_absent("asked", b"mine", 60_000)
    assert await store.put_if_absent("asked", b"another's", 60_000) == b"mine"
    assert await store.put_if_absent("asked", b"mine", 60_000) == b"mine"


async def test_an_opening_whose_reply_was_lost_is_listed_once() -> None:
    store = FaultyStore(MemorySystem().store, ReplyLosses(after_call=["commit"]))
    with pytest.raises(StoreUnavailable):
        await store.commit(opening(DEMAND, owner="user_alice"))
    assert (await store.commit(opening(DEMAND, owner="user_alice"))).status == "duplicate"
    assert [known.correlation_id for known in await store.list_correlations(owner="user_alice")] == [DEMAND]
    assert await store.count_open() == 1


async def test_a_claim_whose_reply_was_lost_comes_back() -> None:
    system = MemorySystem()
    store = FaultyStore(system.store, ReplyLosses(after_call=["claim_due"]))
    await store.schedule(ROLE, command("s1", due=await store.now()))
    with pytest.raises(StoreUnavailable):
        await store.claim_due(ROLE, 10)
    assert await due_ids(store) == []
    await system.advance(5_000)
    assert await due_ids(store) == ["s1"]


async def test_the_journal_keeps_what_was_decided() -> None:
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
    await system.store.commit(step("m1", events=[event("evt-1")], close=True))
    await system.advance(RETENTION_DAYS * DAY - 1)
    assert len(await system.store.read_log(DEMAND)) == 1
    await system.advance(2)
    assert len(await system.store.read_log(DEMAND)) == 0
    assert not (await system.store.precheck(correlation_id=DEMAND, message_id="m1")).closed


async def test_what_was_sent_leaves_nothing_behind() -> None:
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
def test_however_commits_interleave_the_log_has_no_gap_and_each_message_one_effect(
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
def test_whatever_owners_do_reservations_add_up_and_one_answer_stands(
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
