"""Which of a person's answers counts, which is refused, and does the longest one arrive whole?"""

import asyncio
from typing import Any

import pytest

from negotiation.attendance.port import SettledAnswer
from shared.core.timestamps import parse_iso8601
from shared.runtime.virtual_clock import VirtualClock
from tests.support.gateway_harness import ALICE, ROOT, GatewayHarness, event_payloads
from tests.support.person_client import (
    AGREE,
    JOIN,
    PersonClient,
    ended,
    human_answer,
    marks,
    question_of,
)

pytestmark = pytest.mark.gateway(people=True)

RACES = range(-2, 3)


@pytest.mark.parametrize("ahead", RACES)
async def test_one_of_two_concurrent_answers_counts_and_the_other_is_refused(
    ahead: int, clock: VirtualClock, running: GatewayHarness
) -> None:
    """The person's answer comes so many ms after the end of their time."""
    bob = PersonClient(running)
    async with bob.at_the_page():
        demand = (await running.submit(who=ALICE))["demand_id"]
        asked = await bob.asked("invitation")
        await asyncio.sleep((parse_iso8601(asked["until"]) + ahead - clock.now()) / 1000)
        answer = await bob.answer(asked, JOIN)
        await ended(running, demand)
    offers = [one for one in await human_answer(running, demand) if one["type"] == "towow.offer.submitted"]
    mark = "person" if answer.status_code == 202 else "agent"
    assert [one["answered_by"] for one in offers] == [mark]
    assert (answer.status_code == 202) == (ahead < 0)


async def test_an_answer_after_the_agents_claim_is_refused(running: GatewayHarness) -> None:
    """It claims the answer first, then asks its model: whoever comes in between is told that it is over."""
    bob = PersonClient(running)
    async with bob.at_the_page():
        demand = (await running.submit(who=ALICE))["demand_id"]
        asked = await bob.asked("invitation")
        question = question_of(asked)
        await running.system.attending.settle_answer(question, SettledAnswer())
        assert event_payloads(await bob.answer(asked, JOIN)) == (409, "E014")
        await ended(running, demand)
    assert (await marks(running, demand))[0] == "agent"


async def test_after_the_verdict_the_answer_stays_and_the_same_again_is_accepted_again(
    running: GatewayHarness,
) -> None:
    bob = PersonClient(running)
    async with bob.at_the_page():
        demand = (await running.submit(who=ALICE))["demand_id"]
        asked = await bob.tell("invitation", JOIN)
        await bob.asked("review")
        other = await bob.answer(asked, {"decision": "decline"})
        assert event_payloads(other) == (409, "E014")
        assert other.json()["details"] == {"id": asked["question_id"], "status": "answered"}
        assert (await bob.answer(asked, JOIN)).status_code == 202
        await asyncio.sleep(61)
        assert (await bob.answer(asked, JOIN)).status_code == 202
        await bob.tell("review", AGREE)
        await ended(running, demand)
    assert [one["type"] for one in await human_answer(running, demand)].count("towow.offer.submitted") == 1


async def test_an_offer_is_changed_while_others_are_waited_for(running: GatewayHarness) -> None:
    """Bob's offer is changed twice; that of cai, who takes longer, ends the collection."""
    bob, cai = PersonClient(running), PersonClient(running, ROOT, "cai")
    async with bob.at_the_page(), cai.at_the_page():
        demand = (await running.submit(who=ALICE))["demand_id"]
        asked = await bob.tell("invitation", {"decision": "decline"})
        assert (await bob.answer(asked, JOIN)).status_code == 202
        last = {**JOIN, "contribution": "my garden"}
        assert (await bob.answer(asked, last)).status_code == 202
        assert (await bob.answer(asked, last)).status_code == 202  # the same again
        (answered,) = await bob.answered()
        assert (answered["question_id"], answered["answer"]["contribution"]) == (asked["question_id"], "my garden")
        assert answered["others"] == ["Amy", "Cai"]
        await cai.tell("invitation", JOIN)
        review = await bob.asked("review")
        assert await bob.answered() == []
        await cai.tell("review", AGREE)
        await bob.tell("review", AGREE)
        await ended(running, demand)
    assert review["your_offer"]["contribution"] == "my garden"
    offers = [one for one in await human_answer(running, demand) if one["type"] == "towow.offer.submitted"]
    assert [(one["decision"], one["answered_by"]) for one in offers] == [
        ("decline", "person"),
        ("participate", "person"),
        ("participate", "person"),
    ]


