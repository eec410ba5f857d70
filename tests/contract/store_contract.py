"""What every store must do. A subclass of StoreSuite runs it over one of them, memory or a real one."""

import asyncio
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

import pytest

from shared.core.envelope import InvalidEnvelope
from shared.core.usage import Usage
from shared.store.port import Commit, DeadLetter, NewEvent, OutboxEntry, Store
from shared.transport.port import BrokerMessage
from tests.support.async_tests import OpenedInTest

ROLE = "channel_admin"
DEMAND = "d-1"
CHANNEL = "channel/collab-1"


class StoreUnderTest(Protocol):
    """A store that is empty at first, and its clock."""

    @property
    def store(self) -> Store:
        """The store."""
        ...

    async def advance(self, milliseconds: int) -> None:
        """Let time pass for the store."""
        ...


def command(identifier: str, due: int | None = None, correlation_id: str = DEMAND) -> OutboxEntry:
    message = BrokerMessage("commands", "user_agent", identifier, "offer_request", b"{}")
    return OutboxEntry(identifier, correlation_id, message, due)


def event(identifier: str, payload: bytes = b'{"demand_id":"d-1"}') -> NewEvent:
    return NewEvent(identifier, "towow.offer.submitted", "2026-01-22T10:00:00.000Z", payload)


def step(
    message_id: str,
    version: int = 0,
    *,
    record: bytes = b"{}",
    events: Sequence[NewEvent] = (),
    mail: Sequence[OutboxEntry] = (),
    disarm: Sequence[str] = (),
    close: bool = False,
    budget: int | None = None,
    private: bool = False,
    notes: Sequence[bytes] = (),
) -> Commit:
    """A step of the channel."""
    return Commit(
        role=ROLE,
        correlation_id=DEMAND,
        message_id=message_id,
        address=CHANNEL,
        version=version,
        record=record,
        events=events,
        outbox=mail,
        cancelled_timers=disarm,
        close=close,
        budget_tokens=budget,
        private=private,
        notes=notes,
    )


def dead_letter(identifier: str, error: str = "boom") -> DeadLetter:
    message = BrokerMessage("commands", "user_agent", identifier, "offer_request", b"\x00\xff", {"x-a": "1"})
    return DeadLetter(identifier, "user_agent", "handler_failed", error, 5, "2026-01-22T10:00:00.000Z", message)


async def commit_as_worker(store: Store, message_id: str, events: int) -> None:
    """What a worker does: look, decide, write; again when somebody else was faster."""
    while True:
        begun = await store.precheck(correlation_id=DEMAND, message_id=message_id, address=CHANNEL)
        numbered = [event(f"{message_id}-{number}") for number in range(events)]
        committed = await store.commit(step(message_id, begun.version, events=numbered))
        if committed.status != "conflict":
            return


async def notes_of(store: Store, address: str = CHANNEL, start: int = 0, end: int = 1_000_000) -> list[bytes]:
    return list(await store.read_notes(address, DEMAND, start, end))


async def due_ids(store: Store, role: str = ROLE, limit: int = 100) -> list[str]:
    return [mail.id for mail in await store.claim_due(role, limit)]


class StoreSuite:
    """Tests of a store; subclasses say which."""

    def open_store(self) -> AbstractAsyncContextManager[StoreUnderTest]:
        """A fresh store."""
        raise NotImplementedError

    @pytest.fixture
    def system(self) -> OpenedInTest:
        return OpenedInTest(lambda _: self.open_store())


