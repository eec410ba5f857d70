"""Do the shipped demands, negotiated by the simulated model, end as differently as those of real people would?

And is what an evaluation says of a demand what happened to it?
"""

import json
from functools import cache
from typing import Any

import pytest

from tests.support.event_log import path_of
from tests.support.shipped_setup import shipped_setup
from towow.config.demand_logger import build_logger
from towow.evaluation.demand_file import EvaluationDemand, read_demands, shipped_demands
from towow.evaluation.result import DemandResult, build_result
from towow.evaluation.runner import EvaluationSetup, evaluate_in_real_time, evaluate_in_virtual_time
from towow.evaluation.summary import summarize
from towow.evaluation.targets import TARGETS, evaluate_targets
from towow.scenario.loader import load_scenario
from towow.scenario.runner import build_scenario_system, run_scenario
from towow.scenario.schema import Scenario

ASKED = EvaluationDemand(1, "a test", "我想在北京办一场AI主题聚会，需要场地和嘉宾", "user_alice", "2026-01-22")


@cache
def bench() -> EvaluationSetup:
    return shipped_setup()


@cache
def shipped_courses() -> tuple[DemandResult, ...]:
    return tuple(evaluate_in_virtual_time(bench(), read_demands([shipped_demands()])))


@pytest.mark.parametrize("figure", [figure for figure, *_ in TARGETS])
def test_the_evaluation_of_the_shipped_demands_meets_every_target(figure: str) -> None:
    found = {bound.figure: bound for bound in evaluate_targets(summarize(shipped_courses()))}
    assert found[figure].is_met, found[figure]


def test_every_shipped_demand_closes() -> None:
    assert [each.number for each in shipped_courses() if each.status == "unclosed"] == []
    assert [each.number for each in shipped_courses()] == list(range(1, 61))


def test_the_result_of_a_demand_does_not_depend_on_its_neighbours() -> None:
    asked = read_demands([shipped_demands()])[2:4]
    assert list(evaluate_in_virtual_time(bench(), asked)) == list(shipped_courses()[2:4])


async def test_a_real_time_evaluation_has_the_virtual_time_results() -> None:
    """Several at once in one system. A simulated answer takes no time, so only the clock differs."""
    asked = read_demands([shipped_demands()])[:6]
    real = [each async for each in evaluate_in_real_time(bench(), asked)]

    def timeless(each: DemandResult) -> dict[str, Any]:
        return each.model_dump(exclude={"duration_ms", "accepted", "declines"}) | {"accepted": set(each.accepted)}

    assert list(map(timeless, real)) == list(map(timeless, shipped_courses()[:6]))


def written(**keys: Any) -> Scenario:
    """Bob has a venue, Amy speaks; everything else as `keys` say."""
    profiles = [
        {"agent_id": "agent_bob", "display_name": "Bob", "capabilities": ["场地提供"]},
        {"agent_id": "agent_amy", "display_name": "Amy", "capabilities": ["演讲嘉宾"]},
    ]
    tags = {"capability_tags": ["场地提供", "演讲嘉宾"]}
    usual = {
        "demand": ASKED.raw_input,
        "profiles": profiles,
        "understanding": tags,
        "filter": ["agent_bob", "agent_amy"],
    }
    return Scenario.model_validate({**usual, **keys})


def went(scenario: Scenario) -> DemandResult:
    events = run_scenario(scenario).events
    demand_id = json.loads(events[0].data)["payload"]["demand_id"]
    skilled = {profile.agent_id: profile.capabilities for profile in scenario.profiles or ()}
    return build_result(ASKED, demand_id, events, skilled)[0]


def test_an_agreement_after_two_rounds() -> None:
    found = went(written(agents={"agent_bob": {"feedback": ["negotiate", "accept"]}}))
    assert (found.status, found.rounds, found.reason) == ("finalized", 2, None)
    assert found.candidates == found.chosen == ("agent_bob", "agent_amy")
    assert set(found.accepted) == {"agent_bob", "agent_amy"}
    assert found.skills == found.covered == ("场地提供", "演讲嘉宾")
    assert (found.outside, found.gaps, found.subnets, found.declines) == ((), (), (), ())
    assert found.model_calls > 0


def test_a_subnet_and_the_gap_it_closes() -> None:
    found = went(load_scenario(path_of("subnet-closes-a-gap")))
    assert (found.subnets, found.gaps, found.outside) == (("finalized",), ("摄影师",), ())


