"""The requester's question and changes over HTTP: what is answered, until when, and what a later viewer sees."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from negotiation.contracts.demand import (
    DemandLimits,
    DemandUnderstanding,
    Need,
    QuestionOption,
    UnderstandingChanges,
    UnderstandingQuestion,
)
from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.virtual_clock import VirtualClock
from tests.support.case_tables import load_cases
from tests.support.embedded_system import ANSWERS
from tests.support.gateway_harness import ALICE, BOB, KEYS, NOBODY, ROOT, GatewayHarness, event_payloads

PLACE = UnderstandingQuestion(
    aspect="place",
    text="Where is it?",
    options=(
        QuestionOption(id="here", text="here"),
        QuestionOption(id="there", text="there", changes=UnderstandingChanges(limits=DemandLimits(place="there"))),
    ),
    default="here",
)


def reading(question: UnderstandingQuestion | None = None, latency_ms: int = 0) -> RuleBasedModel:
    """A model that reads one need from every demand; own words that are added say where it is."""

    def understand(facts: Any) -> DemandUnderstanding:
        _, _, own_words = facts.raw_input.partition("\n")
        return DemandUnderstanding(
            surface_demand=facts.raw_input,
            needs=(Need(need="venue"),),
            limits=DemandLimits(place=own_words or None),
            register="festive",
            question=question,
        )

    return RuleBasedModel({**ANSWERS, "demand_understanding": understand}, latency_ms)


async def view_of(running: GatewayHarness, demand_id: str, until: Callable[[Any], bool]) -> dict[str, Any]:
    """The demand's view as soon as it is so."""
    async with asyncio.timeout(600):
        while True:
            view = (await running.get(f"/demands/{demand_id}")).json()
            if until(view):
                return view
            await asyncio.sleep(0.05)


async def reviewed(running: GatewayHarness, **more: Any) -> tuple[str, dict[str, Any]]:
    """An interactive demand whose requester can do something, and its view."""
    demand = (await running.submit(interactive=True, **more))["demand_id"]
    return demand, await view_of(running, demand, lambda view: view["phase"] == "reviewing")


async def types_of(running: GatewayHarness, demand_id: str) -> list[str]:
    page = (await running.get(f"/demands/{demand_id}/events", limit=1000)).json()
    return [event["event_type"].removeprefix("towow.") for event in page["events"]]


@pytest.mark.gateway(model=reading())
async def test_every_part_of_the_understanding_is_in_the_response(running: GatewayHarness) -> None:
    said = await running.submit()
    assert said["understanding"]["register"] == "festive"
    assert [need["need"] for need in said["understanding"]["needs"]] == ["venue"]


@pytest.mark.gateway(model=reading())
async def test_an_interactive_demand_waits_for_changes_and_any_other_does_not(
    clock: VirtualClock, running: GatewayHarness
) -> None:
    calm, began = await running.submit(), clock.now()
    await view_of(running, calm["demand_id"], lambda view: bool(view["candidates"]))
    assert clock.now() - began < 1000
    demand, view = await reviewed(running)
    assert view["review_until"]
    await view_of(running, demand, lambda view: bool(view["candidates"]))
    assert 4000 < clock.now() - began < 7000


@pytest.mark.gateway(model=reading())
async def test_a_change_answers_with_the_whole_understanding_and_a_later_viewer_sees_it(
    running: GatewayHarness,
) -> None:
    demand, _ = await reviewed(running)
    answer = await running.post(f"/demands/{demand}/understanding", {"needs": [{"need": "band", "count": 2}]})
    assert answer.status_code == 200, answer.text
    assert [(need["need"], need["count"]) for need in answer.json()["needs"]] == [("band", 2)]
    assert answer.json()["surface_demand"] == "I need a venue"
    view = await running.ended(demand)
    assert [need["need"] for need in view["understanding"]["needs"]] == ["band"]
    (revision,) = view["revisions"]
    assert (revision["changed_by"], [change["field"] for change in revision["changes"]]) == ("user", ["needs"])
    assert [need["need"] for need in revision["changes"][0]["before"]] == ["venue"]
    assert (view["review_until"], view["status"]) == (None, "finalized")


