"""Claims of conversations: of many starts at once one wins, whoever runs them, and no claim outlives its session."""

import asyncio

import pytest

from deliberation.contracts.session import SessionOwner
from gateway.deliberation.conversation_claims import (
    CELLS,
    MIN_CLAIM_LIFETIME_S,
    PRUNED_CLAIMS,
    START_TIMEOUT_S,
    ConversationClaims,
    ConversationConflict,
    SessionLimitExceeded,
    _cell_name,  # pyright: ignore[reportPrivateUsage]
)
from shared.runtime.virtual_clock import VirtualClock
from shared.store.memory.store import MemoryStore
from tests.support.session_events import SessionLogWriter


def owner(user: str = "alice", conversation: str = "c1") -> SessionOwner:
    return SessionOwner(user_id=user, conversation_id=conversation)


def session(number: int) -> str:
    return f"s-{number:026}"


async def started(claims: ConversationClaims, store: MemoryStore, number: int, of: SessionOwner) -> SessionLogWriter:
    """A session whose conversation is claimed and whose log has its first event."""
    await claims.claim(of, session(number))
    log = SessionLogWriter(store, session_id=session(number))
    await log.start(of.user_id)
    return log


async def test_a_conversation_has_one_running_session(clock: VirtualClock) -> None:
    store = MemoryStore(clock)
    claims = ConversationClaims(store, 0, 1800)
    log = await started(claims, store, 1, owner())
    with pytest.raises(ConversationConflict) as refused:
        await claims.claim(owner(), session(2))
    assert refused.value.session_id == session(1)
    await claims.claim(owner(conversation="c2"), session(3))
    await claims.claim(owner("bob"), session(4))
    await log.end()
    await claims.claim(owner(), session(2))


async def test_a_claim_of_the_same_session_is_repeated(clock: VirtualClock) -> None:
    claims = ConversationClaims(MemoryStore(clock), 1, 1800)
    for _ in range(3):
        await claims.claim(owner(), session(1))


async def test_of_fifty_gateways_one_wins_and_the_others_name_its_session(clock: VirtualClock) -> None:
    store = MemoryStore(clock)

    async def claim(number: int) -> str:
        try:
            await ConversationClaims(store, 0, 1800).claim(owner(), session(number))
        except ConversationConflict as refused:
            return refused.session_id
        return session(number)

    winners = await asyncio.gather(*map(claim, range(50)))
    assert len(set(winners)) == 1


async def test_the_limit_counts_running_sessions_of_one_user_only(clock: VirtualClock) -> None:
    store = MemoryStore(clock)
    claims = ConversationClaims(store, 2, 1800)
    first = await started(claims, store, 1, owner(conversation="c1"))
    await started(claims, store, 2, owner(conversation="c2"))
    with pytest.raises(SessionLimitExceeded):
        await claims.claim(owner(conversation="c3"), session(3))
    await claims.claim(owner("bob", "c3"), session(4))
    await first.end()
    await claims.claim(owner(conversation="c3"), session(3))


async def test_of_many_starts_at_once_as_many_win_as_the_limit_admits(clock: VirtualClock) -> None:
    store = MemoryStore(clock)

    async def claim(number: int) -> bool:
        try:
            await ConversationClaims(store, 3, 1800).claim(owner(conversation=f"c{number}"), session(number))
        except SessionLimitExceeded:
            return False
        return True

    assert sum(await asyncio.gather(*map(claim, range(20)))) == 3


async def test_a_claim_without_a_session_ends_soon(clock: VirtualClock) -> None:
    """A gateway that dies between claim and commit blocks the conversation for seconds only."""
    claims = ConversationClaims(MemoryStore(clock), 1, 1800)
    await claims.claim(owner(), session(1))
    await asyncio.sleep(START_TIMEOUT_S - 1)
    with pytest.raises(ConversationConflict):
        await claims.claim(owner(), session(2))
    await asyncio.sleep(1.1)
    await claims.claim(owner(), session(2))


@pytest.mark.parametrize(("timeout_s", "lifetime_s"), [(1800, MIN_CLAIM_LIFETIME_S), (10_000, 20_000)])
async def test_no_claim_is_older_than_any_session(clock: VirtualClock, timeout_s: float, lifetime_s: float) -> None:
    store = MemoryStore(clock)
    claims = ConversationClaims(store, 0, timeout_s)
    await started(claims, store, 1, owner())
    await asyncio.sleep(lifetime_s - 1)
    with pytest.raises(ConversationConflict):
        await claims.claim(owner(), session(2))
    await asyncio.sleep(2)
    await claims.claim(owner(), session(2))


async def test_ended_sessions_of_others_are_dropped_little_by_little(clock: VirtualClock) -> None:
    store = MemoryStore(clock)
    claims = ConversationClaims(store, 0, 1800)
    users = [name for name in map(str, range(100_000)) if _cell_name(owner(name)) == _cell_name(owner())]
    for number, name in enumerate(users[: 3 * PRUNED_CLAIMS]):
        log = await started(claims, store, number, owner(name))
        await log.end()
    sizes: list[int] = []
    for number in range(4):
        await claims.claim(owner(conversation=f"c{number}"), session(1000 + number))
        sizes.append((await store.get_versioned(_cell_name(owner())))[1].count(b"s-"))
    assert sizes[0] <= 2 * PRUNED_CLAIMS + 1
    assert sizes[-1] <= PRUNED_CLAIMS + 4


def test_users_are_spread_over_all_cells() -> None:
    cells = {_cell_name(owner(str(number))) for number in range(5000)}
    assert len(cells) == CELLS
