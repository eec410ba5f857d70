"""What every store must know of its correlations as a whole, and of values kept for a while. A part of its contract."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

from shared.core.envelope import InvalidEnvelope
from shared.store.port import Commit, CorrelationInfo, Store
from shared.store.retention import DAY_MS, RETENTION_DAYS
from tests.contract.store_contract import CHANNEL, DEMAND, ROLE, StoreSuite, StoreUnderTest, command, event, step

ALICE, BOB = "user_alice", "user_bob"


def opening(name: str, message_id: str = "m1", *, owner: str | None = None, private: bool = False) -> Commit:
    """What begins a correlation."""
    return Commit(ROLE, name, message_id, budget_tokens=1_000, owner=owner, private=private)


def closing(name: str, message_id: str = "m2") -> Commit:
    """What ends it."""
    return Commit(ROLE, name, message_id, close=True)


async def opened(system: StoreUnderTest, names: Sequence[str], owner: str | None = None) -> None:
    """One after the other, each at an instant of its own."""
    for name in names:
        await system.store.commit(opening(name, owner=owner))
        await system.advance(10)


async def names(store: Store, *, owner: str | None = None, limit: int = 50) -> list[str]:
    return [known.correlation_id for known in await store.list_correlations(owner=owner, limit=limit)]


async def pages(store: Store, limit: int, owner: str | None = None) -> list[list[CorrelationInfo]]:
    """All there is, page by page, each behind the last one of the page before."""
    found: list[list[CorrelationInfo]] = []
    before: tuple[int, str] | None = None
    while page := list(await store.list_correlations(owner=owner, before=before, limit=limit)):
        found.append(page)
        before = page[-1].opened_at, page[-1].correlation_id
    return found


class CorrelationIndexContract(StoreSuite):
    # what is known of one

    async def test_an_unopened_correlation_is_neither_found_nor_listed(self, system: StoreUnderTest) -> None:
        assert await system.store.get_correlation(DEMAND) is None
        assert list(await system.store.list_correlations()) == []
        assert await system.store.count_open() == 0

    async def test_a_correlation_is_listed_from_its_first_commit(self, system: StoreUnderTest) -> None:
        committed = await system.store.commit(opening(DEMAND, owner=ALICE, private=True))
        known = CorrelationInfo(DEMAND, committed.now, None, private=True, owner=ALICE)
        assert await system.store.get_correlation(DEMAND) == known
        assert list(await system.store.list_correlations()) == [known]

    async def test_record_event_budget_owner_private_or_close_opens_a_correlation(self) -> None:
        bare = Commit(ROLE, DEMAND, "m1", CHANNEL)
        for commit in (
            replace(bare, record=b"{}"),
            replace(bare, events=[event("evt-1")]),
            replace(bare, budget_tokens=0),
            replace(bare, owner=ALICE),
            replace(bare, private=True),
            replace(bare, close=True),
        ):
            async with self.open_store() as system:
                await system.store.commit(commit)
                assert await system.store.get_correlation(DEMAND) is not None, commit
                assert await names(system.store) == [DEMAND], commit

    async def test_a_commit_with_only_outbox_entries_or_a_memo_opens_no_correlation(
        self, system: StoreUnderTest
    ) -> None:
        await system.store.commit(Commit("user_agent", DEMAND, "m1", outbox=[command("s1")], journal_entry=b"refused"))
        await system.store.claim_memo(
            correlation_id=DEMAND, key="k", owner="w", lease_ms=1_000, reserve_tokens=1, budget_headroom=0
        )
        assert await system.store.get_correlation(DEMAND) is None
        assert await names(system.store) == []
        assert await system.store.count_open() == 0

    async def test_later_commits_keep_the_opening_instant_and_the_single_listing(self, system: StoreUnderTest) -> None:
        first = await system.store.commit(step("m1", events=[event("evt-1")]))
        await system.advance(1_000)
        await system.store.commit(step("m2", 1, events=[event("evt-2")], budget=7))
        (known,) = await system.store.list_correlations()
        assert known.opened_at == first.now

    async def test_a_cursor_without_an_id_lies_after_all_of_its_millisecond(self, system: StoreUnderTest) -> None:
        """Behind all that opened in that ms, whatever its id: so a place need not name anybody's."""
        for burst in range(5):
            await asyncio.gather(
                *(system.store.commit(opening(f"d-{burst}{n}", owner=ALICE)) for n in range(burst + 1))
            )
            await system.advance(10)
        known = await system.store.list_correlations()
        assert len(known) == 15
        for owner in (None, ALICE):
            for about in known:
                older = [other for other in known if other.opened_at < about.opened_at]
                assert list(await system.store.list_correlations(owner=owner, before=(about.opened_at, ""))) == older

    async def test_a_closed_correlation_has_its_closing_instant(self, system: StoreUnderTest) -> None:
        first = await system.store.commit(opening(DEMAND, owner=ALICE))
        await system.advance(1_000)
        last = await system.store.commit(closing(DEMAND))
        known = CorrelationInfo(DEMAND, first.now, last.now, private=False, owner=ALICE)
        assert last.now >= first.now + 1_000
        assert await system.store.get_correlation(DEMAND) == known
        assert list(await system.store.list_correlations()) == [known]
        assert list(await system.store.list_correlations(owner=ALICE)) == [known]

    async def test_a_correlation_made_private_stays_private(self, system: StoreUnderTest) -> None:
        for number, private in enumerate((False, True, False)):
            await system.store.commit(Commit(ROLE, DEMAND, f"m{number}", budget_tokens=1, private=private))
            known = await system.store.get_correlation(DEMAND)
            assert known is not None
            assert known.private == (number > 0)
            assert list(await system.store.list_correlations()) == [known]

    # order and pages

    async def test_correlations_are_listed_newest_first(self, system: StoreUnderTest) -> None:
        order = [f"d-{number * 7 % 40}" for number in range(40)]
        await opened(system, order)
        assert await names(system.store) == order[::-1]
        assert await names(system.store, limit=3) == order[:-4:-1]
        assert await names(system.store, limit=0) == []

    async def test_pages_join_to_the_whole_list_although_instants_are_equal(self, system: StoreUnderTest) -> None:
        """Ids are in the order of their bytes: capitals, small letters, then what has more than one."""
        ids = [f"{letter}-{number}" for number in range(20) for letter in ("D", "d", "é", "中", "😀")]
        await asyncio.gather(*(system.store.commit(opening(name)) for name in ids))
        whole = await system.store.list_correlations(limit=1_000)
        order = [(known.opened_at, known.correlation_id) for known in whole]
        assert order == sorted(order, reverse=True)
        assert {name for _, name in order} == set(ids)
        assert len({instant for instant, _ in order}) < len(ids)
        for limit in (1, 7, 100):
            found = await pages(system.store, limit)
            assert [len(page) for page in found[:-1]] == [limit] * (len(found) - 1)
            assert [known for page in found for known in page] == list(whole)

    async def test_a_page_starts_after_its_cursor_although_no_entry_has_it(self, system: StoreUnderTest) -> None:
        await opened(system, ["d-1", "d-2", "d-3"])
        (known,) = [one for one in await system.store.list_correlations() if one.correlation_id == "d-2"]
        for before, expected in (
            ((known.opened_at, "d-2"), ["d-1"]),
            ((known.opened_at, "d-1"), ["d-1"]),
            ((known.opened_at, "d-20"), ["d-2", "d-1"]),
            ((known.opened_at, ""), ["d-1"]),
            ((known.opened_at - 1, "d-2"), ["d-1"]),
            ((0, "d-2"), []),
            ((10**14, ""), ["d-3", "d-2", "d-1"]),
        ):
            found = await system.store.list_correlations(before=before)
            assert [one.correlation_id for one in found] == expected, before

    async def test_a_correlation_opened_between_two_pages_is_on_neither(self, system: StoreUnderTest) -> None:
        await opened(system, ["d-1", "d-2", "d-3"])
        (last,) = await system.store.list_correlations(limit=1)
        await opened(system, ["d-0", "d-4"])
        found = await system.store.list_correlations(before=(last.opened_at, last.correlation_id))
        assert [known.correlation_id for known in found] == ["d-2", "d-1"]

    # owners

    async def test_the_list_of_an_owner_holds_only_that_owners_correlations(self, system: StoreUnderTest) -> None:
        for number, owner in enumerate((ALICE, BOB, None, ALICE, "", BOB, ALICE)):
            await opened(system, [f"d-{number}"], owner)
        assert await names(system.store, owner=ALICE) == ["d-6", "d-3", "d-0"]
        assert await names(system.store, owner=BOB) == ["d-5", "d-1"]
        assert await names(system.store, owner="") == ["d-4"]
        assert await names(system.store, owner="user") == []
        assert len(await names(system.store)) == 7
        assert [known.owner for known in await system.store.list_correlations(limit=3)] == [ALICE, BOB, ""]

    async def test_the_list_of_an_owner_is_paginated(self, system: StoreUnderTest) -> None:
        for number in range(40):
            await system.store.commit(opening(f"d-{number}", owner=(ALICE, BOB)[number % 2]))
        whole = await system.store.list_correlations(owner=ALICE)
        assert {known.correlation_id for known in whole} == {f"d-{number}" for number in range(0, 40, 2)}
        found = await pages(system.store, 6, ALICE)
        assert [len(page) for page in found] == [6, 6, 6, 2]
        assert [known for page in found for known in page] == list(whole)

    async def test_the_first_owner_named_stays(self, system: StoreUnderTest) -> None:
        for number, owner in enumerate((None, ALICE, BOB, None)):
            await system.store.commit(opening(DEMAND, f"m{number}", owner=owner))
            await system.advance(10)
        known = await system.store.get_correlation(DEMAND)
        assert known is not None
        assert known.owner == ALICE
        assert list(await system.store.list_correlations(owner=ALICE)) == [known]
        assert list(await system.store.list_correlations(owner=BOB)) == []

    async def test_the_token_digest_of_the_first_owner_stays(self, system: StoreUnderTest) -> None:
        """Whoever commits later, with or without an owner, cannot replace it or add one."""
        digests = ("early", "first", "second", None)
        for number, (owner, digest) in enumerate(zip((None, ALICE, BOB, None), digests, strict=True)):
            commit = replace(opening(DEMAND, f"m{number}", owner=owner), owner_token_digest=digest)
            await system.store.commit(commit)
        await system.store.commit(opening("d-2", owner=ALICE))
        await system.store.commit(replace(opening("d-2", "m2", owner=ALICE), owner_token_digest="late"))
        await system.store.commit(closing(DEMAND, "m9"))
        for name, digest in ((DEMAND, "first"), ("d-2", None)):
            known = await system.store.get_correlation(name)
            assert known is not None
            assert (known.owner, known.owner_token_digest) == (ALICE, digest)
            assert known in await system.store.list_correlations(owner=ALICE)

    async def test_an_owner_may_contain_any_characters(self, system: StoreUnderTest) -> None:
        owners = ["=", "a b\n", "{x}", "}", ":", "用户", "user", "user:1", "*"]
        for number, owner in enumerate(owners):
            await system.store.commit(opening(f"d-{number}", owner=owner))
        for number, owner in enumerate(owners):
            assert [known.owner for known in await system.store.list_correlations(owner=owner)] == [owner]
            assert await names(system.store, owner=owner) == [f"d-{number}"]

    async def test_an_owner_too_long_is_refused(self, system: StoreUnderTest) -> None:
        with pytest.raises(InvalidEnvelope):
            await system.store.commit(opening(DEMAND, owner="x" * (1024 * 1024 + 1)))
        assert await system.store.get_correlation(DEMAND) is None

    # how many are open

    async def test_count_open_excludes_closed_correlations(self, system: StoreUnderTest) -> None:
        ids = [f"d-{number}" for number in range(30)]
        await asyncio.gather(*(system.store.commit(opening(name)) for name in ids))
        assert await system.store.count_open() == 30
        await asyncio.gather(*(system.store.commit(closing(name)) for name in ids[:12]))
        assert await system.store.count_open() == 18
        assert len(await names(system.store)) == 30

    async def test_duplicate_and_conflicting_commits_open_one_correlation(self, system: StoreUnderTest) -> None:
        first, late = step("m1"), replace(step("m2"), owner=BOB, private=True)
        assert [(await system.store.commit(first)).status for _ in range(3)] == ["ok", "duplicate", "duplicate"]
        assert (await system.store.commit(late)).status == "conflict"
        assert await system.store.count_open() == 1
        (known,) = await system.store.list_correlations()
        assert (known.owner, known.private) == (None, False)
        racing = (system.store.commit(step(f"r{number}", 1)) for number in range(10))
        assert sorted(committed.status for committed in await asyncio.gather(*racing))[-1] == "ok"
        assert await system.store.count_open() == 1
        closes = await asyncio.gather(*(system.store.commit(closing(DEMAND, f"c{n}")) for n in range(5)))
        assert sorted(committed.status for committed in closes) == ["duplicate"] * 4 + ["ok"]
        assert await system.store.count_open() == 0
        assert await names(system.store) == [DEMAND]

    async def test_a_correlation_closed_by_its_first_commit_is_not_open(self, system: StoreUnderTest) -> None:
        committed = await system.store.commit(replace(closing(DEMAND), owner=ALICE))
        assert await system.store.count_open() == 0
        known = CorrelationInfo(DEMAND, committed.now, committed.now, private=False, owner=ALICE)
        assert list(await system.store.list_correlations(owner=ALICE)) == [known]

    # the end

    async def test_a_correlation_past_its_retention_is_not_listed(self, system: StoreUnderTest) -> None:
        await opened(system, ["d-1", "d-2", "d-3"], ALICE)
        await system.store.commit(closing("d-2"))
        await system.advance(RETENTION_DAYS * DAY_MS - 60_000)
        assert await names(system.store) == ["d-3", "d-2", "d-1"]
        await system.store.commit(closing("d-1"))
        await system.advance(120_000)
        assert await system.store.get_correlation("d-2") is None
        assert await names(system.store) == await names(system.store, owner=ALICE) == ["d-3", "d-1"]
        assert await names(system.store, limit=1) == ["d-3"]
        assert await system.store.count_open() == 1

    async def test_a_retained_correlation_is_listed_behind_hundreds_of_expired_ones(
        self, system: StoreUnderTest
    ) -> None:
        await opened(system, ["d-old"], ALICE)
        ids = [f"d-{number}" for number in range(300)]
        for ask in (opening, closing):
            await asyncio.gather(*(system.store.commit(replace(ask(name), owner=ALICE)) for name in ids))
        await system.advance(RETENTION_DAYS * DAY_MS + 60_000)
        assert await names(system.store, limit=1) == ["d-old"]
        assert await system.store.count_open() == 1
        await opened(system, [f"e-{number}" for number in range(200)], BOB)
        assert await system.store.count_open() == 201
        assert await names(system.store, owner=ALICE, limit=1) == ["d-old"]
        assert len(await names(system.store, limit=1_000)) == 201

    # the newest event, the oldest thing to send

    async def test_read_last_event_returns_the_last_log_entry(self, system: StoreUnderTest) -> None:
        assert await system.store.read_last_event(DEMAND) is None
        await system.store.commit(step("m1"))
        assert await system.store.read_last_event(DEMAND) is None
        for number in (1, 2):
            events = [event(f"evt-{number}-{place}") for place in range(number)]
            await system.store.commit(step(f"m{number + 1}", number, events=events))
            last = await system.store.read_last_event(DEMAND)
            assert last == (await system.store.read_log(DEMAND))[-1]
        assert await system.store.read_last_event("d-2") is None

    async def test_the_oldest_due_of_several_roles_is_the_earliest_of_all(self, system: StoreUnderTest) -> None:
        now = await system.store.now()
        assert await system.store.get_oldest_due([]) is None
        assert await system.store.get_oldest_due(["a", "b"]) is None
        for number in range(20):
            await system.store.schedule("a", command(f"s{number}", now + 50_000 - number, f"d-{number}"))
        await system.store.schedule("b", command("s1", now + 60_000, "d-b"))
        assert await system.store.get_oldest_due(["b"]) == now + 60_000
        assert await system.store.get_oldest_due(["b", "nobody"]) == now + 60_000
        assert await system.store.get_oldest_due(["b", "a"]) == now + 49_981
        await system.store.mark_published("a", [command(f"s{number}", None, f"d-{number}") for number in range(20)])
        assert await system.store.get_oldest_due(["b", "a"]) == now + 60_000

    # a first value, for a while

    async def test_put_if_absent_returns_the_first_value(self, system: StoreUnderTest) -> None:
        value = bytes(range(256))
        assert await system.store.put_if_absent("asked", value, 60_000) == value
        assert await system.store.put_if_absent("asked", b"another", 60_000) == value
        assert await system.store.put_if_absent("asked", value, 60_000) == value
        assert await system.store.put_if_absent("asked 2", b"", 60_000) == b""
        assert await system.store.put_if_absent("asked 2", b"another", 60_000) == b""

    async def test_get_value_returns_what_put_if_absent_stored_until_it_expires(self, system: StoreUnderTest) -> None:
        assert await system.store.get_value("asked") is None
        value = bytes(range(256))
        await system.store.put_if_absent("asked", value, 60_000)
        await system.store.put_if_absent("empty", b"", 120_000)
        assert await system.store.get_value("asked") == value
        assert await system.store.get_value("empty") == b""
        await system.advance(61_000)
        assert await system.store.get_value("asked") is None
        assert await system.store.get_value("empty") == b""

    async def test_concurrent_put_if_absent_calls_agree_on_one_value(self, system: StoreUnderTest) -> None:
        kept = await asyncio.gather(*(system.store.put_if_absent("asked", b"%d" % n, 60_000) for n in range(20)))
        assert len(set(kept)) == 1
        assert kept[0] in {b"%d" % number for number in range(20)}
        assert await system.store.put_if_absent("asked", b"late", 60_000) == kept[0]

    async def test_put_if_absent_keeps_the_lifetime_of_the_first_call(self, system: StoreUnderTest) -> None:
        await system.store.put_if_absent("short", b"one", 60_000)
        await system.store.put_if_absent("long", b"one", 180_000)
        await system.store.put_if_absent("short", b"two", 10**9)
        await system.advance(30_000)
        assert await system.store.put_if_absent("short", b"two", 180_000) == b"one"
        await system.advance(31_000)
        assert await system.store.put_if_absent("short", b"two", 180_000) == b"two"
        assert await system.store.put_if_absent("long", b"two", 180_000) == b"one"
        await system.advance(120_000)
        assert await system.store.put_if_absent("short", b"three", 1) == b"two"
        assert await system.store.put_if_absent("long", b"three", 1) == b"three"
