"""The requester's answers about limits that a plan leaves, over HTTP: who may give them, until when, and what follows."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from negotiation.contracts.demand import DemandLimits, DemandUnderstanding, Need
from negotiation.contracts.money import Money
from negotiation.contracts.proposal import Assignment, ProposalDraft, Timeline
from negotiation.contracts.terms import Terms
from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.virtual_clock import VirtualClock
from tests.scenario.test_gateway_clarification import types_of, view_of
from tests.support.embedded_system import ANSWERS
from tests.support.gateway_harness import ALICE, BOB, KEYS, NOBODY, ROOT, GatewayHarness, event_payloads

BUDGET = Money(amount=50_000, currency="GBP")
FEE = Money(amount=40_000, currency="GBP")
ASKED_DAY, OTHER_DAY = "2026-03-07", "2026-03-10"


def plan(facts: Any) -> ProposalDraft:
    """A plan on another day and, by two holders, above the budget."""
    assignments = tuple(
        Assignment(agent_id=offer.agent_id, role="venue", need="n1", terms=Terms(fee=FEE)) for offer in facts.offers
    )
    return ProposalDraft(summary="a plan", assignments=assignments, timeline=Timeline(start_date=OTHER_DAY))


LIMITED = DemandUnderstanding(
    surface_demand="a venue for a day",
    needs=(Need(id="n1", need="venue"),),
    limits=DemandLimits(dates=(ASKED_DAY,), budget=BUDGET),
)
MODEL = RuleBasedModel(
    {
        **ANSWERS,
        "demand_understanding": lambda _: LIMITED,
        "proposal_aggregation": plan,
        "proposal_adjustment": plan,
    },
    2000,
)

pytestmark = pytest.mark.gateway(model=MODEL)


async def asked(running: GatewayHarness, **more: Any) -> tuple[str, Sequence[Any]]:
    """An interactive demand whose requester is asked about limits, and the questions."""
    demand = (await running.submit(interactive=True, **more))["demand_id"]
    await view_of(running, demand, lambda view: view["phase"] == "reviewing")
    await running.post(f"/demands/{demand}/understanding", {"go": True}, more.get("who", NOBODY))
    view = await view_of(running, demand, lambda view: view["phase"] == "asking")
    return demand, view["questions"]


def by_aspect(questions: Sequence[Any]) -> dict[str, str]:
    return {question["aspect"]: question["question_id"] for question in questions}


async def test_each_limit_that_the_plan_leaves_is_asked_about_at_once(running: GatewayHarness) -> None:
    demand, questions = await asked(running)
    assert sorted(by_aspect(questions)) == ["budget", "dates"]
    for question in questions:
        assert (question["about"], question["default"], question["proposal_version"]) == ("limit", "keep", 1)
        assert [option["id"] for option in question["options"]] == ["keep", "allow"]
    view = (await running.get(f"/demands/{demand}")).json()
    assert [finding["aspect"] for finding in view["proposal"]["findings"] if "aspect" in finding]
    assert view["proposal"]["totals"] == [{"amount": 120_000, "currency": "GBP"}]


async def test_an_allowed_limit_changes_and_a_kept_one_stays(running: GatewayHarness) -> None:
    demand, questions = await asked(running)
    ids, path = by_aspect(questions), f"/demands/{demand}/answers"
    accepted = await running.post(path, {"question_id": ids["dates"], "option": "allow"})
    assert (accepted.status_code, accepted.json()["question_id"]) == (202, ids["dates"])
    view = await view_of(running, demand, lambda view: len(view["questions"]) == 1)
    assert (view["phase"], by_aspect(view["questions"])) == ("asking", {"budget": ids["budget"]})
    assert view["understanding"]["limits"]["dates"] == [ASKED_DAY, OTHER_DAY]
    assert view["revisions"][-1]["changed_by"] == "answer"
    assert (await running.post(path, {"question_id": ids["budget"], "option": "keep"})).status_code == 202
    view = await view_of(running, demand, lambda view: len(view["answered_questions"]) >= 2)
    assert view["phase"] != "asking"
    given = {each["question"]["aspect"]: each["answer"]["option"] for each in view["answered_questions"]}
    assert given == {"dates": "allow", "budget": "keep"}
    view = await running.ended(demand)
    assert view["outcome"].get("complete") is not True
    assert view["understanding"]["limits"]["budget"] == {"amount": 50_000, "currency": "GBP"}


async def test_of_answers_at_the_same_time_the_first_counts(running: GatewayHarness) -> None:
    demand, questions = await asked(running)
    question, path = by_aspect(questions)["dates"], f"/demands/{demand}/answers"
    options = ["keep", "allow", "keep", "allow"]
    answers = await asyncio.gather(*(running.post(path, {"question_id": question, "option": each}) for each in options))
    taken = {option for option, each in zip(options, answers, strict=True) if each.status_code == 202}
    assert len(taken) == 1
    assert {each.status_code for each in answers} == {202, 409}
    assert (await running.post(path, {"question_id": question, "option": taken.copy().pop()})).status_code == 202
    view = await view_of(running, demand, lambda view: len(view["questions"]) == 1)
    assert {each["answer"]["option"] for each in view["answered_questions"]} == taken
    assert (await types_of(running, demand)).count("question.answered") == 1


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"text": "the tenth is fine"}, "text"),
        ({"option": "perhaps"}, "option"),
        ({}, "option"),
        ({"option": "keep", "text": "no"}, "option"),
    ],
)
async def test_only_the_options_answer_a_question_about_a_limit(
    body: dict[str, str], field: str, running: GatewayHarness
) -> None:
    demand, questions = await asked(running)
    refused = await running.post(f"/demands/{demand}/answers", {"question_id": questions[0]["question_id"], **body})
    assert event_payloads(refused) == (400, "E001")
    assert [problem["field"] for problem in refused.json()["details"]] == [field]
    assert len((await running.get(f"/demands/{demand}")).json()["questions"]) == 2


async def test_without_an_answer_the_limits_are_kept(clock: VirtualClock, running: GatewayHarness) -> None:
    demand, questions = await asked(running)
    began = clock.now()
    view = await view_of(running, demand, lambda view: len(view.get("answered_questions", ())) == 2)
    assert clock.now() - began > 50_000
    assert {each["answer"]["answered_by"] for each in view["answered_questions"]} == {"timeout"}
    late = {"question_id": questions[0]["question_id"], "option": "allow"}
    refused = await running.post(f"/demands/{demand}/answers", late)
    assert (refused.status_code, refused.json()["details"]["status"]) == (409, "over")


async def test_a_cancelled_demand_asks_nothing_any_more(running: GatewayHarness) -> None:
    demand, questions = await asked(running)
    await running.post(f"/demands/{demand}/cancel")
    view = await running.ended(demand)
    assert (view["questions"], view["status"]) == ([], "cancelled")
    late = {"question_id": questions[0]["question_id"], "option": "allow"}
    assert event_payloads(await running.post(f"/demands/{demand}/answers", late)) == (409, "E014")


async def test_a_demand_without_a_requester_keeps_its_limits_at_once(running: GatewayHarness) -> None:
    demand = (await running.submit())["demand_id"]
    view = await running.ended(demand)
    assert view["questions"] == []
    assert {each["answer"]["option"] for each in view["answered_questions"]} == {"keep"}
    item = (await running.get("/demands")).json()["items"][0]
    if view["status"] != "failed":
        assert (view["outcome"]["complete"], item["complete"]) == (False, False)
        assert item["missing"] == view["outcome"]["missing"]


@pytest.mark.gateway(model=MODEL, keys=KEYS, open=True)
@pytest.mark.parametrize(("who", "expected"), [(NOBODY, 403), (BOB, 403), (ALICE, 202), (ROOT, 202)])
async def test_only_the_requester_and_administrators_may_decide_about_limits(
    running: GatewayHarness, who: dict[str, str], expected: int
) -> None:
    demand, questions = await asked(running, who=ALICE)
    running.http.cookies.clear()
    body = {"question_id": questions[0]["question_id"], "option": "allow"}
    assert (await running.post(f"/demands/{demand}/answers", body, who)).status_code == expected