@pytest.mark.gateway(model=reading())
async def test_two_changes_at_the_same_time_both_count(running: GatewayHarness) -> None:
    demand, _ = await reviewed(running)
    bodies = [{"title": "a party"}, {"preferences": ["quiet"]}]
    answers = await asyncio.gather(*(running.post(f"/demands/{demand}/understanding", body) for body in bodies))
    assert [answer.status_code for answer in answers] == [200, 200]
    view = (await running.get(f"/demands/{demand}")).json()
    assert (view["understanding"]["title"], view["understanding"]["preferences"]) == ("a party", ["quiet"])
    assert len(view["revisions"]) == 2


@pytest.mark.gateway(model=reading())
async def test_the_same_key_is_one_change_and_another_body_is_refused(running: GatewayHarness) -> None:
    demand, _ = await reviewed(running)
    path, key = f"/demands/{demand}/understanding", {"Idempotency-Key": "k1"}
    first = await running.post(path, {"title": "a party"}, key)
    again = await running.post(path, {"title": "a party"}, key)
    assert (first.status_code, again.json()) == (200, first.json())
    assert event_payloads(await running.post(path, {"title": "another"}, key)) == (422, "E015")
    view = await running.ended(demand)
    assert len(view["revisions"]) == 1
    assert (await running.post(path, {"title": "a party"}, key)).status_code == 409


@pytest.mark.gateway(model=reading())
async def test_go_invites_at_once(clock: VirtualClock, running: GatewayHarness) -> None:
    demand, _ = await reviewed(running)
    began = clock.now()
    answer = await running.post(f"/demands/{demand}/understanding", {"go": True})
    assert (answer.status_code, answer.json()["surface_demand"]) == (200, "I need a venue")
    await view_of(running, demand, lambda view: bool(view["candidates"]))
    assert clock.now() - began < 1000


@pytest.mark.gateway(model=reading(latency_ms=3000))
async def test_a_change_before_and_after_its_time_conflicts_with_the_phase(running: GatewayHarness) -> None:
    body = {"raw_input": "I need a venue", "user_id": "user_alice", "interactive": True}
    demand = (await running.post("/demand/submit", body, wait_s=0)).json()["demand_id"]
    path = f"/demands/{demand}/understanding"

    async def refusal() -> tuple[int, str]:
        answer = await running.post(path, {"title": "late"})
        return answer.status_code, answer.json()["details"]["status"]

    assert await refusal() == (409, "understanding")
    await view_of(running, demand, lambda view: view["phase"] == "reviewing")
    assert (await running.post(path, {"go": True})).status_code == 200
    going = await view_of(running, demand, lambda view: view["phase"] != "reviewing")
    assert (going["phase"], going["candidates"], going["review_until"]) == ("filtering", [], None)
    assert await refusal() == (409, "filtering")
    view = await running.ended(demand)
    assert (view["understanding"]["title"], await refusal()) == ("", (409, view["status"]))


@pytest.mark.gateway(model=reading(latency_ms=15_000))
async def test_a_change_conflicts_once_the_time_for_it_has_passed_though_no_event_says_so(
    running: GatewayHarness,
) -> None:
    body = {"raw_input": "I need a venue", "user_id": "user_alice", "interactive": True}
    demand = (await running.post("/demand/submit", body, wait_s=0)).json()["demand_id"]
    await view_of(running, demand, lambda view: view["phase"] == "reviewing")
    await asyncio.sleep(9)
    late = await running.post(f"/demands/{demand}/understanding", {"title": "late"})
    assert (late.status_code, late.json()["error_code"], late.json()["details"]["status"]) == (409, "E014", "filtering")
    assert (await running.get(f"/demands/{demand}")).json()["candidates"] == []  # prompt 2 is still being answered
    view = await running.ended(demand)
    assert view["understanding"]["title"] == ""


