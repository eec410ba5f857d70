"""What an agreed plan is worth: complete exactly when every required need is met and nothing was found against it."""

from collections.abc import Set
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from channel_admin.core.need_outcomes import compute_outcome
from channel_admin.settings import SURE_FIT
from negotiation.contracts.demand import DemandLimits, DemandUnderstanding, Need
from negotiation.contracts.plan_outcome import PlanOutcome
from negotiation.contracts.proposal import Assignment, Finding, Proposal
from negotiation.contracts.terms import Terms
from shared.core.language import Language
from tests.unit.channel_admin.core.plan_fixtures import SATURDAY, SUNDAY, demand, part, plan

VENUE, FOOD = Need(id="n1", need="venue"), Need(id="n2", need="food", required=False)
SPEAKERS = Need(id="n3", need="speaker", count=2)
FINDING = Finding(kind="contradiction", assignment="venue", agent_id="amy", text="it contradicts")
BUSY = Finding(kind="not_free", assignment="venue", agent_id="amy", text="Amy is not free")


def outcome_of(
    agreed: Proposal, wanted: DemandUnderstanding, language: Language, doubtful: Set[str] = frozenset()
) -> PlanOutcome:
    """The outcome, if nobody but the `doubtful` agents has a profile that may not cover their need."""
    fits = dict.fromkeys(doubtful, SURE_FIT - 0.01)
    return compute_outcome(agreed, wanted, language, lambda agent, _: fits.get(agent))


def held(agent: str, need: str = "n1", **more: Any) -> Assignment:
    fields: dict[str, Any] = {"need": need, "is_confirmed": True, **more}
    return part(agent, **fields)


PARTS = st.lists(
    st.builds(
        part,
        st.sampled_from(("amy", "bob", "cai")),
        st.just("venue"),
        st.none() | st.builds(Terms, start=st.sampled_from((SATURDAY, SUNDAY))),
        need=st.sampled_from(("n1", "n2", "n3", None)),
        is_confirmed=st.booleans(),
        reserve=st.booleans(),
    ),
    max_size=6,
)
NEEDS = st.lists(st.sampled_from((VENUE, FOOD, SPEAKERS)), unique_by=lambda need: need.id)


@given(PARTS, NEEDS, st.booleans(), st.booleans(), st.sampled_from(((), (SATURDAY,), (SUNDAY,))))
def test_a_plan_is_complete_if_and_only_if_all_required_needs_are_met_and_nothing_was_found(
    parts: list[Assignment], needs: list[Need], is_found: bool, is_busy: bool, dates: tuple[str, ...]
) -> None:
    findings = (FINDING,) * is_found + (BUSY,) * is_busy
    agreed = plan(*parts).model_copy(update={"findings": findings})
    outcome = outcome_of(agreed, demand(*needs, limits=DemandLimits(dates=dates)), "en")
    met: dict[str, bool] = {}
    for need in needs:
        holders: set[str] = set()
        for each in parts:
            day = (each.terms and each.terms.start) or str(agreed.day)
            is_allowed = (not dates or day in dates) and not (is_busy and each.agent_id == "amy")
            if each.need == need.id and each.is_confirmed and not each.reserve and is_allowed:
                holders.add(each.agent_id)
        met[need.id] = len(holders) >= need.count
    assert {each.id: each.met for each in outcome.needs} == met
    unmet = [need for need in needs if need.required and not met[need.id]]
    assert outcome.complete == (bool(needs) and not unmet and not findings)
    assert outcome.complete == (not outcome.missing)
    assert len(outcome.missing) == (len(unmet) if needs else 1) + len(findings)
    assert outcome.missing[len(outcome.missing) - len(findings) :] == tuple(each.text for each in findings)


@pytest.mark.parametrize(
    ("parts", "missing"),
    [
        ((held("amy"),), ()),
        ((), ("venue: nobody.",)),
        ((held("amy", reserve=True),), ("venue: nobody.",)),
        ((held("amy", is_confirmed=False),), ("venue: not confirmed by Amy.",)),
        ((held("amy", is_confirmed=False), held("bob")), ()),
        ((held("amy", terms=Terms(start=SUNDAY)),), ("venue: Amy, not on a day that is allowed and free.",)),
        ((held("amy", need="n2"),), ("venue: nobody.",)),
    ],
)
def test_what_is_missing_names_the_need_and_who_has_not_confirmed(
    parts: tuple[Assignment, ...], missing: tuple[str, ...]
) -> None:
    wanted = demand(VENUE, FOOD, limits=DemandLimits(dates=(SATURDAY,)))
    outcome = outcome_of(plan(*parts), wanted, "en")
    assert outcome.missing == missing
    assert outcome.complete == (not missing)


@pytest.mark.parametrize(
    ("confirmed", "missing"), [(0, "speaker: not confirmed by Amy, Bob."), (1, "speaker: 1 of 2.")]
)
def test_a_need_for_several_is_met_by_as_many_different_holders(confirmed: int, missing: str) -> None:
    agents = ("amy", "bob")
    parts = tuple(held(agent, "n3", is_confirmed=place < confirmed) for place, agent in enumerate(agents))
    outcome = outcome_of(plan(*parts), demand(SPEAKERS), "en")
    assert (outcome.complete, outcome.missing) == (False, (missing,))
    assert outcome.needs[0].holders == agents
    twice = outcome_of(plan(held("amy", "n3"), held("amy", "n3")), demand(SPEAKERS), "en")
    assert not twice.needs[0].met, "one person is not two"
    assert outcome_of(plan(held("amy", "n3"), held("bob", "n3")), demand(SPEAKERS), "en").complete


def test_a_plan_for_no_known_need_is_never_complete() -> None:
    outcome = outcome_of(plan(held("amy")), demand(), "zh")
    assert (outcome.complete, outcome.needs) == (False, ())
    assert len(outcome.missing) == 1


def test_an_unmet_optional_need_is_shown_and_leaves_a_plan_complete() -> None:
    outcome = outcome_of(plan(held("amy")), demand(VENUE, FOOD), "en")
    assert outcome.complete
    assert [(each.need, each.met) for each in outcome.needs] == [("venue", True), ("food", False)]


def test_a_version_of_an_earlier_release_without_needs_has_an_outcome() -> None:
    old: Proposal = plan(part("amy", is_confirmed=True), day=None)
    assert outcome_of(old, demand(VENUE), "en").missing == ("venue: nobody.",)


def test_a_holder_whose_profile_may_not_cover_the_need_is_asked_about() -> None:
    """They said yes, so the need is met; but the plan is not called complete before somebody has made sure."""
    wanted = demand(VENUE, FOOD)
    both = plan(held("amy"), held("bob", "n2"))
    outcome = outcome_of(both, wanted, "en", {"amy"})
    assert (outcome.complete, outcome.needs[0].met, len(outcome.missing)) == (False, True, 1)
    assert "Amy" in outcome.missing[0]
    assert outcome_of(both, wanted, "en", {"bob"}).complete, "food is not required"
    assert outcome_of(plan(held("amy"), held("bob", reserve=True)), wanted, "en", {"bob"}).complete
