"""What do the stand-ins of store, registry and attendance say before these were reached, and after?"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from negotiation.attendance.memory import MemoryAttendanceStore
from negotiation.attendance.port import ANSWERED_BY_AGENT, AttendanceStore
from negotiation.registry.memory import MemoryProfileRegistry
from negotiation.registry.port import ProfileRegistry
from negotiation.registry.profile_file import read_profiles, shipped_profiles_folder
from shared.core.usage import NO_USAGE
from shared.runtime.system_clock import SystemClock
from shared.runtime.virtual_clock import VirtualClock
from shared.store.memory.store import MemoryStore
from shared.store.port import Commit, DeadLetter, NewEvent, OutboxEntry, Store, StoreUnavailable
from shared.transport.port import BrokerMessage
from tests.support.sample_questions import question
from towow.bootstrap.deferred_attendance import LateAttending
from towow.bootstrap.deferred_profiles import LateProfiles
from towow.bootstrap.deferred_store import LateStore

EVERYBODY = read_profiles([shipped_profiles_folder()]).profiles
PARCEL = BrokerMessage("commands", "skills", "m", "t", b"{}")
EVENT = NewEvent("evt-000001", "towow.x", "2026-01-22T10:00:00.000Z", b'{"a":1}')
MEMO = {"correlation_id": "d-1", "key": "k", "owner": "o"}

STORE: dict[str, Callable[[Store], Awaitable[Any]]] = {
    "begin": lambda store: store.precheck(correlation_id="d-1", message_id="m"),
    "commit": lambda store: store.commit(Commit("skills", "d-1", "m", events=[EVENT], owner="user_alice")),
    "schedule": lambda store: store.schedule("skills", OutboxEntry("m", "d-1", PARCEL, 1)),
    "claim_due": lambda store: store.claim_due("skills", 1),
    "sent": lambda store: store.mark_published("skills", []),
    "next_due": lambda store: store.get_next_due("skills"),
    "oldest_due": lambda store: store.get_oldest_due(["skills"]),
    "claim_memo": lambda store: store.claim_memo(**MEMO, lease_ms=1000, reserve_tokens=1, budget_headroom=0),
    "finish_memo": lambda store: store.finish_memo(**MEMO, value=b"v", usage=NO_USAGE),
    "release_memo": lambda store: store.release_memo(**MEMO),
    "spent": lambda store: store.get_budget_usage("d-1"),
    "about": lambda store: store.get_correlation("d-1"),
    "listed": lambda store: store.list_correlations(owner="user_alice", limit=1),
    "open_count": lambda store: store.count_open(),
    "read_log": lambda store: store.read_log("d-1"),
    "read_last": lambda store: store.read_last_event("d-1"),
    "read_record": lambda store: store.read_record("channel/x", "d-1"),
    "read_cell": lambda store: store.get_versioned("c"),
    "write_cell": lambda store: store.compare_and_set("c", 0, b"v"),
    "first": lambda store: store.put_if_absent("n", b"v", 1000),
    "file_dead": lambda store: store.add_dead_letter(DeadLetter("l", "skills", "r", "e", 1, "", PARCEL)),
    "dead_letters": lambda store: store.list_dead_letters(),
    "dead_count": lambda store: store.count_dead_letters(),
    "dead_letter": lambda store: store.get_dead_letter("l"),
    "take_dead": lambda store: store.pop_dead_letter("l"),
    "now": lambda store: store.now(),
}

PROFILES: dict[str, Callable[[ProfileRegistry], Awaitable[Any]]] = {
    "get": lambda profiles: profiles.get("agent_x"),
    "of_user": lambda profiles: profiles.list_by_user("user_x"),
    "search": lambda profiles: profiles.search(["场地"], limit=3, near="北京", language="zh"),
    "named": lambda profiles: profiles.find_by_name(EVERYBODY[0].display_name, limit=3),
    "random_active": lambda profiles: profiles.sample_active(2, "seed"),
    "all": lambda profiles: profiles.list_all(),
    "count": lambda profiles: profiles.count(),
    "put": lambda profiles: profiles.put([]),
    "upsert": lambda profiles: profiles.upsert(EVERYBODY[0]),
    "delete": lambda profiles: profiles.delete("agent_x"),
    "deactivate": lambda profiles: profiles.deactivate("agent_x"),
}


QUESTION = question(1_769_076_000_000)

ATTENDING: dict[str, Callable[[AttendanceStore], Awaitable[Any]]] = {
    "now": lambda attending: attending.now(),
    "attend": lambda attending: attending.renew_lease("agent_x"),
    "leave": lambda attending: attending.release_lease("agent_x"),
    "attended": lambda attending: attending.get_lease_end("agent_x"),
    "ask": lambda attending: attending.add_question(QUESTION),
    "asked": lambda attending: attending.get_question("agent_bob", "ask_1"),
    "open": lambda attending: attending.list_open_questions("agent_bob"),
    "settle": lambda attending: attending.settle_answer(QUESTION, ANSWERED_BY_AGENT),
    "settled": lambda attending: attending.get_settled_answer("agent_bob", "ask_1"),
}


def port_of(protocol: type) -> set[str]:
    return {name for name in vars(protocol) if not name.startswith("_")} - {"close"}


def test_no_call_of_a_port_is_forgotten() -> None:
    assert set(STORE) == port_of(Store)
    assert set(PROFILES) == port_of(ProfileRegistry)
    assert set(ATTENDING) == port_of(AttendanceStore)


@pytest.mark.parametrize("call", STORE)
def test_a_store_that_was_not_reached_is_lost_and_one_that_came_is_asked(call: str) -> None:
    async def main() -> None:
        late = LateStore()
        with pytest.raises(StoreUnavailable, match="not reached yet"):
            await STORE[call](late)
        late.came(MemoryStore(SystemClock()))
        same = MemoryStore(SystemClock())
        if call in ("now", "oldest_due"):
            assert type(await STORE[call](late)) is type(await STORE[call](same))
            return
        for before in ("commit", "file_dead", "write_cell", "claim_memo"):
            if before != call:
                await STORE[before](late)
                await STORE[before](same)
        assert told(await STORE[call](late)) == told(await STORE[call](same))

    asyncio.run(main())


def told(answer: Any) -> str:
    """An answer without the instants in it."""
    return re.sub(r"\b1[0-9]{12}\b", "…", repr(answer))


@pytest.mark.parametrize("call", PROFILES)
def test_a_registry_that_was_not_reached_is_lost_and_one_that_came_is_asked(call: str) -> None:
    async def main() -> None:
        late = LateProfiles()
        with pytest.raises(StoreUnavailable, match="not reached yet"):
            await PROFILES[call](late)
        late.came(MemoryProfileRegistry(EVERYBODY), nothing)
        assert await PROFILES[call](late) == await PROFILES[call](MemoryProfileRegistry(EVERYBODY))

    asyncio.run(main())


@pytest.mark.parametrize("call", ATTENDING)
def test_who_attends_is_not_known_before_the_store_was_reached(call: str) -> None:
    async def main() -> None:
        late, clock = LateAttending(), VirtualClock(asyncio.get_running_loop(), QUESTION.asked_at)
        with pytest.raises(StoreUnavailable, match="not reached yet"):
            await ATTENDING[call](late)
        come, same = MemoryAttendanceStore(clock), MemoryAttendanceStore(clock)
        late.came(come)
        for before in ("attend", "ask", "settle"):
            if before != call:
                await ATTENDING[before](come)
                await ATTENDING[before](same)
        assert told(await ATTENDING[call](late)) == told(await ATTENDING[call](same))

    asyncio.run(main())


async def nothing() -> None:
    return


def test_what_came_is_let_go_of_and_what_never_came_is_not() -> None:
    async def main() -> None:
        gone: list[str] = []

        async def let_go() -> None:
            gone.append("registry")

        await LateStore().close()
        await LateProfiles().close()
        late = LateProfiles()
        late.came(MemoryProfileRegistry([]), let_go)
        await late.close()
        assert gone == ["registry"]

    asyncio.run(main())
