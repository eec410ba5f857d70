"""For whom does a negotiation wait, and how long?"""

import asyncio
from typing import Any

import pytest

from negotiation.attendance.port import LEASE_MS
from shared.core.timestamps import parse_iso8601, to_iso8601
from shared.runtime.virtual_clock import VirtualClock
from tests.support.gateway_harness import ALICE, BOB, GatewayHarness
from tests.support.person_client import PersonClient, ended, gateway_with_people, human_answer, marks
from towow.config.settings import Settings, parse_settings

pytestmark = pytest.mark.gateway(people=True)

MINUTE = 60_000


def setting(**given: Any) -> Settings:
    return parse_settings(given)


async def test_the_agent_answers_exactly_at_the_human_timeout(clock: VirtualClock) -> None:
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


async def plain(clock: VirtualClock, running: Any, *, after: float = 0) -> None:
    """A negotiation that waits for nobody."""
    await asyncio.sleep(after)
    began = clock.now()
    demand = (await running.submit(who=ALICE))["demand_id"]
    await running.ended(demand, ALICE)
    assert clock.now() - began < 2000
    assert set(await marks(running, demand)) == {None}
    assert all("answered_by" not in one for one in await human_answer(running, demand))


async def test_an_agent_whose_person_is_absent_answers_without_waiting(
    clock: VirtualClock, running: GatewayHarness
) -> None:
    await plain(clock, running)
    bob = PersonClient(running)
    await bob.attend()
    await plain(clock, running, after=LEASE_MS / 1000)  # the page was closed, and says nothing more
    await bob.attend()
    assert (await running.ask("DELETE", "/agents/bob/attendance", BOB)).status_code == 204
    await plain(clock, running)
    shown = (await running.get("/agents/bob/questions", BOB)).json()
    assert shown == {"agent_id": "bob", "now": to_iso8601(clock.now()), "items": [], "answered": []}


async def test_a_person_is_asked_although_the_lease_renewals_of_a_background_page_are_late(
    running: GatewayHarness,
) -> None:
    """Its timers fire once a minute, and one attempt may be lost."""
    bob = PersonClient(running)
    await bob.attend()
    await asyncio.sleep(2 * 60 + 10)
    await running.submit(who=ALICE)
    assert (await bob.asked("invitation"))["kind"] == "invitation"


async def test_a_human_timeout_of_zero_disables_waiting(clock: VirtualClock) -> None:
    off = setting(human_timeout=0)
    async with gateway_with_people(clock, settings=off) as running, PersonClient(running).at_the_page():
        await plain(clock, running)
        answer = await running.ask("PUT", "/agents/bob/attendance", BOB)
        assert answer.json()["waits_s"] == 0  # so that they do not sit there in vain


async def test_an_unattended_agent_does_not_wait_for_anothers_person(running: GatewayHarness) -> None:
    bob = PersonClient(running)
    async with bob.at_the_page():
        demand = (await running.submit(who=ALICE))["demand_id"]
        await bob.asked("invitation")
        await asyncio.sleep(1)
        assert len(await human_answer(running, demand, "amy")) == len(await human_answer(running, demand, "cai")) == 1
        assert await human_answer(running, demand) == []


@pytest.mark.parametrize(("collecting", "waited"), [(300, 60), (100, 60), (60, 20), (45, 5), (44.9, 0), (10, 0)])
async def test_the_wait_for_a_person_ends_early_enough_for_the_agents_answer(
    collecting: float, waited: float, clock: VirtualClock
) -> None:
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


async def test_a_reminder_keeps_the_question_and_its_deadline(clock: VirtualClock) -> None:
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
