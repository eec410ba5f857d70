"""What may a person say for their own agent, and what becomes of it?"""

import asyncio

import pytest

from negotiation.attendance.port import LEASE_MS
from shared.core.timestamps import parse_iso8601, to_iso8601
from shared.runtime.virtual_clock import VirtualClock
from tests.support.gateway_harness import ALICE, BOB, NOBODY, ROOT, GatewayHarness
from tests.support.person_client import AGREE, JOIN, PersonClient, ended, human_answer, marks

pytestmark = pytest.mark.gateway(people=True)

MINUTE = 60_000


async def test_a_persons_offer_and_feedback_take_part_in_the_negotiation(running: GatewayHarness) -> None:
    bob = PersonClient(running)
    async with bob.at_the_page():
        demand = (await running.submit(who=ALICE))["demand_id"]
        asked = await bob.tell("invitation", {**JOIN, "conditions": [" weekends ", ""], "decision": "conditional"})
        assert await bob.questions() == []
        await bob.tell("review", {"feedback_type": "accept"})
        await ended(running, demand)
    assert parse_iso8601(asked["until"]) - parse_iso8601(asked["asked_at"]) == MINUTE
    offer, feedback = await human_answer(running, demand)
    assert (offer["answered_by"], feedback["answered_by"]) == ("person", "person")
    assert (offer["decision"], offer["contribution"], offer["conditions"]) == (
        *("conditional", "my own hall"),
        ["weekends"],
    )
    assert (offer["confidence"], offer["fallback"], offer["usage"]["calls"]) == (100, False, 0)
    assert offer["at"] - parse_iso8601(asked["asked_at"]) < 1000  # nobody waits for the end of their time
    assert await marks(running, demand, "amy") == [None, None]


async def test_a_question_contains_the_demand_and_the_plan(running: GatewayHarness) -> None:
    bob = PersonClient(running)
    async with bob.at_the_page():
        demand = await running.submit(who=ALICE, raw_input="I need a venue for mushrooms")
        invitation = await bob.tell("invitation", JOIN)
        review = await bob.asked("review")
    both = {"agent_id": "bob", "demand_id": demand["demand_id"], "channel_id": demand["channel_id"]}
    for question in (invitation, review):
        assert both.items() <= question.items()
        assert (question["language"], question["round"]) == ("en", 1)
        assert "mushrooms" in question["surface_demand"]
    assert invitation["raw_input"] == "I need a venue for mushrooms"
    assert invitation["filter_reason"] == "has a venue"
    assert (review["max_rounds"], review["proposal"]["version"]) == (5, 1)
    assert review["your_assignment"]["role"] == "role of bob"
    assert review["your_offer"]["contribution"] == "my own hall"
    assert not {"proposal", "max_rounds"} & set(invitation)


async def test_a_persons_change_request_leads_to_a_new_proposal_version(running: GatewayHarness) -> None:
    bob = PersonClient(running)
    async with bob.at_the_page():
        demand = (await running.submit(who=ALICE))["demand_id"]
        await bob.tell("invitation", JOIN)
        await bob.tell("review", {"feedback_type": "negotiate", "adjustment_request": "on Monday, please"})
        await bob.tell("review", AGREE)
        view = await ended(running, demand)
    assert (view["status"], view["round"]) == ("finalized", 2)
    assert [one["feedback_type"] for one in (await human_answer(running, demand))[1:]] == ["negotiate", "accept"]
    assert [one["content"] for one in view["bargains"]] == ["on Monday, please"]
    (candidate,) = (who for who in view["candidates"] if who["agent_id"] == "bob")
    assert [one["answered_by"] for one in candidate["feedbacks"]] == ["person", "person"]


@pytest.mark.parametrize("answer", [{"decision": "decline", "decline_reason": "no time"}, {"decision": "decline"}])
async def test_a_person_who_declines_takes_no_part(answer: dict[str, str], running: GatewayHarness) -> None:
    bob = PersonClient(running)
    async with bob.at_the_page():
        demand = (await running.submit(who=ALICE))["demand_id"]
        await bob.tell("invitation", answer)
        view = await ended(running, demand)
    (offer,) = await human_answer(running, demand)
    assert (offer["decision"], offer["answered_by"]) == ("decline", "person")
    assert view["status"] == "finalized"
    assert offer["decline_reason"] == answer.get("decline_reason", "gave no reason")


async def test_a_person_who_withdraws_is_listed_as_withdrawn(running: GatewayHarness) -> None:
    bob = PersonClient(running)
    async with bob.at_the_page():
        demand = (await running.submit(who=ALICE))["demand_id"]
        await bob.tell("invitation", JOIN)
        await bob.tell("review", {"feedback_type": "withdraw", "reasoning": "I am ill"})
        view = await ended(running, demand)
    assert [one["reason"] for one in view["withdrawn"]] == ["I am ill"]
    assert await marks(running, demand) == ["person", "person"]


async def test_session_agents_lists_the_agents_of_the_signed_in_user(running: GatewayHarness) -> None:
    own = (await running.get("/session/agents", BOB)).json()
    assert own == {"items": [(await running.get("/agents/bob")).json()]}
    assert "user_id" not in own["items"][0]
    for who in (ALICE, ROOT, NOBODY):
        assert (await running.get("/session/agents", who)).json() == {"items": []}


async def test_an_attendance_response_has_its_lease_end_and_wait(clock: VirtualClock, running: GatewayHarness) -> None:
    answer = await running.ask("PUT", "/agents/bob/attendance", BOB)
    until = {"agent_id": "bob", "attended_until": to_iso8601(clock.now() + LEASE_MS)}
    assert answer.json() == {**until, "waits_s": 60}
    for waited in (0, 7):
        await asyncio.sleep(waited)
        shown = (await running.get("/agents/bob/questions", BOB)).json()
        assert shown == {**until, "now": to_iso8601(clock.now()), "items": [], "answered": []}
