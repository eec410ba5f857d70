"""What an adjusted plan does about findings and limits that the requester keeps, and what it must not do."""

from collections.abc import Sequence

import pytest

from channel_admin.prompts import GapFacts, RecursionFacts
from channel_admin.simulated.rules import decide_recursion, find_gaps
from negotiation.contracts.demand import DemandLimits, Need, PeopleRange
from negotiation.contracts.offer import Offer
from negotiation.contracts.proposal import Finding, Gap, ProposalDraft
from negotiation.contracts.terms import Condition, Terms
from tests.unit.channel_admin.simulated.plan_facts import (
    adjusted,
    asking,
    base,
    budgeted,
    changes,
    drafted,
    for_day,
    for_fee,
    holder,
    numbered,
    offer,
    part_of,
    the_day,
    yuan,
)
from tests.unit.channel_admin.simulated.test_plan_terms import CATERING, NO_FOOD, SPEAKER, THREE, VENUE, wanting

ON_DAY = wanting(Need(id="n1", need=VENUE), Need(id="n2", need=CATERING), dates=("2026-02-14",))
DAY_KEPT = Finding(kind="departs_from_demand", aspect="dates", text="x")
BUDGET_KEPT = Finding(kind="over_budget", aspect="budget", text="x")
PEOPLE_KEPT = Finding(kind="too_small", aspect="people", text="x")


def moved(*offers: Offer) -> ProposalDraft:
    """A plan that has left the demanded day for whoever holds the venue."""
    plan = adjusted(drafted(*offers, wanted=ON_DAY), offers, for_day("a", "2026-02-15"), wanted=ON_DAY)
    assert the_day(plan) == "2026-02-15"
    assert {part.terms.start for part in plan.assignments if part.terms} == {"2026-02-15"}
    return plan


def test_a_kept_day_comes_back_and_whoever_cannot_leaves_a_gap() -> None:
    offers = [offer("a", VENUE), offer("c", CATERING)]
    back = adjusted(moved(*offers), offers, wanted=ON_DAY, kept=[DAY_KEPT])
    assert (the_day(back), [part.agent_id for part in back.assignments]) == ("2026-02-14", ["c"])
    assert {part.terms.start for part in back.assignments if part.terms} == {"2026-02-14"}
    assert [(gap.gap_type, gap.importance) for gap in back.gaps] == [(VENUE, 100)]
    assert "A" in changes(back)[1].reason
    assert not any("A" in text for text in (*back.risks, *(part.responsibility for part in back.assignments)))


def test_a_kept_day_gives_the_part_to_somebody_who_is_free() -> None:
    offers = [offer("a", VENUE), offer("c", CATERING)]
    all_offers = [*offers, offer("late", VENUE, fee=300)]
    back = adjusted(moved(*offers), all_offers, wanted=ON_DAY, kept=[DAY_KEPT])
    assert (the_day(back), holder(back, VENUE)) == ("2026-02-14", "late")
    part = part_of(back, "late")
    assert (part.required, part.need, part.terms and part.terms.fee) == (True, "n1", yuan(300))
    assert back.gaps == ()


def test_a_wish_to_leave_a_kept_day_is_declined() -> None:
    offers = [offer("a", VENUE), offer("c", CATERING)]
    plan = drafted(*offers, wanted=ON_DAY)
    after = adjusted(plan, offers, for_day("a", "2026-02-15"), wanted=ON_DAY, kept=[DAY_KEPT])
    assert the_day(after) == "2026-02-14"
    assert after.adjustment_summary
    assert len(after.adjustment_summary.requests_declined) == 1


CROWD = wanting(Need(id="n1", need=VENUE), people=PeopleRange(min=100, max=100))


def test_a_kept_number_of_people_gets_a_holder_with_room() -> None:
    small = [offer("a", VENUE, people=60)]
    plan = drafted(*small, wanted=CROWD)
    after = adjusted(plan, [*small, offer("b", VENUE, people=120)], wanted=CROWD, kept=[PEOPLE_KEPT])
    assert holder(after, VENUE) == "b"
    assert part_of(after, "a").reserve
    assert "B" in part_of(after, "a").responsibility
    assert "100" in changes(after)[0].reason


