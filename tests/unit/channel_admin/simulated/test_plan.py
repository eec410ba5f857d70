from collections.abc import Sequence
from datetime import date

import pytest

from channel_admin.prompts import GapFacts, RecursionFacts
from channel_admin.simulated.rules import decide_recursion, find_gaps
from negotiation.contracts.demand import DemandLimits, DemandUnderstanding
from negotiation.contracts.proposal import Gap
from negotiation.contracts.terms import Condition
from tests.support.task_fixtures import demand
from tests.unit.channel_admin.simulated.plan_facts import (
    WANTED,
    adjusted,
    asking,
    base,
    budgeted,
    drafted,
    for_day,
    for_fee,
    holder,
    numbered,
    offer,
    the_day,
)


def test_every_demanded_skill_that_was_offered_has_one_main_holder() -> None:
    draft = drafted(offer("a", "场地提供"), offer("b", "场地提供"), offer("c", "演讲嘉宾"), offer("d", "演讲嘉宾"))
    roles = [(part.role, part.reserve) for part in draft.assignments]
    assert roles.count(("场地提供", False)) == 1
    assert roles.count(("场地提供", True)) == 1
    assert roles.count(("演讲嘉宾", False)) == 2
    assert [part.role for part in draft.assignments if part.required] == ["场地提供"]


def test_a_demanded_skill_without_offer_is_a_gap() -> None:
    draft = drafted(offer("a", "场地提供"))
    assert [gap.gap_type for gap in draft.gaps] == ["演讲嘉宾", "餐饮"]
    assert draft.gaps[0].importance > draft.gaps[1].importance


def test_decliners_are_not_in_the_plan() -> None:
    refused = offer("a", "场地提供").model_copy(update={"decision": "decline"})
    assert drafted(refused).assignments == ()


def test_without_a_day_the_plan_takes_one_on_which_most_can_come() -> None:
    assert date.fromisoformat(the_day(drafted(offer("a", "场地提供"))) or "").weekday() == 5
    draft = drafted(offer("a", "场地提供", not_on=["saturday", "sunday"]), offer("b", "餐饮", not_on=["saturday"]))
    assert date.fromisoformat(the_day(draft) or "").weekday() == 4


def test_the_demanded_day_holds_unless_most_need_another() -> None:
    wanted = demand("场地提供", "餐饮", date="2026-02-14")
    one = [offer("a", "场地提供", day="2026-02-15"), offer("b", "餐饮")]
    assert the_day(drafted(*one, wanted=wanted)) == "2026-02-14"
    both = [offer("a", "场地提供", day="2026-02-15"), offer("b", "餐饮", day="2026-02-15")]
    assert the_day(drafted(*both, wanted=wanted)) == "2026-02-15"


def on_days(*days: str, not_on: Sequence[str] = ()) -> DemandUnderstanding:
    """A venue on one of these days."""
    limits = DemandLimits(dates=tuple(days), not_on=tuple(not_on))
    return demand("场地提供", date=days[0]).model_copy(update={"limits": limits})


def test_the_demanded_day_is_not_moved_if_someone_else_can_come() -> None:
    """Whoever is free on the day holds the role, however they rank, and the other one is not in the plan."""
    wanted = on_days("2026-02-14")
    for free in ("a", "b"):
        busy = {"a": "b", "b": "a"}[free]
        draft = drafted(
            offer(busy, "场地提供", day="2026-02-15"),
            offer(free, "场地提供", wanted_fee=900, conditions=["x"]),
            wanted=wanted,
        )
        assert the_day(draft) == "2026-02-14"
        assert [(part.agent_id, part.role) for part in draft.assignments] == [(free, "场地提供")]
        assert not any("2026-02-14" in risk for risk in draft.risks)


def test_a_plan_for_another_day_than_the_demanded_one_says_so() -> None:
    moved = drafted(offer("a", "场地提供", day="2026-02-15"), wanted=on_days("2026-02-14"))
    assert the_day(moved) == "2026-02-15"
    assert moved.risks[0] == "需求里定的是2026-02-14，方案改在2026-02-15"


