"""What does an invited person see by their link, and which of their answers counts?"""

import asyncio
from typing import Any

import pytest

from negotiation.contracts.person_answer import AGENT_ANSWER_MS
from negotiation.registry.profile import Profile
from shared.core.timestamps import parse_iso8601
from tests.support.gateway_harness import ALICE, ROOT, GatewayHarness, event_payloads
from tests.support.link_client import LinkClient
from tests.support.person_client import PersonClient, ended, human_answer, marks

pytestmark = pytest.mark.gateway(people=True)


async def said_in_log(running: GatewayHarness, demand: str, count: int) -> list[dict[str, Any]]:
    """The first `count` things that bob's agent said, once the log has them."""
    async with asyncio.timeout(600):
        while True:
            given = await human_answer(running, demand)
            if len(given) >= count:
                return given[:count]
            await asyncio.sleep(0.5)


async def test_an_answer_by_link_takes_part_as_the_persons(running: GatewayHarness) -> None:
    bob = await LinkClient.invited(running)
    async with bob.reading():
        demand = (await running.submit(who=ALICE))["demand_id"]
        told = await bob.answer(await bob.asked("invitation"), "conditions", "weekends only\n\n no loud music ")
        assert (told.status_code, told.json()["status"]) == (202, "telling")
        assert (await bob.answer(await bob.asked("review"), "yes")).status_code == 202
        await ended(running, demand)
    offer, feedback = await human_answer(running, demand)
    assert (offer["answered_by"], feedback["answered_by"]) == ("person", "person")
    assert (offer["decision"], offer["conditions"]) == ("conditional", ["weekends only", "no loud music"])
    assert feedback["feedback_type"] == "accept"


@pytest.mark.parametrize(
    ("decision", "text", "said"),
    [
        ("yes", "gladly", {"decision": "participate", "reasoning": "gladly"}),
        ("no", "no time", {"decision": "decline", "decline_reason": "no time"}),
        ("no", "", {"decision": "decline"}),
    ],
)
async def test_yes_and_no_to_an_invitation(
    decision: str, text: str, said: dict[str, str], running: GatewayHarness
) -> None:
    bob = await LinkClient.invited(running)
    async with bob.reading():
        demand = (await running.submit(who=ALICE))["demand_id"]
        await bob.answer(await bob.asked("invitation"), decision, text)
        (offer,) = await said_in_log(running, demand, 1)
    assert said.items() <= offer.items()


@pytest.mark.parametrize(
    ("decision", "said"),
    [
        ("no", {"feedback_type": "reject", "reasoning": "on Monday"}),
        ("conditions", {"feedback_type": "negotiate", "adjustment_request": "on Monday"}),
    ],
)
async def test_no_and_conditions_to_a_plan(decision: str, said: dict[str, str], running: GatewayHarness) -> None:
    bob = await LinkClient.invited(running)
    async with bob.reading():
        demand = (await running.submit(who=ALICE))["demand_id"]
        await bob.answer(await bob.asked("invitation"), "yes")
        await bob.answer(await bob.asked("review"), decision, "on Monday")
        _, feedback = await said_in_log(running, demand, 2)
    assert said.items() <= feedback.items()


async def test_a_question_says_for_whom_what_when_pay_and_who_else(running: GatewayHarness) -> None:
    profile = Profile(agent_id="bob", display_name="Bob", capabilities=("venue",), user_id="user_bob", price=90)
    await running.system.profiles.upsert(profile.model_copy(update={"currency": "GBP"}))
    bob = await LinkClient.invited(running)
    async with bob.reading():
        words = "I need a venue for mushrooms"
        demand = (await running.submit(who=ALICE, visibility="private", raw_input=words))["demand_id"]
        asked = await bob.asked("invitation")
        page = await bob.page()
        await bob.answer(asked, "yes")
        review = await bob.asked("review")
    assert (page["agent_id"], page["display_name"]) == ("bob", "Bob")
    assert (asked["demand_id"], asked["requester"], asked["demand"]) == (demand, "user_alice", words)
    assert (asked["reason"], asked["watchable"]) == ("has a venue", False)
    assert asked["own_price"] == {"amount": 9000, "currency": "GBP"}
    others = {one["display_name"]: one["standing"] for one in asked["others"]}
    assert others
    assert "Bob" not in others
    assert set(others.values()) <= {"invited", "joins"}
    assert (review["parts"], review["plan_version"]) == (["role of bob"], 1)
    assert {one["role"] for one in review["others"]} <= {"role of amy", "role of cai", "role of dan", "role of eve"}