def test_fewer_people_than_the_requester_keeps_are_declined() -> None:
    offers = [offer("a", VENUE, people=60)]
    plan = drafted(*offers, wanted=CROWD)
    said = asking("a", "人数：不超过60人", people=60)
    assert changes(adjusted(plan, offers, said, wanted=CROWD))
    after = adjusted(plan, offers, said, wanted=CROWD, kept=[PEOPLE_KEPT])
    assert (changes(after), after.assignments) == ((), plan.assignments)


def test_a_kept_budget_takes_the_cheaper_reserve() -> None:
    dear, cheap = offer("a", VENUE, fee=900), offer("b", VENUE, fee=300)
    plan = drafted(dear, offer("c", CATERING, fee=300), wanted=THREE)
    wanted = budgeted(1000, THREE)
    after = adjusted(plan, [dear, offer("c", CATERING, fee=300), cheap], wanted=wanted, kept=[BUDGET_KEPT])
    assert (holder(after, VENUE), part_of(after, "a").reserve) == ("b", True)


def test_a_kept_budget_takes_the_lower_fee_that_was_offered() -> None:
    offers = [offer("a", VENUE, fee=500, wanted_fee=800)]
    high = adjusted(drafted(*offers, wanted=THREE), offers, for_fee("a", 800), wanted=THREE)
    terms = part_of(high, "a").terms
    assert terms
    assert terms.fee == yuan(800)
    after = adjusted(high, offers, wanted=budgeted(600, THREE), kept=[BUDGET_KEPT])
    lowered = part_of(after, "a")
    assert lowered.terms
    assert (lowered.terms.fee, changes(after)[0].terms) == (yuan(500), Terms(fee=yuan(500)))
    assert "500元" in lowered.notes
    assert "800元" not in lowered.notes


def test_a_kept_budget_puts_off_an_optional_need_but_no_required_one() -> None:
    offers = [offer("a", VENUE, fee=900), offer("c", CATERING, fee=300)]
    plan = drafted(*offers, wanted=THREE)
    after = adjusted(plan, offers, wanted=budgeted(1000, THREE), kept=[BUDGET_KEPT])
    assert [(part.agent_id, part.reserve) for part in after.assignments] == [("a", False), ("c", True)]
    assert CATERING in {gap.gap_type for gap in after.gaps}
    next_one = adjusted(after, offers, wanted=budgeted(1000, THREE))
    assert (changes(next_one), next_one.assignments) == ((), after.assignments)
    short = adjusted(plan, offers, wanted=budgeted(500, THREE), kept=[BUDGET_KEPT])
    assert (changes(short), short.assignments) == ((), plan.assignments)  # nothing that people offered is enough


def test_a_contradiction_that_was_found_is_settled_by_a_reserve() -> None:
    strict, tired = offer("a", VENUE, conditions=[NO_FOOD]), offer("b", VENUE, conditions=["x", "y"])
    plan = drafted(strict, offer("c", CATERING), wanted=THREE)
    found = Finding(kind="contradiction", agent_id="a", text="x")
    after = adjusted(plan, [strict, offer("c", CATERING), tired], wanted=THREE, findings=[found])
    assert (holder(after, VENUE), holder(after, CATERING)) == ("b", "c")


QUIET: list[Sequence[Offer]] = [
    [offer("a", VENUE, fee=900, people=30), offer("b", VENUE), offer("c", CATERING, conditions=[NO_FOOD, "x"])],
    [offer("a", VENUE, conditions=[Condition(kind="deposit", text="定金")]), offer("s", SPEAKER), offer("t", SPEAKER)],
    [offer("a", VENUE, wanted_fee=900, not_on=["saturday"])],
    [],
]