def test_the_demanded_day_is_never_moved_to_an_excluded_one() -> None:
    wanted = on_days("2026-02-14", not_on=("2026-02-15", "monday"))
    for day in ("2026-02-15", "2026-02-16"):
        offers = [offer("a", "场地提供", day=day)]
        plan = drafted(*offers, wanted=wanted)
        assert the_day(plan) == "2026-02-14"
        assert the_day(adjusted(plan, offers, for_day("a", day), wanted=wanted)) == "2026-02-14"


def test_an_adjustment_moves_the_demanded_day_only_for_whoever_cannot_be_replaced() -> None:
    wanted = on_days("2026-02-14")
    alone = [offer("a", "场地提供")]
    moved = adjusted(drafted(*alone, wanted=wanted), alone, for_day("a", "2026-02-15"), wanted=wanted)
    assert the_day(moved) == "2026-02-15"
    assert "需求里定的是2026-02-14，方案改在2026-02-15" in moved.risks
    back = adjusted(moved, alone, for_day("a", "2026-02-14"), wanted=wanted)
    assert (the_day(back), back.risks) == ("2026-02-14", ())

    two = [offer("a", "场地提供"), offer("b", "场地提供")]
    plan = drafted(*two, wanted=wanted)
    kept = adjusted(plan, two, for_day(holder(plan, "场地提供"), "2026-02-15"), wanted=wanted)
    assert the_day(kept) == "2026-02-14"
    assert kept.adjustment_summary
    (refused,) = kept.adjustment_summary.requests_declined
    assert refused.reason == "需求里定的是2026-02-14"


def test_a_plan_moves_freely_between_days_that_the_demand_allows() -> None:
    wanted = on_days("2026-02-14", "2026-02-21")
    offers = [offer("a", "场地提供"), offer("b", "场地提供")]
    plan = drafted(*offers, wanted=wanted)
    moved = adjusted(plan, offers, for_day(holder(plan, "场地提供"), "2026-02-21"), wanted=wanted)
    assert (the_day(plan), the_day(moved), moved.risks) == ("2026-02-14", "2026-02-21", ())


def test_an_adjustment_moves_no_plan_to_a_day_outside_the_demands_limits() -> None:
    """Without a date, too: whoever is asked for a Saturday does not get a Friday."""
    wanted = demand("场地提供").model_copy(update={"limits": DemandLimits(weekdays=(5,))})
    offers = [offer("a", "场地提供")]
    plan = drafted(*offers, wanted=wanted)
    assert the_day(adjusted(plan, offers, for_day("a", "2026-02-20"), wanted=wanted)) == the_day(plan)
    assert the_day(adjusted(plan, offers, for_day("a", "2026-02-21"), wanted=wanted)) == "2026-02-21"


def test_fees_are_granted_within_the_budget_and_others_marked_open() -> None:
    offers = [offer("a", "场地提供", wanted_fee=1500), offer("b", "演讲嘉宾", wanted_fee=400), offer("c", "餐饮")]
    draft = drafted(*offers, wanted=budgeted(1000, WANTED))
    notes = {part.agent_id: part.notes for part in draft.assignments}
    assert "400元" in notes["b"]
    assert "1500元" not in notes["a"]
    assert any("A" in risk and "1500元" in risk for risk in draft.risks)


def test_conditions_that_cost_nothing_are_written_into_the_role() -> None:
    draft = drafted(offer("a", "场地提供", conditions=[Condition(kind="end_time", text="晚上九点前结束")]))
    assert "晚上九点前结束" in draft.assignments[0].notes


def test_what_the_requester_would_have_to_give_stays_open_in_the_first_draft() -> None:
    draft = drafted(offer("a", "场地提供", conditions=[Condition(kind="helper", text="现场有一名帮手")]))
    assert "现场有一名帮手" not in draft.assignments[0].notes
    assert any("现场有一名帮手" in risk for risk in draft.risks)