async def test_feedback_is_changed_until_the_verdict_which_counts_the_newest(running: GatewayHarness) -> None:
    bob, cai = PersonClient(running), PersonClient(running, ROOT, "cai")
    async with bob.at_the_page(), cai.at_the_page():
        demand = (await running.submit(who=ALICE))["demand_id"]
        await asyncio.gather(bob.tell("invitation", JOIN), cai.tell("invitation", JOIN))
        asked = await bob.tell("review", {"feedback_type": "reject", "reasoning": "too far"})
        assert (await bob.answer(asked, AGREE)).status_code == 202
        await cai.tell("review", AGREE)
        view = await ended(running, demand)
    (verdict,) = view["evaluations"]
    assert (verdict["accepts"], verdict["rejects"], verdict["answered"], verdict["sent"]) == (3, 0, 3, 3)
    said = [one for one in await human_answer(running, demand) if one["type"] == "towow.proposal.feedback"]
    assert [(one["feedback_type"], one["answered_by"]) for one in said] == [("reject", "person"), ("accept", "person")]
    (candidate,) = (each for each in view["candidates"] if each["agent_id"] == "bob")
    assert candidate["feedback"]["feedback_type"] == "accept"
    assert view["review"]["answered"].count("bob") == 1


async def test_an_agents_own_answer_is_not_replaced_by_its_person(running: GatewayHarness) -> None:
    bob, cai = PersonClient(running), PersonClient(running, ROOT, "cai")
    async with cai.at_the_page():
        await bob.attend()
        demand = (await running.submit(who=ALICE))["demand_id"]
        asked = await bob.asked("invitation")
        await running.system.attending.settle_answer(question_of(asked), SettledAnswer())
        assert event_payloads(await bob.answer(asked, JOIN)) == (409, "E014")
        await cai.tell("invitation", JOIN)
        assert await bob.answered() == []
        await cai.tell("review", AGREE)
        await ended(running, demand)


async def test_answers_to_expired_questions_are_refused_as_over(running: GatewayHarness) -> None:
    bob = PersonClient(running)
    async with bob.at_the_page():
        await running.submit(who=ALICE)
        asked = await bob.asked("invitation")
        await asyncio.sleep(61)
        late = await bob.answer(asked, JOIN)
        assert event_payloads(late) == (409, "E014")
        assert late.json()["details"] == {"id": asked["question_id"], "status": "over"}
        await asyncio.sleep(600)  # and then it is forgotten
        assert event_payloads(await bob.answer(asked, JOIN)) == (404, "E019")


LONG = "好" * 61


BAD_OFFERS: list[tuple[Any, str]] = [
    ({}, "decision"),
    ({"decision": "perhaps"}, "decision"),
    ({"decision": "conditional"}, "conditions"),
    ({"decision": "conditional", "conditions": [" "]}, "conditions"),
    ({"decision": "participate", "conditions": "weekends"}, "conditions"),
    ({"decision": "participate", "conditions": ["x"] * 5}, "conditions"),
    ({"decision": "participate", "conditions": ["weekends", LONG]}, "conditions.1"),
    ({"decision": "participate", "contribution": "x" * 901}, "contribution"),
    ({"decision": "participate", "contribution": 7}, "contribution"),
    ({"decision": "participate", "negotiation_points": [{"desired_value": "x"}]}, "negotiation_points.0.aspect"),
    (
        {"decision": "conditional", "negotiation_points": [{"aspect": " \t", "desired_value": "x"}]},
        "negotiation_points.0.aspect",
    ),
    ({"decision": "participate", "negotiation_points": [{"aspect": "\u3000"}]}, "negotiation_points.0.aspect"),
    ({"decision": "participate", "confidence": 100}, "confidence"),
    ({"feedback_type": "accept"}, "decision"),
    ([], "body"),
    ("participate", "body"),
]