class StoreContract(StoreSuite):
    """State, log and outbox."""

    # begin and commit

    async def test_the_precheck_of_a_new_correlation_is_empty(self, system: StoreUnderTest) -> None:
        before = await system.store.now()
        begun = await system.store.precheck(correlation_id=DEMAND, message_id="m1", address=CHANNEL)
        assert (begun.seen, begun.closed, begun.version, begun.record) == (False, False, 0, None)
        assert before <= begun.now <= await system.store.now()
        assert await system.store.read_record(CHANNEL, DEMAND) is None
        assert not await system.store.read_log(DEMAND)

    async def test_the_precheck_returns_the_last_committed_record(self, system: StoreUnderTest) -> None:
        committed = await system.store.commit(step("m1", record=b"\x00\xff one"))
        assert (committed.status, committed.version) == ("ok", 1)
        begun = await system.store.precheck(correlation_id=DEMAND, message_id="m2", address=CHANNEL)
        assert (begun.seen, begun.version, begun.record) == (False, 1, b"\x00\xff one")
        assert await system.store.read_record(CHANNEL, DEMAND) == (1, b"\x00\xff one")

    async def test_a_commit_returns_the_version_and_usage_of_the_next_precheck(self, system: StoreUnderTest) -> None:
        paid = Usage(calls=1, input_tokens=20, output_tokens=3, cost_usd=0.25)
        before = await system.store.now()
        first = await system.store.commit(step("m1"))
        assert before <= first.now <= await system.store.now()
        assert first.usage == Usage()
        await system.store.finish_memo(correlation_id=DEMAND, key="k", owner="w", value=b"v", usage=paid)
        second = await system.store.commit(step("m2", 1))
        begun = await system.store.precheck(correlation_id=DEMAND, message_id="m3", address=CHANNEL)
        assert (second.version, second.usage) == (begun.version, begun.usage) == (2, paid)
        assert first.now <= second.now <= begun.now

    async def test_the_precheck_omits_the_record_of_a_known_version(self, system: StoreUnderTest) -> None:
        await system.store.commit(step("m1"))
        await system.store.commit(step("m2", 1, record=b"two"))
        current = await system.store.precheck(correlation_id=DEMAND, message_id="m", address=CHANNEL, known_version=2)
        assert (current.version, current.record) == (2, None)
        stale = await system.store.precheck(correlation_id=DEMAND, message_id="m", address=CHANNEL, known_version=1)
        assert (stale.version, stale.record) == (2, b"two")

    async def test_a_message_is_seen_once_it_is_committed(self, system: StoreUnderTest) -> None:
        await system.store.commit(step("m1"))
        assert (await system.store.precheck(correlation_id=DEMAND, message_id="m1")).seen
        assert not (await system.store.precheck(correlation_id=DEMAND, message_id="m2")).seen
        assert not (await system.store.precheck(correlation_id="d-2", message_id="m1")).seen

    async def test_the_same_commit_again_is_a_duplicate(self, system: StoreUnderTest) -> None:
        """The reply was lost, or the worker died after it: nothing may happen twice."""
        commit = step("m1", events=[event("evt-1")], mail=[command("s1")])
        await system.store.commit(commit)
        again = await system.store.commit(commit)
        assert (again.status, again.version, list(again.due_entries)) == ("duplicate", 1, [])
        assert len(await system.store.read_log(DEMAND)) == 1

    async def test_a_duplicate_does_not_bring_back_what_was_sent(self, system: StoreUnderTest) -> None:
        commit = step("m1", mail=[command("s1")])
        await system.store.commit(commit)
        await system.store.mark_published(ROLE, [command("s1")])
        await system.store.commit(commit)
        await system.advance(3_000)
        assert await due_ids(system.store) == []

    async def test_the_second_of_two_commits_of_one_version_conflicts(self, system: StoreUnderTest) -> None:
        await system.store.commit(step("m1"))
        await system.store.commit(step("m2", 1, record=b"first"))
        late = await system.store.commit(step("m3", 1, record=b"late", events=[event("evt-3")], mail=[command("s3")]))
        assert (late.status, late.version, list(late.due_entries)) == ("conflict", 2, [])
        assert await system.store.read_record(CHANNEL, DEMAND) == (2, b"first")
        assert not await system.store.read_log(DEMAND)
        assert not (await system.store.precheck(correlation_id=DEMAND, message_id="m3")).seen
        again = await system.store.commit(step("m3", 2))
        assert (again.status, again.version) == ("ok", 3)

    async def test_an_entity_is_created_once(self, system: StoreUnderTest) -> None:
        results = await asyncio.gather(*(system.store.commit(step(f"m{n}")) for n in range(10)))
        assert sorted(result.status for result in results) == ["conflict"] * 9 + ["ok"]

    async def test_a_commit_of_an_unknown_version_conflicts(self, system: StoreUnderTest) -> None:
        assert (await system.store.commit(step("m1", 7))).status == "conflict"

    async def test_a_task_commits_without_a_record(self, system: StoreUnderTest) -> None:
        commit = Commit("user_agent", DEMAND, "m1", outbox=[command("s1")])
        committed = await system.store.commit(commit)
        assert (committed.status, [mail.id for mail in committed.due_entries]) == ("ok", ["s1"])
        assert (await system.store.commit(commit)).status == "duplicate"

    async def test_two_entities_of_one_correlation_have_versions_of_their_own(self, system: StoreUnderTest) -> None:
        await system.store.commit(step("m1", record=b"root"))
        subnet = Commit(ROLE, DEMAND, "m2", "channel/collab-1-1", 0, b"subnet")
        assert (await system.store.commit(subnet)).version == 1
        assert await system.store.read_record(CHANNEL, DEMAND) == (1, b"root")
        assert await system.store.read_record("channel/collab-1-1", DEMAND) == (1, b"subnet")

    async def test_a_commit_that_cannot_be_written_leaves_nothing_half_done(self, system: StoreUnderTest) -> None:
        await system.store.commit(step("m1", record=b"before", mail=[command("t1", due=0)]))
        bad = step(
            "m2",
            1,
            record=b"after",
            events=[event("evt-1"), event("evt-2", b"no object")],
            mail=[command("s2")],
            disarm=["t1"],
            close=True,
        )
        with pytest.raises(ValueError, match="towow"):
            await system.store.commit(bad)
        begun = await system.store.precheck(correlation_id=DEMAND, message_id="m2", address=CHANNEL)
        assert (begun.seen, begun.closed, begun.version, begun.record) == (False, False, 1, b"before")
        assert not await system.store.read_log(DEMAND)
        await system.advance(3_000)
        assert await due_ids(system.store) == ["t1"]

    async def test_an_oversized_commit_is_refused_whole(self, system: StoreUnderTest) -> None:
        with pytest.raises(InvalidEnvelope) as refused:
            await system.store.commit(step("m1", record=b"x" * (1024 * 1024 + 1)))
        assert refused.value.reason == "oversized"
        assert await system.store.read_record(CHANNEL, DEMAND) is None
        assert (await system.store.commit(step("m1", record=b"x" * (1024 * 1024)))).status == "ok"

    async def test_a_step_that_changes_nothing_leaves_the_record_and_its_version(self, system: StoreUnderTest) -> None:
        await system.store.commit(step("m1", record=b"one"))
        idle = Commit(ROLE, DEMAND, "m2", CHANNEL, 1, None, outbox=[command("s1")])
        committed = await system.store.commit(idle)
        assert (committed.status, committed.version) == ("ok", 1)
        assert await system.store.read_record(CHANNEL, DEMAND) == (1, b"one")
        assert (await system.store.commit(step("m3", 1))).version == 2

    async def test_an_oversized_duplicate_or_conflict_is_reported_as_such(self, system: StoreUnderTest) -> None:
        big = b"x" * (1024 * 1024 + 1)
        await system.store.commit(step("m1"))
        assert (await system.store.commit(step("m1", 1, record=big))).status == "duplicate"
        assert (await system.store.commit(step("m2", 0, record=big))).status == "conflict"
        await system.store.commit(step("m2", 1, close=True))
        assert (await system.store.commit(step("m3", 2, record=big))).status == "duplicate"

    async def test_the_precheck_returns_the_usage_so_far(self, system: StoreUnderTest) -> None:
        usage = Usage(calls=2, input_tokens=70, output_tokens=30, cost_usd=0.1)
        for key in ("k1", "k2", "k3"):
            await system.store.finish_memo(correlation_id=DEMAND, key=key, owner="w", value=b"v", usage=usage)
        begun = await system.store.precheck(correlation_id=DEMAND, message_id="m1")
        assert begun.usage == usage + usage + usage

    # events

    async def test_events_are_numbered_without_a_gap(self, system: StoreUnderTest) -> None:
        await system.store.commit(step("m1", events=[event("evt-1"), event("evt-2")]))
        await system.store.commit(step("m2", 9, events=[event("evt-x")]))  # conflict
        await system.store.commit(step("m2", 1, events=[event("evt-3")]))
        entries = await system.store.read_log(DEMAND)
        assert [(entry.seq, entry.event_id) for entry in entries] == [(1, "evt-1"), (2, "evt-2"), (3, "evt-3")]

    async def test_concurrent_commits_number_events_without_a_gap(self, system: StoreUnderTest) -> None:
        await asyncio.gather(*(commit_as_worker(system.store, f"m{n}", n % 4) for n in range(16)))
        entries = await system.store.read_log(DEMAND)
        assert [entry.seq for entry in entries] == list(range(1, 25))
        ids = [entry.event_id for entry in entries]
        for number in range(16):  # each step once, and its events together and in order
            own = [f"m{number}-{place}" for place in range(number % 4)]
            assert [one for one in ids if one.startswith(f"m{number}-")] == own
            assert not own or ids[ids.index(own[0]) :][: len(own)] == own
        record = await system.store.read_record(CHANNEL, DEMAND)
        assert record is not None
        assert record[0] == 16

    async def test_a_private_correlations_events_are_announced_in_private_from_then_on(
        self, system: StoreUnderTest
    ) -> None:
        before = await system.store.commit(step("m1", events=[event("evt-1")]))
        await system.advance(10)
        first = await system.store.commit(step("m2", 1, events=[event("evt-2")], private=True))
        await system.advance(10)
        later = await system.store.commit(step("m3", 2, events=[event("evt-3")], mail=[command("s3")]))
        await system.advance(3_000)
        swept = await system.store.claim_due(ROLE, 100)
        assert [(mail.id, mail.message.exchange) for mail in swept] == [
            ("evt-1", "events"),
            ("evt-2", "private"),
            ("s3", "commands"),
            ("evt-3", "private"),
        ]
        assert list(swept) == [*before.due_entries, *first.due_entries, *later.due_entries]

    async def test_an_event_has_exactly_five_keys_in_order(self, system: StoreUnderTest) -> None:
        payload = '{"demand_id":"d-1","text":"你好 \\"x\\" \\u0001"}'.encode()
        await system.store.commit(step("m1", events=[event("evt-1", payload)]))
        (entry,) = await system.store.read_log(DEMAND)
        assert entry.data == (
            b'{"seq":1,"event_id":"evt-1","event_type":"towow.offer.submitted",'
            b'"timestamp":"2026-01-22T10:00:00.000Z","payload":'
            + payload[:-1]
            + b',"spent":{"calls":0,"tokens":0,"usd":0}}}'
        )
        assert entry.type == "towow.offer.submitted"

    async def test_an_event_is_announced_with_the_bytes_of_the_log(self, system: StoreUnderTest) -> None:
        committed = await system.store.commit(step("m1", events=[event("evt-1")], mail=[command("s1")]))
        (entry,) = await system.store.read_log(DEMAND)
        assert [mail.id for mail in committed.due_entries] == ["s1", "evt-1"]
        assert committed.due_entries[1].message == BrokerMessage(
            "events", "towow.offer.submitted.d-1", "evt-1", "towow.offer.submitted", entry.data
        )

    async def test_the_log_is_read_from_a_cursor(self, system: StoreUnderTest) -> None:
        await system.store.commit(step("m1", events=[event(f"evt-{n}") for n in range(1, 8)]))

        async def read(after: int, limit: int = 500) -> list[int]:
            return [entry.seq for entry in await system.store.read_log(DEMAND, after, limit)]

        assert await read(0, 3) == [1, 2, 3]
        assert await read(5) == [6, 7]
        assert await read(7) == []
        assert await read(99) == []

    # notes

    async def test_notes_are_appended_in_order_and_kept_by_commits_without_any(self, system: StoreUnderTest) -> None:
        assert await notes_of(system.store) == []
        await system.store.commit(step("m1", notes=[b'"b"', b'"a"']))
        await system.store.commit(step("m2", 1))
        assert await notes_of(system.store) == [b'"b"', b'"a"']
        await system.store.commit(step("m3", 2, notes=['"中\n"'.encode()], mail=[command("s3")], disarm=["t1", "t2"]))
        unchanged = Commit(ROLE, DEMAND, "m4", CHANNEL, 3, None, notes=[b'"b"'])
        assert (await system.store.commit(unchanged)).version == 3
        assert await notes_of(system.store) == [b'"b"', b'"a"', '"中\n"'.encode(), b'"b"']

    async def test_more_notes_than_a_lua_stack_holds_are_appended_by_one_commit(self, system: StoreUnderTest) -> None:
        notes = [b"%d" % number for number in range(20_000)]
        assert (await system.store.commit(step("m1", notes=notes))).status == "ok"
        assert await notes_of(system.store) == notes

    async def test_notes_are_read_by_index_from_start_up_to_end(self, system: StoreUnderTest) -> None:
        await system.store.commit(step("m1", notes=[b"%d" % number for number in range(7)]))

        async def read(start: int, end: int) -> bytes:
            return b"".join(await notes_of(system.store, CHANNEL, start, end))

        assert await read(0, 3) == b"012"
        assert await read(3, 4) == b"3"
        assert await read(5, 99) == b"56"
        assert [await read(*bounds) for bounds in ((0, 0), (4, 4), (5, 2), (7, 9), (99, 100))] == [b""] * 5
        assert [await read(*bounds) for bounds in ((-3, 2), (0, -1), (-3, -1))] == [b"01", b"", b""]

    async def test_a_duplicate_or_conflict_appends_no_note(self, system: StoreUnderTest) -> None:
        first = step("m1", notes=[b"1"])
        await system.store.commit(first)
        assert (await system.store.commit(first)).status == "duplicate"
        assert (await system.store.commit(step("m1", 1, notes=[b"2"]))).status == "duplicate"
        assert (await system.store.commit(step("m2", 0, notes=[b"3"]))).status == "conflict"
        assert await notes_of(system.store) == [b"1"]
        await system.store.commit(step("m2", 1, notes=[b"4"], close=True))
        assert (await system.store.commit(step("m3", 2, notes=[b"5"]))).status == "duplicate"
        assert await notes_of(system.store) == [b"1", b"4"]

    async def test_concurrent_commits_append_the_notes_of_each_once_and_together(self, system: StoreUnderTest) -> None:
        async def append(name: str) -> None:
            while True:
                begun = await system.store.precheck(correlation_id=DEMAND, message_id=name, address=CHANNEL)
                noted = step(name, begun.version, notes=[f"{name} {place}".encode() for place in range(2)])
                if (await system.store.commit(noted)).status == "ok":
                    return

        await asyncio.gather(*(append(f"m{number}") for number in range(8)))
        notes = await notes_of(system.store)
        assert sorted(notes) == [f"m{number} {place}".encode() for number in range(8) for place in range(2)]
        assert [note[:-1] for note in notes[::2]] == [note[:-1] for note in notes[1::2]]

    async def test_each_entity_of_a_correlation_has_its_own_notes(self, system: StoreUnderTest) -> None:
        subnet = "channel/collab-1-1"
        await system.store.commit(step("m1", notes=[b"1"]))
        await system.store.commit(Commit(ROLE, DEMAND, "m2", subnet, 0, b"{}", notes=[b"2"]))
        assert (await notes_of(system.store), await notes_of(system.store, subnet)) == ([b"1"], [b"2"])
        assert list(await system.store.read_notes(CHANNEL, "d-2", 0, 9)) == []

    async def test_notes_without_a_record_are_rejected(self, system: StoreUnderTest) -> None:
        for commit in (Commit(ROLE, DEMAND, "m1", notes=[b"1"]), Commit(ROLE, DEMAND, "m1", CHANNEL, notes=[b"1"])):
            with pytest.raises(ValueError, match="no record"):
                await system.store.commit(commit)
        assert await notes_of(system.store) == []
        assert not (await system.store.precheck(correlation_id=DEMAND, message_id="m1")).seen

    async def test_notes_count_in_the_size_of_a_commit(self, system: StoreUnderTest) -> None:
        with pytest.raises(InvalidEnvelope) as refused:
            await system.store.commit(step("m1", record=b"x", notes=[b"x" * 512 * 1024] * 2))
        assert refused.value.reason == "oversized"
        assert await notes_of(system.store) == []
        assert await system.store.read_record(CHANNEL, DEMAND) is None
        assert (await system.store.commit(step("m1", record=b"", notes=[b"x" * 512 * 1024] * 2))).status == "ok"

    # what is to be sent

    async def test_an_unpublished_outbox_entry_is_due_after_two_seconds(self, system: StoreUnderTest) -> None:
        """The worker died between its commit and its publish: the sweep sends the rest."""
        commit = step("m1", mail=[command("s1"), command("s2")], events=[event("evt-1")])
        committed = await system.store.commit(commit)
        await system.store.mark_published(ROLE, [command("s1")])
        assert await due_ids(system.store) == []
        await system.advance(2_100)
        assert list(await system.store.claim_due(ROLE, 100)) == list(committed.due_entries[1:])

    async def test_a_timer_is_due_at_its_instant(self, system: StoreUnderTest) -> None:
        now = await system.store.now()
        committed = await system.store.commit(step("m1", mail=[command("t1", due=now + 10_000)]))
        assert list(committed.due_entries) == []
        assert await system.store.get_next_due(ROLE) == now + 10_000
        await system.advance(9_000)
        assert await due_ids(system.store) == []
        await system.advance(1_100)
        assert await due_ids(system.store) == ["t1"]

    async def test_entries_are_claimed_earliest_first_and_not_more_than_asked_for(self, system: StoreUnderTest) -> None:
        now = await system.store.now()
        for number in (3, 1, 2):
            await system.store.schedule(ROLE, command(f"s{number}", due=now - 10 + number))
        assert await due_ids(system.store, limit=2) == ["s1", "s2"]
        assert await due_ids(system.store, limit=2) == ["s3"]

    async def test_a_claim_lapses_later_each_time(self, system: StoreUnderTest) -> None:
        await system.store.schedule(ROLE, command("s1", due=await system.store.now()))
        assert await due_ids(system.store) == ["s1"]
        for lease in (5_000, 10_000):
            await system.advance(lease - 1_000)
            assert await due_ids(system.store) == []
            await system.advance(1_100)
            assert await due_ids(system.store) == ["s1"]

    async def test_an_outbox_entry_is_read_back_unchanged(self, system: StoreUnderTest) -> None:
        """Whatever is in it: line feeds, quotes, other scripts, any bytes, headers."""
        now = await system.store.now()
        message = BrokerMessage("dead", "a\nb", "\n[1]\x00", 't"p,e', bytes(range(256)), {"x-\n": "值\n", "x": ""})
        odd = OutboxEntry("dead/\n值", "", message, now)
        await system.store.schedule(ROLE, odd)
        assert list(await system.store.claim_due(ROLE, 10)) == [odd]
        await system.store.mark_published(ROLE, [odd])
        assert await system.store.get_next_due(ROLE) is None

    async def test_due_entries_of_one_commit_are_claimed_in_commit_order(self, system: StoreUnderTest) -> None:
        ids = [f"s{number}" for number in (5, 3, 9, 1, 7, 12)]
        await system.store.commit(step("m1", mail=[command(one) for one in ids], events=[event("evt-1")]))
        await system.advance(2_100)
        assert await due_ids(system.store, limit=4) == ids[:4]
        assert await due_ids(system.store) == [*ids[4:], "evt-1"]
        await system.advance(5_100)
        assert await due_ids(system.store) == [*ids, "evt-1"]

    async def test_entries_of_many_correlations_are_claimed_earliest_first(self, system: StoreUnderTest) -> None:
        now = await system.store.now()
        for number in range(60):
            due = now - (number * 37) % 60
            await system.store.schedule(ROLE, command(f"s{59 - (number * 37) % 60}", due, f"d-{number}"))
        claimed: list[str] = []
        for limit in (7, 1, 30, 100):
            claimed += await due_ids(system.store, limit=limit)
        assert claimed == [f"s{number}" for number in range(60)]

    async def test_an_entry_scheduled_again_starts_with_the_shortest_lease(self, system: StoreUnderTest) -> None:
        for _ in range(3):
            await system.store.schedule(ROLE, command("s1", due=await system.store.now()))
            assert await due_ids(system.store) == ["s1"]
        await system.advance(5_100)
        assert await due_ids(system.store) == ["s1"]

    async def test_a_lease_never_grows_beyond_a_minute(self, system: StoreUnderTest) -> None:
        await system.store.schedule(ROLE, command("s1", due=0))
        for _ in range(15):
            assert await due_ids(system.store) == ["s1"]
            await system.advance(60_000)

    async def test_concurrent_claims_return_disjoint_entries(self, system: StoreUnderTest) -> None:
        now = await system.store.now()
        for number in range(20):
            await system.store.schedule(ROLE, command(f"s{number}", due=now))
        claims = await asyncio.gather(*(due_ids(system.store, limit=3) for _ in range(10)))
        ids = [identifier for claimed in claims for identifier in claimed]
        assert sorted(ids) == sorted(f"s{number}" for number in range(20))

    async def test_a_published_entry_is_removed_from_the_outbox(self, system: StoreUnderTest) -> None:
        now = await system.store.now()
        await system.store.schedule(ROLE, command("s1", due=now))
        await due_ids(system.store)
        await system.store.mark_published(ROLE, [command("s1"), command("never heard of")])
        assert await system.store.get_next_due(ROLE) is None
        await system.advance(100_000)
        assert await due_ids(system.store) == []

    async def test_published_entries_of_many_correlations_are_removed_by_one_call(self, system: StoreUnderTest) -> None:
        mail = [command(f"s{number}", 0, f"d-{number}") for number in range(20)]
        for entry in mail:
            await system.store.schedule(ROLE, entry)
        await system.store.mark_published(ROLE, mail)
        await system.store.mark_published(ROLE, [])
        assert await system.store.get_next_due(ROLE) is None

    async def test_a_role_claims_only_its_own_entries(self, system: StoreUnderTest) -> None:
        await system.store.schedule("coordinator", command("s1", due=await system.store.now()))
        assert await due_ids(system.store) == []
        assert await due_ids(system.store, "coordinator") == ["s1"]

    async def test_a_timer_that_no_longer_holds_is_disarmed_by_the_step_that_arms_the_next(
        self, system: StoreUnderTest
    ) -> None:
        now = await system.store.now()
        await system.store.commit(step("m1", mail=[command("t1", due=now + 1_000)]))
        await system.store.commit(step("m2", 1, mail=[command("t2", due=now + 2_000)], disarm=["t1"]))
        await system.advance(60_000)
        assert await due_ids(system.store) == ["t2"]

    async def test_scheduling_an_entry_again_replaces_its_due_time(self, system: StoreUnderTest) -> None:
        now = await system.store.now()
        await system.store.schedule(ROLE, command("s1", due=now))
        await system.store.schedule(ROLE, command("s1", due=now + 50_000))
        assert await due_ids(system.store) == []
        assert await system.store.get_next_due(ROLE) == now + 50_000

    # the close

    async def test_after_the_close_nothing_is_written(self, system: StoreUnderTest) -> None:
        await system.store.commit(step("m1", events=[event("evt-1")], close=True))
        late = await system.store.commit(step("m2", 1, record=b"late", events=[event("evt-2")], mail=[command("s2")]))
        assert (late.status, late.version, list(late.due_entries)) == ("duplicate", 1, [])
        begun = await system.store.precheck(correlation_id=DEMAND, message_id="m3", address=CHANNEL)
        assert (begun.closed, begun.version, begun.record) == (True, 1, b"{}")
        assert len(await system.store.read_log(DEMAND)) == 1

    async def test_the_close_drops_timers_and_commands_but_no_event(self, system: StoreUnderTest) -> None:
        now = await system.store.now()
        first = step("m1", events=[event("evt-1")], mail=[command("unsent"), command("timer", due=now + 1_000)])
        await system.store.commit(first)
        await system.store.schedule("user_agent", command("retry", due=now + 1_000))
        final = [command("last"), command("never", due=now + 1_000)]
        last = step("m2", 1, events=[event("evt-2")], mail=final, close=True)
        assert [mail.id for mail in (await system.store.commit(last)).due_entries] == ["last", "evt-2"]
        await system.advance(60_000)
        assert sorted(await due_ids(system.store)) == ["evt-1", "evt-2", "last"]
        assert await due_ids(system.store, "user_agent") == []

    async def test_a_close_keeps_the_entries_of_other_correlations(self, system: StoreUnderTest) -> None:
        now = await system.store.now()
        await system.store.schedule(ROLE, command("other", due=now, correlation_id="d-2"))
        await system.store.commit(step("m1", close=True))
        assert await due_ids(system.store) == ["other"]
        assert not (await system.store.precheck(correlation_id="d-2", message_id="m")).closed

    async def test_a_retry_is_not_kept_after_the_close(self, system: StoreUnderTest) -> None:
        await system.store.commit(step("m1", close=True))
        await system.store.schedule("user_agent", command("retry", due=0))
        assert await due_ids(system.store, "user_agent") == []

    async def test_a_close_drops_claimed_and_rescheduled_entries(self, system: StoreUnderTest) -> None:
        now = await system.store.now()
        await system.store.commit(step("m1", mail=[command("timer", now + 1_000), command("s1"), command("s2")]))
        await system.advance(2_100)
        assert len(await due_ids(system.store)) == 3
        await system.store.mark_published(ROLE, [command("s1")])
        await system.store.schedule(ROLE, command("s1", now + 90_000))
        await system.store.commit(step("m2", 1, close=True))
        await system.advance(200_000)
        assert await due_ids(system.store) == []
        assert await system.store.get_next_due(ROLE) is None

    async def test_a_close_keeps_dead_letters_that_replaced_commands(self, system: StoreUnderTest) -> None:
        for identifier in ("s1", "s2"):
            await system.store.schedule(ROLE, command(identifier, due=0))
        message = BrokerMessage("dead", "user_agent", "m", "offer_request", b"{}")
        await system.store.schedule(ROLE, OutboxEntry("s1", DEMAND, message, 0))
        await system.store.commit(step("m1", mail=[OutboxEntry("s2", DEMAND, message, 0)]))
        await system.store.commit(step("m2", 1, close=True))
        assert sorted(await due_ids(system.store)) == ["s1", "s2"]

    async def test_events_are_kept_to_be_sent_after_the_close(self, system: StoreUnderTest) -> None:
        """An announcement that is scheduled again, and a dead letter's: neither concerns the correlation's end."""
        closed = await system.store.commit(step("m1", events=[event("evt-1")], close=True))
        await system.store.mark_published(ROLE, closed.due_entries)
        await system.store.schedule(ROLE, closed.due_entries[0])
        assert await due_ids(system.store) == ["evt-1"]

    # cells and dead letters

    async def test_one_of_many_concurrent_compare_and_set_calls_succeeds(self, system: StoreUnderTest) -> None:
        assert await system.store.get_versioned("breaker:m") == (0, b"")
        results = await asyncio.gather(
            *(system.store.compare_and_set("breaker:m", 0, b"%d" % number) for number in range(10))
        )
        assert results.count(True) == 1
        version, value = await system.store.get_versioned("breaker:m")
        assert (version, value) == (1, b"%d" % results.index(True))
        assert await system.store.compare_and_set("breaker:m", 1, b"\x00next")
        assert not await system.store.compare_and_set("breaker:m", 1, b"late")
        assert await system.store.get_versioned("breaker:m") == (2, b"\x00next")

    async def test_a_dead_letter_is_filed_once(self, system: StoreUnderTest) -> None:
        first = dead_letter("m1")
        await system.store.add_dead_letter(first)
        await system.store.add_dead_letter(dead_letter("m2"))
        await system.store.add_dead_letter(dead_letter("m1", error="again"))
        assert list(await system.store.list_dead_letters()) == [first, dead_letter("m2")]

    async def test_a_dead_letter_is_taken_once(self, system: StoreUnderTest) -> None:
        await system.store.add_dead_letter(dead_letter("m1"))
        taken = await asyncio.gather(*(system.store.pop_dead_letter("m1") for _ in range(5)))
        assert [one for one in taken if one is not None] == [dead_letter("m1")]
        assert not await system.store.list_dead_letters()
        await system.store.add_dead_letter(dead_letter("m1", error="again"))
        assert list(await system.store.list_dead_letters()) == [dead_letter("m1", error="again")]

    async def test_get_dead_letter_returns_one_and_removes_none(self, system: StoreUnderTest) -> None:
        assert await system.store.get_dead_letter("m1") is None
        for name in ("m1", "m2"):
            await system.store.add_dead_letter(dead_letter(name))
        assert await system.store.get_dead_letter("m2") == dead_letter("m2")
        assert list(await system.store.list_dead_letters()) == [dead_letter("m1"), dead_letter("m2")]

    async def test_more_dead_letters_than_are_read_at_once_stay_in_order(self, system: StoreUnderTest) -> None:
        """Some were taken meanwhile, so what is left has gaps."""
        names = [f"m{number}" for number in range(450)]
        for name in names:
            await system.store.add_dead_letter(dead_letter(name))
        for name in names[::50]:
            await system.store.pop_dead_letter(name)
        expected = [name for place, name in enumerate(names) if place % 50]
        assert [one.id for one in await system.store.list_dead_letters()] == expected

    async def test_only_the_oldest_dead_letters_are_read_and_all_are_counted(self, system: StoreUnderTest) -> None:
        assert await system.store.count_dead_letters() == 0
        for number in range(7):
            await system.store.add_dead_letter(dead_letter(f"m{number}"))
        await system.store.pop_dead_letter("m1")
        assert await system.store.count_dead_letters() == 6
        assert [one.id for one in await system.store.list_dead_letters(3)] == ["m0", "m2", "m3"]
        assert [one.id for one in await system.store.list_dead_letters(limit=6)] == [
            "m0",
            *(f"m{n}" for n in range(2, 7)),
        ]
        assert len(await system.store.list_dead_letters(1000)) == 6
        assert not await system.store.list_dead_letters(0)

    async def test_a_cell_written_again_because_the_reply_was_lost_is_written_once(
        self, system: StoreUnderTest
    ) -> None:
        assert await system.store.compare_and_set("breaker/m", 0, b"mine")
        assert await system.store.compare_and_set("breaker/m", 0, b"mine")
        assert not await system.store.compare_and_set("breaker/m", 0, b"another")
        assert await system.store.get_versioned("breaker/m") == (1, b"mine")

    # repetition: each call again, as when its reply was lost

    async def test_every_store_call_is_idempotent(self, system: StoreUnderTest) -> None:
        now = await system.store.now()
        later = command("later", due=now + 1_000)
        for _ in range(2):
            await system.store.schedule(ROLE, later)
            await system.store.add_dead_letter(dead_letter("m9"))
            await system.store.commit(step("m1", mail=[command("s1")], events=[event("evt-1")]))
        for _ in range(2):
            await system.store.mark_published(ROLE, [command("s1")])
        await system.advance(3_000)
        assert sorted(await due_ids(system.store)) == ["evt-1", "later"]
        assert len(await system.store.list_dead_letters()) == 1
        assert len(await system.store.read_log(DEMAND)) == 1