def test_an_adjustment_summary_names_the_agents_of_granted_requests() -> None:
    offers = [offer("a", "场地提供", wanted_fee=900), offer("b", "演讲嘉宾")]
    plan = adjusted(drafted(*offers), offers, for_fee("a", 900))
    assert plan.adjustment_summary
    (change,) = plan.adjustment_summary.changes_made
    assert (change.requested_by, change.after) == (("a",), "900元")
    assert plan.adjustment_summary.requests_addressed
    assert "900元" in plan.assignments[0].notes


def test_a_request_beyond_the_budget_is_declined_with_the_reason() -> None:
    wanted = budgeted(500, WANTED)
    offers = [offer("a", "场地提供", wanted_fee=900), offer("b", "演讲嘉宾")]
    plan = adjusted(drafted(*offers, wanted=wanted), offers, for_fee("a", 900), wanted=wanted)
    assert plan.adjustment_summary
    assert plan.adjustment_summary.changes_made == ()
    (refused,) = plan.adjustment_summary.requests_declined
    assert "900元" in refused.request
    assert "500" in refused.reason


def test_the_day_moves_for_whoever_cannot_be_replaced_and_not_for_one_of_several() -> None:
    offers = [offer("a", "场地提供"), *(offer(f"s{number}", "演讲嘉宾") for number in range(5))]
    plan = drafted(*offers)
    moved = adjusted(plan, offers, for_day("a", "2026-02-20"))
    assert the_day(moved) == "2026-02-20"
    stayed = adjusted(plan, offers, for_day("s1", "2026-02-20"))
    assert the_day(stayed) == the_day(plan)
    assert stayed.adjustment_summary
    assert stayed.adjustment_summary.requests_declined


def test_a_reserve_takes_over_from_a_holder_who_left() -> None:
    offers = [offer("a", "场地提供"), offer("b", "场地提供"), offer("c", "演讲嘉宾")]
    plan = drafted(*offers)
    first = holder(plan, "场地提供")
    (reserve,) = (part for part in plan.assignments if part.reserve)
    assert first.upper() in reserve.responsibility
    kept = plan.model_copy(
        update={
            "assignments": tuple(part for part in plan.assignments if part.agent_id != first),
            "gaps": (Gap(gap_type="场地提供", importance=100),),
        }
    )
    after = adjusted(kept, [each for each in offers if each.agent_id != first], left=[first])
    (part,) = (part for part in after.assignments if part.role == "场地提供")
    assert (part.agent_id, part.required, part.reserve) == (reserve.agent_id, True, False)
    assert first.upper() not in part.responsibility
    assert "场地提供" not in {gap.gap_type for gap in after.gaps}


def test_a_late_participant_gets_an_assignment() -> None:
    offers = [offer("a", "场地提供")]
    plan = adjusted(drafted(*offers), [*offers, offer("late", "餐饮")])
    assert {part.agent_id for part in plan.assignments} == {"a", "late"}
    assert "餐饮" not in {gap.gap_type for gap in plan.gaps}


def test_gaps_are_the_demanded_skills_nobody_covers() -> None:
    plan = numbered(drafted(offer("a", "场地提供"), offer("b", "餐饮")))
    reply = find_gaps(GapFacts.model_validate({**base(), "proposal": plan}))
    assert [gap.gap_type for gap in reply.gaps] == ["演讲嘉宾"]
    full = numbered(drafted(offer("a", "场地提供"), offer("b", "餐饮"), offer("c", "演讲嘉宾")))
    assert find_gaps(GapFacts.model_validate({**base(), "proposal": full})).is_complete


