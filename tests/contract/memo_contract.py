"""What every store must do about model answers and their price. A part of the store's contract."""

import asyncio
import json
from typing import Any

from shared.core.usage import Usage
from shared.store.memo_claim import MemoClaim
from shared.store.port import Store
from tests.contract.store_contract import DEMAND, StoreSuite, StoreUnderTest, event, step

LEASE = 3_000
COST = Usage(calls=1, input_tokens=80, output_tokens=20, cost_usd=0.0015)


async def claim(store: Store, owner: str, key: str = "k", *, reserve: int = 100, keep: float = 0.05) -> MemoClaim:
    return await store.claim_memo(
        correlation_id=DEMAND, key=key, owner=owner, lease_ms=LEASE, reserve_tokens=reserve, budget_headroom=keep
    )


async def finish(store: Store, owner: str, value: bytes, key: str = "k", usage: Usage = COST) -> bytes:
    return await store.finish_memo(correlation_id=DEMAND, key=key, owner=owner, value=value, usage=usage)


async def release(store: Store, owner: str, key: str = "k") -> None:
    await store.release_memo(correlation_id=DEMAND, key=key, owner=owner)


async def logged(store: Store) -> list[dict[str, Any]]:
    return [json.loads(entry.data) for entry in await store.read_log(DEMAND)]