def test_a_skill_that_a_subnet_contributes_counts_as_covered() -> None:
    everybody = [
        {"agent_id": "agent_bob", "display_name": "Bob", "capabilities": ["场地提供"]},
        {"agent_id": "agent_amy", "display_name": "Amy", "capabilities": ["演讲嘉宾"]},
    ]
    gap = {"gap_type": "演讲嘉宾", "importance": 80, "suggested_capability_tags": ["演讲嘉宾"]}
    subnet = {"demand": "找一位演讲嘉宾", "understanding": {"capability_tags": ["演讲嘉宾"]}, "filter": ["agent_amy"]}
    alone = written(profiles=everybody, filter=["agent_bob"], gaps=[gap])
    assert went(alone).covered == ("场地提供",)
    assert went(alone.model_copy(update={"subnets": written(subnets=[subnet]).subnets})).covered == (
        "场地提供",
        "演讲嘉宾",
    )


def test_an_assignment_outside_the_profile_is_reported() -> None:
    plan = {
        "assignments": [{"agent_id": "agent_bob", "role": "场地提供"}, {"agent_id": "agent_bob", "role": "演讲嘉宾"}]
    }
    assert went(written(proposal=plan)).outside == ("agent_bob: 演讲嘉宾",)


def test_a_role_that_names_no_demanded_skill_asks_for_none() -> None:
    plan = {"assignments": [{"agent_id": "agent_bob", "role": "现场支援"}]}
    assert went(written(proposal=plan)).outside == ()


def test_an_assigned_agent_outside_the_registry_has_no_skill() -> None:
    scenario = written()
    events = run_scenario(scenario).events
    demand_id = json.loads(events[0].data)["payload"]["demand_id"]
    assert len(build_result(ASKED, demand_id, events, {})[0].outside) == 2


def test_only_accepts_of_the_last_version_are_counted() -> None:
    """Bob accepts the first version and says nothing of the second."""
    people = {"agent_bob": {"feedback": ["accept", "silent"]}, "agent_amy": {"feedback": ["negotiate", "accept"]}}
    found = went(written(agents=people))
    assert (found.status, found.rounds, found.accepted) == ("finalized", 2, ("agent_amy",))


def test_a_failure_says_why_and_who_declined() -> None:
    no = {"offer": {"decision": "decline", "decline_reason": "太远"}}
    found = went(written(agents={"agent_bob": no, "agent_amy": no}))
    assert (found.status, found.rounds, found.detail) == ("failed", 0, "all_declined")
    assert set(found.declines) == {"Bob: 太远", "Amy: 太远"}
    assert (found.covered, found.accepted) == ((), ())


def test_fallback_candidates_do_not_count_as_chosen() -> None:
    found = went(written(filter="error"))
    assert (set(found.candidates), found.chosen) == ({"agent_bob", "agent_amy"}, ())
    assert found.fallback_calls == 1


def test_a_forced_and_a_cancelled_demand_have_their_status() -> None:
    assert went(load_scenario(path_of("forced-after-five-rounds"))).status == "force_finalized"
    assert went(load_scenario(path_of("cancel-while-negotiating"))).status == "cancelled"


def test_an_open_demand_is_reported_as_unclosed() -> None:
    scenario = written()
    events = run_scenario(scenario).events
    demand_id = json.loads(events[0].data)["payload"]["demand_id"]
    found, _ = build_result(ASKED, demand_id, events[:-1], {})
    assert (found.status, found.covered) == ("unclosed", ())


def test_a_relaxed_demand_that_fails_again_does_not_count_as_better() -> None:
    no = {"offer": {"decision": "decline"}}
    relax = [{"aspect": "预算", "from": "", "to": "", "raw_input": text} for text in ("预算100元", "预算200元")]
    scenario = written(agents={"agent_bob": no, "agent_amy": no}, compromise={"proposal": {"relax": relax}})
    stage = EvaluationSetup(lambda clock: build_scenario_system(scenario, clock, build_logger("error"))[0], "scenario")
    (found,) = evaluate_in_virtual_time(stage, [ASKED])
    assert [(each.raw_input, each.status, each.better) for each in found.relax] == [
        ("预算100元", "failed", False),
        ("预算200元", "failed", False),
    ]


def test_the_relaxations_of_a_failed_demand_are_run_and_compared() -> None:
    """All of it happens with the model that is evaluated; here the first words fail, and other words help."""
    hopeless = EvaluationDemand(1, "a test", "想在北京请人周末来拍照，预算200元", "user_alice", "2026-01-22")
    (found,) = evaluate_in_virtual_time(bench(), [hopeless])
    assert found.status == "failed"
    assert found.relax
    for relaxed in found.relax:
        assert relaxed.raw_input != hopeless.raw_input
        assert relaxed.demand_id != found.demand_id
        assert relaxed.better == (relaxed.status in ("finalized", "force_finalized"))