def test_only_important_gaps_of_known_skills_get_a_sub_demand() -> None:
    gaps = (
        Gap(gap_type="摄影", importance=59, suggested_capability_tags=("摄影",)),
        Gap(gap_type="反重力", importance=90, suggested_capability_tags=("反重力",)),
        Gap(gap_type="餐饮", importance=60, suggested_capability_tags=("餐饮",)),
    )
    reply = decide_recursion(RecursionFacts.model_validate({**base(), "gaps": gaps, "max_subnets": 3}))
    assert [sub.gap_type for sub in reply.sub_demands] == ["餐饮"]
    assert "上海" in reply.sub_demands[0].raw_input


def test_an_adjustment_that_changes_nothing_says_so() -> None:
    wanted = budgeted(500, WANTED)
    offers = [offer("a", "场地提供", wanted_fee=900), offer("b", "演讲嘉宾")]
    plan = adjusted(drafted(*offers, wanted=wanted), offers, for_fee("a", 900), wanted=wanted)
    assert plan.adjustment_summary
    assert plan.adjustment_summary.changes_made == ()
    assert "没有变" in plan.rationale


def test_a_late_participant_for_a_held_role_becomes_reserve() -> None:
    offers = [offer("a", "场地提供"), offer("b", "演讲嘉宾")]
    plan = adjusted(drafted(*offers), [*offers, offer("late", "场地提供")])
    (late,) = (part for part in plan.assignments if part.agent_id == "late")
    assert (late.role, late.reserve, late.required) == ("场地提供", True, False)


HELPER = Condition(kind="helper", text="摄影由两个人分担")
NO_FILM = Condition(kind="recording", text="未经同意不录像")
BIG = demand("摄影", "餐饮", location="上海", expected_attendees=60)


def test_a_request_for_a_helper_assigns_the_reserve() -> None:
    offers = [offer("a", "摄影"), offer("b", "摄影"), offer("c", "餐饮")]
    plan = drafted(*offers, wanted=BIG)
    first = holder(plan, "摄影")
    after = adjusted(plan, offers, asking(first, "人手：摄影由两个人分担", conditions=[HELPER]), wanted=BIG)
    assert {part.agent_id for part in after.assignments if part.role == "摄影" and not part.reserve} == {"a", "b"}
    assert after.adjustment_summary
    (change,) = after.adjustment_summary.changes_made
    assert change.requested_by == (first,)
    assert "分担" in change.after


@pytest.mark.parametrize("text", ["现场要有一名帮手搬箱子", "家里备一名帮手"])
def test_help_that_is_no_share_of_the_role_is_a_condition(text: str) -> None:
    offers = [offer("a", "摄影"), offer("b", "摄影"), offer("c", "餐饮")]
    plan = drafted(*offers, wanted=BIG)
    first = holder(plan, "摄影")
    helper = Condition(kind="helper", text=text)
    after = adjusted(plan, offers, asking(first, f"人手：{text}", conditions=[helper]), wanted=BIG)
    (held,) = [part for part in after.assignments if part.role == "摄影" and not part.reserve]
    assert held.terms
    assert helper in held.terms.conditions


def test_a_role_is_split_for_whoever_cannot_serve_so_many() -> None:
    offers = [offer("a", "摄影", people=40), offer("b", "摄影", people=40)]
    plan = drafted(*offers, wanted=BIG)
    first = holder(plan, "摄影")
    after = adjusted(plan, offers, asking(first, "人数：不超过40人", people=40), wanted=BIG)
    assert [(part.role, part.reserve) for part in after.assignments] == [("摄影", False), ("摄影", False)]


def test_a_request_for_a_helper_is_declined_without_a_reserve() -> None:
    offers = [offer("a", "摄影"), offer("c", "餐饮")]
    after = adjusted(
        drafted(*offers, wanted=BIG), offers, asking("a", "人手：摄影由两个人分担", conditions=[HELPER]), wanted=BIG
    )
    assert after.adjustment_summary
    assert "没有第二个人" in after.adjustment_summary.requests_declined[0].reason