BAD_REVIEWS: list[tuple[Any, str]] = [
    ({}, "feedback_type"),
    ({"feedback_type": "maybe"}, "feedback_type"),
    ({"feedback_type": "negotiate", "adjustment_request": "x" * 286}, "adjustment_request"),
    ({"feedback_type": "reject", "concerns": [LONG]}, "concerns.0"),
    ({"decision": "participate"}, "feedback_type"),
]


async def test_an_invalid_answer_is_refused_with_its_fields_and_changes_nothing(running: GatewayHarness) -> None:
    bob = PersonClient(running)
    async with bob.at_the_page():
        demand = (await running.submit(who=ALICE))["demand_id"]
        for kind, bad, good in (("invitation", BAD_OFFERS, JOIN), ("review", BAD_REVIEWS, AGREE)):
            asked = await bob.asked(kind)
            for body, field in bad:
                refused = await bob.answer(asked, body)
                assert event_payloads(refused) == (400, "E001"), body
                assert field in {problem["field"] for problem in refused.json()["details"]}, refused.text
                assert LONG not in refused.text
            assert await bob.questions() == [asked]
            await bob.tell(kind, good)
        await ended(running, demand)
    assert await marks(running, demand) == ["person", "person"]


async def test_the_longest_allowed_offer_texts_are_delivered_untruncated(running: GatewayHarness) -> None:
    bob = PersonClient(running)
    wish = {"aspect": "费" * 60, "desired_value": "8" * 180, "reason": "因" * 95}
    longest = {
        "decision": "conditional",
        "contribution": "场" * 300,
        "conditions": ["周" * 60, "w" * 180, "a", "b"],
        "negotiation_points": [wish],
        "reasoning": "<script>‮" + "x" * 270,
    }
    async with bob.at_the_page():
        demand = (await running.submit(who=ALICE))["demand_id"]
        await bob.tell("invitation", longest)
        await bob.asked("review")
    offer = (await human_answer(running, demand))[0]
    assert offer["response_type"] == "negotiate"
    for name in ("contribution", "conditions", "reasoning"):
        assert offer[name] == longest[name]
    assert offer["negotiation_points"] == [{"current_value": "", **wish}]


CONCERNS = ["天" * 60, "地" * 35, "人" * 32, "和"]
"""As long as they may be; with what stands between them the first, the third and the last fit into one request."""


@pytest.mark.parametrize(
    ("review", "wanted"),
    [
        ({"concerns": CONCERNS, "reasoning": "因" * 95}, "; ".join([CONCERNS[0], CONCERNS[2], CONCERNS[3]])),
        ({"concerns": CONCERNS, "adjustment_request": "请" * 95}, "请" * 95),
        ({"reasoning": "x" * 285}, "x" * 285),
    ],
    ids=["concerns", "request", "reasoning"],
)
async def test_the_longest_allowed_feedback_texts_are_delivered_untruncated(
    review: dict[str, Any], wanted: str, running: GatewayHarness
) -> None:
    bob = PersonClient(running)
    async with bob.at_the_page():
        demand = (await running.submit(who=ALICE))["demand_id"]
        await bob.tell("invitation", JOIN)
        await bob.tell("review", {"feedback_type": "negotiate", **review})
        await bob.tell("review", AGREE)
        view = await ended(running, demand)
    feedback = (await human_answer(running, demand))[1]
    assert feedback["adjustment_request"] == wanted
    assert feedback["concerns"] == review.get("concerns", [])
    assert feedback["reasoning"] == review.get("reasoning", "")
    assert [one["content"] for one in view["bargains"]] == [wanted]