@pytest.mark.gateway(model=reading())
async def test_a_change_of_a_demand_that_is_not_interactive_conflicts(running: GatewayHarness) -> None:
    demand = (await running.submit())["demand_id"]
    answer = await running.post(f"/demands/{demand}/understanding", {"title": "late"})
    assert event_payloads(answer) == (409, "E014")


@pytest.mark.gateway(model=reading(PLACE))
async def test_a_question_is_shown_until_it_is_answered(running: GatewayHarness) -> None:
    demand, view = await reviewed(running)
    question = view["question"]
    assert question["question_id"].startswith("q-")
    assert (question["default"], [option["id"] for option in question["options"]]) == ("here", ["here", "there"])
    body = {"question_id": question["question_id"], "option": "there"}
    answer = await running.post(f"/demands/{demand}/answers", body)
    assert (answer.status_code, answer.json()["question_id"]) == (202, question["question_id"])
    view = await view_of(running, demand, lambda view: view["question"] is None)
    assert view["understanding"]["limits"] == {"place": "there"}
    (past,) = view["answered_questions"]
    assert (past["question"], past["answer"]["option"], past["answer"]["answered_by"]) == (question, "there", "person")
    assert view["revisions"][0]["changed_by"] == "answer"
    assert (await running.post(f"/demands/{demand}/answers", body)).status_code == 202
    late = await running.post(f"/demands/{demand}/answers", {**body, "option": "here"})
    assert (late.status_code, late.json()["details"]) == (409, {"id": question["question_id"], "status": "answered"})
    assert (await types_of(running, demand)).count("question.answered") == 1


@pytest.mark.gateway(model=reading(PLACE))
async def test_of_answers_at_the_same_time_one_counts_and_the_others_conflict(running: GatewayHarness) -> None:
    demand, view = await reviewed(running)
    path, question = f"/demands/{demand}/answers", view["question"]["question_id"]
    bodies = [{"option": "here"}, {"option": "there"}, {"text": "in the old mill"}] * 3
    answers = await asyncio.gather(*(running.post(path, {"question_id": question, **body}) for body in bodies))
    taken = [body for body, answer in zip(bodies, answers, strict=True) if answer.status_code == 202]
    refused = [answer for answer in answers if answer.status_code != 202]
    assert (len(taken), taken[0]) == (3, taken[1])
    assert {answer.status_code for answer in refused} == {409}
    assert refused[0].json()["details"] == {"id": question, "status": "answered"}
    view = await view_of(running, demand, lambda view: view["question"] is None)
    given = view["answered_questions"][0]["answer"]
    assert taken[0].items() <= given.items()


@pytest.mark.gateway(model=reading(PLACE))
async def test_an_answer_after_the_default_was_taken_is_over(running: GatewayHarness) -> None:
    demand = (await running.submit())["demand_id"]
    view = await view_of(running, demand, lambda view: "answered_questions" in view)
    question = view["answered_questions"][0]["question"]
    assert view["answered_questions"][0]["answer"] == {
        "question_id": question["question_id"], "option": "here", "answered_by": "timeout"
    }  # fmt: skip
    answer = await running.post(
        f"/demands/{demand}/answers", {"question_id": question["question_id"], "option": "here"}
    )
    assert event_payloads(answer) == (409, "E014")
    await running.ended(demand)


@pytest.mark.gateway(model=reading(PLACE))
async def test_own_words_are_read_with_the_demand(running: GatewayHarness) -> None:
    demand, view = await reviewed(running)
    body = {"question_id": view["question"]["question_id"], "text": "in the old mill"}
    assert (await running.post(f"/demands/{demand}/answers", body)).status_code == 202
    view = await running.ended(demand)
    assert view["understanding"]["limits"] == {"place": "in the old mill"}
    types = await types_of(running, demand)
    assert types[:6] == [
        "demand.submitted", "demand.understood", "question.asked", "question.answered", "demand.revised",
        "filter.completed",
    ]  # fmt: skip