@pytest.mark.parametrize("offers", QUIET)
@pytest.mark.parametrize("kept", [(), (BUDGET_KEPT,), (DAY_KEPT,), (PEOPLE_KEPT,)])
@pytest.mark.parametrize("limits", [{}, {"dates": ("2026-02-14",), "people": PeopleRange(min=10, max=40)}])
def test_what_cannot_change_stays_exactly_as_it_is(
    offers: Sequence[Offer], kept: Sequence[Finding], limits: dict[str, object]
) -> None:
    wanted = budgeted(100, THREE)
    wanted = wanted.model_copy(update={"limits": DemandLimits.model_validate({**wanted.limits.model_dump(), **limits})})
    plan = drafted(*offers, wanted=wanted)
    once = adjusted(plan, offers, wanted=wanted, kept=kept)
    again = adjusted(once, offers, wanted=wanted, kept=kept)
    assert changes(again) == ()
    for before, after in ((once, again), *(((plan, once),) if not changes(once) else ())):
        assert after.assignments == before.assignments
        assert after.timeline == before.timeline
    held = {part.need for part in plan.assignments if not part.reserve and part.need != "n3"}
    assert held <= {part.need for part in again.assignments if not part.reserve} or kept == (DAY_KEPT,)


def test_texts_name_nobody_who_left_or_is_something_else_now() -> None:
    offers = [offer("ann", VENUE), offer("bea", VENUE), offer("cyd", VENUE), offer("dan", CATERING)]
    plan = drafted(*offers, wanted=THREE)
    first = holder(plan, VENUE)
    plan = plan.model_copy(update={"risks": (f"{first.upper()}的要求还没谈定：x", "下雨")})
    rest = tuple(part for part in plan.assignments if part.agent_id != first)
    after = adjusted(plan.model_copy(update={"assignments": rest}), offers, wanted=THREE, left=[first])
    texts = [text for part in after.assignments for text in (part.responsibility, part.notes)]
    assert not any(first.upper() in text for text in (*texts, *after.risks, after.summary))
    (reserve,) = (part for part in after.assignments if part.reserve)
    assert holder(after, VENUE).upper() in reserve.responsibility
    assert "下雨" in after.risks


def test_a_fee_stays_in_the_plan_when_the_first_of_two_parts_goes_to_another_one() -> None:
    both = offer("a", VENUE, fee=800).model_copy(update={"contribution": f"可以承担{VENUE}、{CATERING}"})
    reserve = offer("b", VENUE, conditions=["x"])
    plan = drafted(both, reserve, wanted=wanting(Need(id="n1", need=VENUE), Need(id="n2", need=CATERING)))
    assert sum(part.agent_id == "a" for part in plan.assignments) >= 1
    fees = [part.terms.fee for part in plan.assignments if part.agent_id == "a" and part.terms and part.terms.fee]
    assert fees == [yuan(800)]


def test_a_need_with_a_reserve_only_is_a_gap_without_a_subnet() -> None:
    plan = drafted(offer("a", VENUE), offer("b", VENUE), wanted=THREE)
    only = plan.model_copy(update={"assignments": tuple(part for part in plan.assignments if part.reserve)})
    gaps = find_gaps(GapFacts.model_validate({**base(THREE), "proposal": numbered(only)})).gaps
    assert [gap.gap_type for gap in gaps] == [VENUE, SPEAKER, CATERING]
    facts = {
        **base(THREE),
        "proposal": numbered(only),
        "gaps": [gap.model_copy(update={"importance": 90}) for gap in gaps[:2]],
        "max_subnets": 3,
    }
    subs = decide_recursion(RecursionFacts.model_validate(facts)).sub_demands
    assert [sub.gap_type for sub in subs] == [SPEAKER]


def test_a_sub_demand_names_day_place_people_and_the_rest_of_the_budget() -> None:
    limits = {"dates": ("2026-02-14",), "place": "上海", "people": PeopleRange(min=40, max=40)}
    wanted = budgeted(3000, wanting(Need(id="n1", need=VENUE), Need(id="n2", need=CATERING), **limits))
    plan = numbered(drafted(offer("a", VENUE, fee=1200), wanted=wanted)).model_copy(update={"totals": (yuan(1200),)})
    gap = Gap(gap_type=CATERING, importance=80, suggested_capability_tags=(CATERING,))
    facts = {**base(wanted), "proposal": plan, "gaps": (gap,), "max_subnets": 3}
    (sub,) = decide_recursion(RecursionFacts.model_validate(facts)).sub_demands
    assert all(text in sub.raw_input for text in (CATERING, "2026-02-14", "上海", "40人", "预算1800元"))