def test_an_agent_that_rejects_an_unmet_fee_is_replaced_by_the_reserve() -> None:
    wanted = budgeted(500, BIG)
    offers = [offer("a", "摄影", wanted_fee=900), offer("b", "摄影"), offer("c", "餐饮")]
    plan = drafted(*offers, wanted=wanted)
    first = holder(plan, "摄影")
    said = for_fee(first, 900).model_copy(update={"feedback_type": "reject"})
    after = adjusted(plan, offers, said, wanted=wanted)
    assert holder(after, "摄影") != first


def test_a_large_fee_is_first_met_in_part_where_no_budget_is_named() -> None:
    offers = [offer("a", "摄影", wanted_fee=3000), offer("c", "餐饮")]
    plan = adjusted(drafted(*offers, wanted=BIG), offers, for_fee("a", 3000), wanted=BIG)
    assert plan.adjustment_summary
    assert plan.adjustment_summary.changes_made[0].after == "2400元"


def test_a_request_against_another_role_is_declined() -> None:
    offers = [offer("a", "摄影"), offer("c", "餐饮", conditions=[NO_FILM])]
    plan = drafted(*offers, wanted=BIG)
    assert any("不录像" in risk for risk in plan.risks)
    after = adjusted(plan, offers, asking("c", "录像：未经同意不录像", conditions=[NO_FILM]), wanted=BIG)
    assert after.adjustment_summary
    assert after.adjustment_summary.requests_declined


def test_a_day_on_which_another_one_cannot_come_is_declined_with_that_reason() -> None:
    wanted = demand("场地提供", "餐饮", date="2026-02-14")
    offers = [offer("a", "场地提供", day="2026-02-15", not_on=["2026-02-14"]), offer("b", "餐饮")]
    moved = adjusted(drafted(*offers, wanted=wanted), offers, for_day("a", "2026-02-15"), wanted=wanted)
    assert the_day(moved) == "2026-02-15"
    back = adjusted(moved, offers, for_day("b", "2026-02-14"), wanted=wanted)
    assert the_day(back) == "2026-02-15"
    assert back.adjustment_summary
    (refused,) = back.adjustment_summary.requests_declined
    assert "A来不了" in refused.reason


@pytest.mark.parametrize(("most", "met"), [(60, True), (59, False)])
def test_an_attendee_limit_that_fits_most_lowers_the_number_of_places(most: int, met: bool) -> None:
    wanted = demand("场地提供", "餐饮", expected_attendees=100)
    offers = [offer("a", "场地提供", people=most), offer("b", "餐饮")]
    plan = adjusted(
        drafted(*offers, wanted=wanted), offers, asking("a", f"人数：不超过{most}人", people=most), wanted=wanted
    )
    assert plan.adjustment_summary
    if met:
        (change,) = plan.adjustment_summary.changes_made
        assert (change.requested_by, f"从100人改为{most}人" in change.reason) == (("a",), True)
        assert f"不超过{most}人" in plan.assignments[0].notes
    else:
        assert len(plan.adjustment_summary.requests_declined) == 1


def test_a_sub_demand_has_the_plans_date_and_none_exists_for_a_role_with_reserve() -> None:
    wanted = demand("场地提供", "餐饮", "演讲嘉宾", date="2026-02-14")
    offers = [offer("a", "场地提供", day="2026-02-20"), offer("b", "场地提供", day="2026-02-20")]
    plan = numbered(drafted(*offers, wanted=wanted))
    gaps = [
        {"gap_type": tag, "importance": 90, "reason": "x", "suggested_capability_tags": [tag]}
        for tag in ("场地提供", "演讲嘉宾")
    ]
    facts = {**base(wanted), "gaps": gaps, "max_subnets": 3}
    reply = decide_recursion(RecursionFacts.model_validate({**facts, "proposal": plan}))
    (sub,) = reply.sub_demands
    assert (sub.gap_type, "2026-02-20" in sub.raw_input) == ("演讲嘉宾", True)
    without = decide_recursion(RecursionFacts.model_validate(facts))
    assert [("2026-02-14" in sub.raw_input) for sub in without.sub_demands] == [True, True]