class MemoContract(StoreSuite):
    async def test_a_finished_memo_is_a_hit_for_the_next_claim(self, system: StoreUnderTest) -> None:
        assert (await claim(system.store, "w1")).status == "go"
        assert await finish(system.store, "w1", b"answer") == b"answer"
        hit = await claim(system.store, "w2")
        assert (hit.status, hit.value) == ("hit", b"answer")

    async def test_one_of_many_concurrent_claims_is_granted(self, system: StoreUnderTest) -> None:
        claims = await asyncio.gather(*(claim(system.store, f"w{n}") for n in range(20)))
        assert sorted(answer.status for answer in claims) == ["busy"] * 19 + ["go"]

    async def test_a_claim_of_a_leased_memo_is_busy_until_the_lease_ends(self, system: StoreUnderTest) -> None:
        now = await system.store.now()
        await claim(system.store, "w1")
        busy = await claim(system.store, "w2")
        assert busy.status == "busy"
        assert now + LEASE <= busy.until <= await system.store.now() + LEASE
        await system.advance(LEASE + 100)
        assert (await claim(system.store, "w2")).status == "go"
        assert (await claim(system.store, "w1")).status == "busy"

    async def test_its_owner_renews_a_lease(self, system: StoreUnderTest) -> None:
        await claim(system.store, "w1")
        await system.advance(LEASE - 500)
        assert (await claim(system.store, "w1")).status == "go"
        await system.advance(LEASE - 500)
        assert (await claim(system.store, "w2")).status == "busy"
        assert (await system.store.get_budget_usage(DEMAND)).reserved_tokens == 100

    async def test_a_renewal_reserves_what_the_claim_did(self, system: StoreUnderTest) -> None:
        await claim(system.store, "w1", reserve=100)
        assert (await claim(system.store, "w1", reserve=900)).status == "go"
        assert (await system.store.get_budget_usage(DEMAND)).reserved_tokens == 100

    async def test_a_released_claim_is_free_at_once(self, system: StoreUnderTest) -> None:
        await claim(system.store, "w1")
        await release(system.store, "w2")  # not its own: no effect
        assert (await claim(system.store, "w2")).status == "busy"
        await release(system.store, "w1")
        assert (await system.store.get_budget_usage(DEMAND)).reserved_tokens == 0
        assert (await claim(system.store, "w2")).status == "go"

    async def test_the_first_answer_wins_and_both_are_counted(self, system: StoreUnderTest) -> None:
        await claim(system.store, "w1")
        await system.advance(LEASE + 100)
        await claim(system.store, "w2")
        assert await finish(system.store, "w2", b"second owner, first answer") == b"second owner, first answer"
        assert await finish(system.store, "w1", b"late") == b"second owner, first answer"
        assert (await claim(system.store, "w3")).value == b"second owner, first answer"
        spent = await system.store.get_budget_usage(DEMAND)
        assert (spent.usage, spent.reserved_tokens) == (COST + COST, 0)

    async def test_a_late_answer_ends_the_claim_of_the_next_owner(self, system: StoreUnderTest) -> None:
        """Whoever holds it: nothing is reserved for a question that has its answer. What he pays is counted."""
        await claim(system.store, "w1")
        await system.advance(LEASE + 100)
        await claim(system.store, "w2")
        await finish(system.store, "w1", b"late, but first")
        assert (await system.store.get_budget_usage(DEMAND)).reserved_tokens == 0
        assert (await claim(system.store, "w2")).value == b"late, but first"
        assert await finish(system.store, "w2", b"second") == b"late, but first"
        spent = await system.store.get_budget_usage(DEMAND)
        assert (spent.usage.calls, spent.reserved_tokens) == (2, 0)

    async def test_an_answer_sent_again_is_counted_once(self, system: StoreUnderTest) -> None:
        await claim(system.store, "w1")
        for _ in range(3):
            assert await finish(system.store, "w1", b"answer") == b"answer"
        assert (await system.store.get_budget_usage(DEMAND)).usage == COST

    async def test_a_memo_value_is_arbitrary_bytes(self, system: StoreUnderTest) -> None:
        value = bytes(range(256))
        await claim(system.store, "w1")
        await finish(system.store, "w1", value)
        assert (await claim(system.store, "w2")).value == value

    async def test_memo_keys_and_owners_may_contain_any_characters(self, system: StoreUnderTest) -> None:
        assert (await claim(system.store, "w 1\n", "k 1")).status == "go"
        assert (await claim(system.store, "w 1", "k 1")).status == "busy"
        assert (await claim(system.store, "w 1\n", "k 1")).status == "go"
        await finish(system.store, "b", b"1", "a")
        await finish(system.store, "", b"2", "ab")
        assert (await system.store.get_budget_usage(DEMAND)).usage == COST + COST

    async def test_the_sum_of_small_costs_is_exact_to_a_billionth(self, system: StoreUnderTest) -> None:
        total = Usage()
        for number, dollars in enumerate((0.1, 0.2, 0.0000000015, 1e-9, 2.5e-9, 1234567.890123456, 0.3)):
            usage = Usage(calls=1, input_tokens=number, output_tokens=2**33, cost_usd=dollars)
            total += usage
            await finish(system.store, "w", b"v", f"k{number}", usage)
        assert (await system.store.get_budget_usage(DEMAND)).usage == total
        assert (await system.store.precheck(correlation_id=DEMAND, message_id="m")).usage == total
        await system.store.commit(step("m1", events=[event("evt-1")]))
        (entry,) = await system.store.read_log(DEMAND)
        fields = b'"spent":{"calls":7,"tokens":%d,"usd":%.9g}}}' % (total.tokens, total.cost_usd)
        assert entry.data.endswith(fields)

    async def test_a_large_answer_is_kept_whole(self, system: StoreUnderTest) -> None:
        value = bytes(range(256)) * 2_000
        assert await finish(system.store, "w1", value) == value
        assert await finish(system.store, "w2", b"late") == value

    async def test_a_claim_in_a_closed_correlation_is_stopped(self, system: StoreUnderTest) -> None:
        await claim(system.store, "w1")
        await system.store.commit(step("m1", close=True))
        assert (await claim(system.store, "w1")).status == "stop"
        assert (await claim(system.store, "w2", "other")).status == "stop"
        await finish(system.store, "w1", b"paid all the same")
        assert (await system.store.get_budget_usage(DEMAND)).usage == COST

    async def test_the_last_payload_field_of_an_event_is_the_spending_so_far(self, system: StoreUnderTest) -> None:
        await claim(system.store, "w1")
        await finish(system.store, "w1", b"answer")
        await system.store.commit(step("m1", events=[event("evt-1"), event("evt-2", b"{}")]))
        await finish(system.store, "w2", b"late", usage=COST)
        await system.store.commit(step("m2", 1, events=[event("evt-3")]))
        payloads = [entry["payload"] for entry in await logged(system.store)]
        assert [list(payload) for payload in payloads] == [["demand_id", "spent"], ["spent"], ["demand_id", "spent"]]
        once, twice = ({"calls": 1, "tokens": 100, "usd": 0.0015}, {"calls": 2, "tokens": 200, "usd": 0.003})
        assert [payload["spent"] for payload in payloads] == [once, once, twice]

    # the budget

    async def test_concurrent_claims_never_reserve_more_than_the_budget(self, system: StoreUnderTest) -> None:
        await system.store.commit(step("m1", budget=1_000))
        claims = await asyncio.gather(*(claim(system.store, f"w{n}", f"k{n}", reserve=100, keep=0) for n in range(50)))
        assert sorted(answer.status for answer in claims) == ["go"] * 10 + ["refused"] * 40
        spent = await system.store.get_budget_usage(DEMAND)
        assert (spent.reserved_tokens, spent.budget_tokens) == (1_000, 1_000)

    async def test_the_budget_headroom_is_reserved_for_claims_without_headroom(self, system: StoreUnderTest) -> None:
        await system.store.commit(step("m1", budget=1_000))
        assert (await claim(system.store, "w1", "k1", reserve=950, keep=0.05)).status == "go"
        assert (await claim(system.store, "w2", "k2", reserve=1, keep=0.05)).status == "refused"
        assert (await claim(system.store, "w3", "k3", reserve=50, keep=0)).status == "go"

    async def test_real_cost_replaces_the_reservation(self, system: StoreUnderTest) -> None:
        await system.store.commit(step("m1", budget=1_000))
        await claim(system.store, "w1", "k1", reserve=900)
        assert (await claim(system.store, "w2", "k2", reserve=200)).status == "refused"
        await finish(system.store, "w1", b"cheap", "k1")
        spent = await system.store.get_budget_usage(DEMAND)
        assert (spent.usage.tokens, spent.reserved_tokens) == (100, 0)
        assert (await claim(system.store, "w2", "k2", reserve=200)).status == "go"

    async def test_a_dead_owners_reservation_is_freed_by_the_next_claim(self, system: StoreUnderTest) -> None:
        await system.store.commit(step("m1", budget=1_000))
        await claim(system.store, "w1", reserve=900)
        await system.advance(LEASE + 100)
        assert (await claim(system.store, "w2", reserve=900)).status == "go"
        assert (await system.store.get_budget_usage(DEMAND)).reserved_tokens == 900

    async def test_a_dead_owners_reservation_ends_with_its_lease(self, system: StoreUnderTest) -> None:
        """Also when nobody asks that question again."""
        await system.store.commit(step("m1", budget=1_000))
        await claim(system.store, "w1", "k1", reserve=900)
        assert (await claim(system.store, "w2", "k2", reserve=900)).status == "refused"
        await system.advance(LEASE + 100)
        assert (await system.store.get_budget_usage(DEMAND)).reserved_tokens == 0
        assert (await claim(system.store, "w2", "k2", reserve=900)).status == "go"
        assert (await system.store.get_budget_usage(DEMAND)).reserved_tokens == 900

    async def test_nothing_is_reserved_for_an_answer_that_a_late_owner_gave(self, system: StoreUnderTest) -> None:
        """The first owner's lease lapses, a second one claims, the first finishes, the second is never seen again."""
        await system.store.commit(step("m1", budget=1_000))
        await claim(system.store, "w1", "k1", reserve=800)
        await system.advance(LEASE + 100)
        await claim(system.store, "w2", "k1", reserve=800)
        await finish(system.store, "w1", b"late", "k1")
        assert (await claim(system.store, "w3", "k2", reserve=800)).status == "go"
        assert (await system.store.get_budget_usage(DEMAND)).reserved_tokens == 800

    async def test_a_lapsed_lease_is_renewed_only_while_the_budget_allows_it(self, system: StoreUnderTest) -> None:
        await system.store.commit(step("m1", budget=1_000))
        await claim(system.store, "w1", "k1", reserve=600)
        await system.advance(LEASE + 100)
        assert (await claim(system.store, "w1", "k1", reserve=600)).status == "go"
        await system.advance(LEASE + 100)
        await claim(system.store, "w2", "k2", reserve=600)
        assert (await claim(system.store, "w1", "k1", reserve=600)).status == "refused"
        assert (await system.store.get_budget_usage(DEMAND)).reserved_tokens == 600

    async def test_a_renewal_is_refused_when_everything_is_spent(self, system: StoreUnderTest) -> None:
        """Refused, not stopped: whoever asked is told that there was no budget. After the close nobody asks."""
        await system.store.commit(step("m1", budget=1_000))
        await claim(system.store, "w1", "k1")
        await claim(system.store, "w2", "k2")
        await finish(system.store, "w1", b"dear", "k1", Usage(calls=1, input_tokens=1_200))
        assert (await claim(system.store, "w2", "k2")).status == "refused"
        assert (await claim(system.store, "w3", "k3")).status == "refused"
        assert (await claim(system.store, "w3", "k1")).status == "hit"
        await system.store.commit(step("m2", 1, close=True))
        assert (await claim(system.store, "w2", "k2")).status == "stop"

    async def test_a_budget_is_set_once(self, system: StoreUnderTest) -> None:
        await system.store.commit(step("m1", budget=1_000))
        await system.store.commit(step("m2", 1, budget=9_000))
        assert (await system.store.get_budget_usage(DEMAND)).budget_tokens == 1_000

    async def test_the_kept_share_is_rounded_to_a_token(self, system: StoreUnderTest) -> None:
        await system.store.commit(step("m1", budget=1_010))  # 5 % of it: 50.5, kept: 51
        assert (await claim(system.store, "w1", "k1", reserve=960)).status == "refused"
        assert (await claim(system.store, "w1", "k1", reserve=959)).status == "go"

    async def test_a_claim_without_a_budget_is_granted(self, system: StoreUnderTest) -> None:
        assert (await claim(system.store, "w1", "k1", reserve=10**9)).status == "go"
        await system.store.commit(step("m1", budget=0))
        assert (await claim(system.store, "w2", "k2", reserve=10**9)).status == "go"
        assert (await system.store.get_budget_usage(DEMAND)).budget_tokens == 0

    async def test_the_usage_of_a_new_correlation_is_zero(self, system: StoreUnderTest) -> None:
        spent = await system.store.get_budget_usage(DEMAND)
        assert (spent.usage, spent.reserved_tokens, spent.budget_tokens) == (Usage(), 0, 0)