async def test_a_link_used_twice_shows_the_newest_answer_which_counts_until_the_verdict(
    running: GatewayHarness,
) -> None:
    bob = await LinkClient.invited(running)
    other_device = LinkClient(running, bob.path)
    cai = PersonClient(running, ROOT, "cai")  # takes longer, so that the offers are still open
    async with bob.reading(), cai.at_the_page():
        demand = (await running.submit(who=ALICE))["demand_id"]
        asked = await bob.asked("invitation")
        assert (await bob.answer(asked, "conditions", "weekends")).status_code == 202
        assert (await other_device.answer(asked, "conditions", " weekends ")).status_code == 202
        assert event_payloads(await bob.answer(asked, "later")) == (409, "E014")
        assert (await other_device.answer(asked, "no")).status_code == 202
        (shown,) = [one for one in (await other_device.page())["items"] if one["kind"] == "invitation"]
        assert shown["answer"] == {"answered_by": "person", "decision": "no", "text": ""}
        assert shown["changeable"]
        await cai.tell("invitation", {"decision": "decline"})
        await ended(running, demand)
        refused = await bob.answer(asked, "yes")
        assert event_payloads(refused) == (409, "E014")
    offers = [one for one in await human_answer(running, demand) if one["type"] == "towow.offer.submitted"]
    assert [one["decision"] for one in offers] == ["conditional", "decline"]


async def test_ask_me_later_waits_as_long_as_the_channel_allows(running: GatewayHarness) -> None:
    bob = await LinkClient.invited(running)
    async with bob.reading():
        demand = (await running.submit(who=ALICE))["demand_id"]
        asked = await bob.asked("invitation")
        assert parse_iso8601(asked["can_wait_until"]) > parse_iso8601(asked["until"])
        told = (await bob.answer(asked, "later")).json()
        assert told == {
            "question_id": asked["question_id"],
            "status": "postponed",
            "until": asked["can_wait_until"],
        }
        await asyncio.sleep(120)  # twice the usual time, and past the reminder
        assert await human_answer(running, demand) == []
        (open_question,) = (await bob.page())["items"]
        assert open_question["until"] == asked["can_wait_until"]
        assert (await bob.answer(open_question, "yes")).status_code == 202
        await bob.answer(await bob.asked("review"), "yes")
        await ended(running, demand)
    assert await marks(running, demand) == ["person", "person"]


async def test_after_asking_for_more_time_the_agent_answers_in_time(running: GatewayHarness) -> None:
    bob = await LinkClient.invited(running)
    async with bob.reading():
        demand = (await running.submit(who=ALICE))["demand_id"]
        asked = await bob.asked("invitation")
        await bob.answer(asked, "later")
        (offer,) = await said_in_log(running, demand, 1)
        assert event_payloads(await bob.answer(asked, "yes")) == (409, "E014")
    waited_until = parse_iso8601(asked["can_wait_until"])
    assert (offer["answered_by"], offer.get("late", False)) == ("agent", False)
    assert waited_until <= offer["at"] < waited_until + AGENT_ANSWER_MS


BAD_ANSWERS: tuple[tuple[dict[str, Any], str], ...] = (
    ({"decision": "conditions", "text": " \n "}, "text"),
    ({"decision": "conditions", "text": "x" * 181}, "text"),
    ({"decision": "conditions", "text": "a\nb\nc\nd\ne"}, "text"),
    ({"decision": "yes", "text": "x" * 286}, "text"),
    ({"decision": "perhaps"}, "decision"),
    ({"text": "yes"}, "decision"),
    ({"decision": "yes", "rating": 5}, "rating"),
)


async def test_bad_answers_are_refused_by_field_and_settle_nothing(running: GatewayHarness) -> None:
    bob = await LinkClient.invited(running)
    async with bob.reading():
        await running.submit(who=ALICE)
        asked = await bob.asked("invitation")
        for body, field in BAD_ANSWERS:
            refused = await running.post(f"{bob.path}/answers", {"question_id": asked["question_id"], **body})
            assert event_payloads(refused) == (400, "E001"), body
            assert [one["field"] for one in refused.json()["details"]] == [field]
        assert (await bob.answer(asked, "no")).status_code == 202