@pytest.mark.gateway(model=reading(PLACE))
async def test_a_cancelled_demand_has_no_open_question(running: GatewayHarness) -> None:
    demand, view = await reviewed(running)
    question = view["question"]["question_id"]
    await running.post(f"/demands/{demand}/cancel")
    view = await running.ended(demand)
    assert (view["question"], view["status"]) == (None, "cancelled")
    answer = await running.post(f"/demands/{demand}/answers", {"question_id": question, "option": "here"})
    assert (answer.status_code, answer.json()["details"]["status"]) == (409, "cancelled")


INVALID: dict[str, dict[str, Any]] = load_cases(__file__, "invalid")
"""A body that is refused, and the fields that are named."""


@pytest.mark.gateway(model=reading(PLACE))
@pytest.mark.parametrize("case", sorted(INVALID))
async def test_an_invalid_body_is_refused_with_its_fields(running: GatewayHarness, case: str) -> None:
    demand, view = await reviewed(running)
    given = INVALID[case]
    body = {**given["body"]}
    if body.get("question_id") == "OPEN":
        body["question_id"] = view["question"]["question_id"]
    answer = await running.post(f"/demands/{demand}/{given['path']}", body)
    assert event_payloads(answer) == (400, "E001"), answer.text
    assert [problem["field"] for problem in answer.json()["details"]] == given["fields"]
    assert all(problem["problem"] for problem in answer.json()["details"])
    chinese = await running.post(f"/demands/{demand}/{given['path']}", body, {"Accept-Language": "zh"})
    assert all(problem["problem"] != "无效" for problem in chinese.json()["details"]), chinese.text
    assert "demand.revised" not in await types_of(running, demand)


@pytest.mark.gateway(model=reading(PLACE))
async def test_an_unknown_demand_or_question_is_not_found(running: GatewayHarness) -> None:
    demand, _ = await reviewed(running)
    answer = {"question_id": "q-abcdefghijklm", "option": "here"}
    assert event_payloads(await running.post(f"/demands/{demand}/answers", answer)) == (404, "E019")
    for path, body in (("answers", answer), ("understanding", {"go": True})):
        assert event_payloads(await running.post(f"/demands/d-abcdefghijklm/{path}", body)) == (404, "E002")


@pytest.mark.gateway(model=reading(PLACE), keys=KEYS, open=True)
@pytest.mark.parametrize(("who", "expected"), [(NOBODY, 403), (BOB, 403), (ALICE, 200), (ROOT, 200)])
async def test_only_the_requester_and_administrators_may_change_and_answer(
    running: GatewayHarness, who: dict[str, str], expected: int
) -> None:
    demand = (await running.submit(who=ALICE, interactive=True))["demand_id"]
    question = (await running.get(f"/demands/{demand}", ALICE)).json()["question"]["question_id"]
    answers = await running.post(f"/demands/{demand}/answers", {"question_id": question, "option": "there"}, who)
    assert answers.status_code == (202 if expected == 200 else expected)
    await asyncio.sleep(0.1)
    change = await running.post(f"/demands/{demand}/understanding", {"title": "a party"}, who)
    assert change.status_code == expected


@pytest.mark.gateway(model=reading())
async def test_a_change_that_no_worker_applies_in_time_is_said_to_be_stored(running: GatewayHarness) -> None:
    demand, _ = await reviewed(running)
    await running.system.kill()
    answer = await running.post(f"/demands/{demand}/understanding", {"title": "a party"})
    assert event_payloads(answer) == (503, "E018")
    assert answer.json()["details"].startswith("the change is stored")
