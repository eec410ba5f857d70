"""For whom does a negotiation wait, and how long?"""

import asyncio
from typing import Any

import pytest

from negotiation.attendance.port import LEASE_MS
from shared.core.timestamps import parse_iso8601, to_iso8601
from shared.runtime.virtual_clock import VirtualClock
from tests.support.embedded_system import run_in_virtual_time
from tests.support.gateway_harness import ALICE, BOB
from tests.support.person_client import PersonClient, ended, gateway_with_people, human_answer, marks
from towow.config.settings import Settings, parse_settings

MINUTE = 60_000


def setting(**given: Any) -> Settings:
    return parse_settings(given)


def test_when_the_person_says_nothing_the_agent_answers_after_exactly_their_time() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_with_people(clock, settings=setting(human_timeout=45)) as running:
            bob = PersonClient(running)
            async with bob.at_the_page():
                demand = (await running.submit(who=ALICE))["demand_id"]
                questions = [await bob.asked("invitation")]
                await asyncio.sleep(45)
                questions.append(await bob.asked("review"))
                await ended(running, demand)
            answers = await human_answer(running, demand)
            assert [
                one["at"] - parse_iso8601(asked["asked_at"]) for asked, one in zip(questions, answers, strict=False)
            ] == [*(45_000, 45_000)]
            assert {one["answered_by"] for one in answers} == {"agent"}
            assert answers[0]["contribution"] == "bob's venue"
            assert await bob.questions() == []

    run_in_virtual_time(main)


async def plain(clock: VirtualClock, running: Any, *, after: float = 0) -> None:
    """A negotiation that waits for nobody."""
    await asyncio.sleep(after)
    began = clock.now()
    demand = (await running.submit(who=ALICE))["demand_id"]
    await running.ended(demand, ALICE)
    assert clock.now() - began < 2000
    assert set(await marks(running, demand)) == {None}
    assert all("answered_by" not in one for one in await human_answer(running, demand))


def test_without_anybody_at_the_page_nothing_waits() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_with_people(clock) as running:
            await plain(clock, running)
            bob = PersonClient(running)
            await bob.attend()
            await plain(clock, running, after=LEASE_MS / 1000)  # the page was closed, and says nothing more
            await bob.attend()
            assert (await running.ask("DELETE", "/agents/bob/attendance", BOB)).status_code == 204
            await plain(clock, running)
            shown = (await running.get("/agents/bob/questions", BOB)).json()
            assert shown == {"agent_id": "bob", "now": to_iso8601(clock.now()), "items": []}

    run_in_virtual_time(main)


def test_a_page_that_nobody_looks_at_is_slow_to_say_so_again_and_its_person_is_asked_all_the_same() -> None:
    """Its timers fire once a minute, and one attempt may be lost."""

    async def main(clock: VirtualClock) -> None:
        async with gateway_with_people(clock) as running:
            bob = PersonClient(running)
            await bob.attend()
            await asyncio.sleep(2 * 60 + 10)
            await running.submit(who=ALICE)
            assert (await bob.asked("invitation"))["kind"] == "invitation"

    run_in_virtual_time(main)


def test_switched_off_nothing_waits_either() -> None:
    async def main(clock: VirtualClock) -> None:
        off = setting(human_timeout=0)
        async with gateway_with_people(clock, settings=off) as running, PersonClient(running).at_the_page():
            await plain(clock, running)
            answer = await running.ask("PUT", "/agents/bob/attendance", BOB)
            assert answer.json()["waits_s"] == 0  # so that they do not sit there in vain

    run_in_virtual_time(main)


def test_only_the_attended_agent_waits() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_with_people(clock) as running:
            bob = PersonClient(running)
            async with bob.at_the_page():
                demand = (await running.submit(who=ALICE))["demand_id"]
                await bob.asked("invitation")
                await asyncio.sleep(1)
                assert (
                    len(await human_answer(running, demand, "amy"))
                    == len(await human_answer(running, demand, "cai"))
                    == 1
                )
                assert await human_answer(running, demand) == []

    run_in_virtual_time(main)


@pytest.mark.parametrize(("collecting", "waited"), [(300, 60), (100, 60), (60, 20), (45, 5), (44.9, 0), (10, 0)])
def test_a_deadline_leaves_the_agent_its_time(collecting: float, waited: float) -> None:
    async def main(clock: VirtualClock) -> None:
        chosen = setting(response_collection_timeout=collecting)
        async with gateway_with_people(clock, settings=chosen) as running:
            async with PersonClient(running).at_the_page():
                demand = (await running.submit(who=ALICE))["demand_id"]
                await ended(running, demand)
            offer = (await human_answer(running, demand))[0]
            first = (await human_answer(running, demand, "amy"))[0]
            assert round((offer["at"] - first["at"]) / 1000, 1) == waited
            assert offer.get("answered_by") == ("agent" if waited else None)
            assert "late" not in offer

    run_in_virtual_time(main)


def test_a_reminder_neither_doubles_the_wait_nor_begins_it_anew() -> None:
    async def main(clock: VirtualClock) -> None:
        chosen = setting(response_collection_timeout=100, feedback_collection_timeout=100)
        async with gateway_with_people(clock, settings=chosen) as running:
            bob = PersonClient(running)
            async with bob.at_the_page():
                demand = (await running.submit(who=ALICE))["demand_id"]
                before = await bob.asked("invitation")
                await asyncio.sleep(55)  # at 50 s the silent are asked again
                assert await bob.questions() == [before]
                await bob.asked("review")
                await ended(running, demand)
            offers = [one for one in await human_answer(running, demand) if one["type"] == "towow.offer.submitted"]
            assert [one["at"] - parse_iso8601(before["asked_at"]) for one in offers] == [MINUTE]

    run_in_virtual_time(main)
