"""What code adds to every version of a plan: the need of each part, every offered fee, totals and findings."""

from dataclasses import replace

import pytest

from channel_admin.core.plan_review import (
    MAX_FINDINGS,
    complete_assignments,
    outcome_fields,
    review_again,
    review_plan,
)
from channel_admin.core.state import ChannelState
from negotiation.contracts.candidate import Candidate, NeedFit
from negotiation.contracts.demand import DemandLimits, Need
from negotiation.contracts.events import ProposalDistributed, ProposalFinalized
from negotiation.contracts.offer import Offer
from negotiation.contracts.proposal import Assignment, Finding
from negotiation.contracts.terms import Condition, Terms
from tests.unit.channel_admin.core.channel_harness import ChannelHarness, run_channel
from tests.unit.channel_admin.core.plan_fixtures import SATURDAY, part, plan, pounds
from tests.unit.channel_admin.core.scripted_answers import ScriptedAnswers

NEEDS = (Need(id="n1", need="venue"), Need(id="n2", need="catering"))
PRICED = ScriptedAnswers(
    needs=NEEDS,
    terms={"amy": Terms(fee=pounds(300)), "bob": Terms(fee=pounds(20), per="person")},
    parts={"amy": {"role": "venue", "terms": None}, "bob": {"role": "catering"}},
    limits=DemandLimits.model_validate({"budget": pounds(500), "people": {"min": 8, "max": 10}}),
)


def state() -> ChannelState:
    return ChannelHarness(PRICED).run_until_waiting("feedback").root


def fees(parts: tuple[Assignment, ...]) -> list[Terms | None]:
    return [each.terms for each in complete_assignments(state(), parts)]


def test_every_version_has_its_needs_the_offered_fees_and_totals() -> None:
    (sent,) = [event for event in run_channel(PRICED).events if isinstance(event, ProposalDistributed)]
    assert [each.need for each in sent.proposal.assignments] == ["n1", "n2", None]
    assert [each.terms and each.terms.fee for each in sent.proposal.assignments] == [pounds(300), pounds(20), None]
    assert sent.proposal.totals == (pounds(500),)
    assert sent.proposal.findings == ()


def test_an_offered_fee_is_in_the_plan_once_and_a_bargained_one_stays() -> None:
    offered, bargained = Terms(fee=pounds(300)), Terms(fee=pounds(250))
    assert fees((part("amy"), part("amy", "host"))) == [offered, None]
    assert fees((part("amy"), part("amy", "host", bargained))) == [None, bargained]
    assert fees((part("amy", reserve=True), part("amy", "host"))) == [None, offered]
    assert fees((part("amy", reserve=True),)) == [None]
    assert fees((part("amy", terms=offered, reserve=True), part("amy", "host"))) == [offered, offered]
    assert fees((part("amy", terms=Terms(notice_days=3)),)) == [Terms(fee=pounds(300), notice_days=3)]
    assert fees((part("cai"),)) == [None]


@pytest.mark.parametrize(
    ("role", "need", "fits", "expected"),
    [
        ("venue", None, (), "n1"),
        ("anything", "n2", (), "n2"),
        ("venue", "n9", (), "n1"),
        ("anything", None, ("n2",), "n2"),
        ("anything", None, ("n1", "n2"), None),
        ("anything", None, (), None),
    ],
)
def test_a_part_meets_the_need_that_it_names_or_that_its_holder_was_found_for(
    role: str, need: str | None, fits: tuple[str, ...], expected: str | None
) -> None:
    found = Candidate(
        agent_id="amy",
        display_name="Amy",
        reason="r",
        relevance_score=1,
        fits=tuple(NeedFit.model_validate({"need": each, "matched": "a skill", "score": 0.9}) for each in fits),
    )
    channel = state().model_copy(update={"candidates": (found,)})
    (completed,) = complete_assignments(channel, (part("amy", role, need=need),))
    assert completed.need == expected


def test_what_a_plan_is_worth_is_in_its_outcome() -> None:
    world = run_channel(replace(PRICED, feedback={"bob": (("negotiate", 1),), "cai": (("silent", 0),)}))
    assert outcome_fields(world.root)["complete"] is False
    (agreed,) = [event for event in run_channel(PRICED).events if isinstance(event, ProposalFinalized)]
    assert (agreed.complete, agreed.missing) == (True, ())
    assert [(each.id, each.met, each.holders) for each in agreed.needs or ()] == [
        ("n1", True, ("amy",)),
        ("n2", True, ("bob",)),
    ]


def test_a_lost_term_stays_found_when_a_plan_is_checked_again_unless_its_holder_is_gone() -> None:
    lost = tuple(Finding(kind="term_lost", agent_id=agent, text=f"{agent} lost one") for agent in ("amy", "zoe"))
    stale = Finding(kind="over_budget", aspect="budget", text="of an earlier holder")
    checked = review_again(state(), plan(part("amy")).model_copy(update={"findings": (stale, *lost)}))
    assert checked.findings == lost[:1]
    assert review_plan(state(), checked).findings == ()


def test_a_plan_has_no_more_findings_than_a_message_can_hold_and_all_that_are_decided_on() -> None:
    """Ten caterers, each of whom wants no other food: 630 contradictions, one budget, two who are not free."""
    rules = tuple(Condition(kind="food", text=f"no outside food, {number}") for number in range(7))
    terms = Terms(fee=pounds(60), conditions=rules)
    crowd = tuple(part(f"agent{number}", "catering", terms) for number in range(10))
    channel = state()
    busy = {each.agent_id: _offer(each.agent_id) for each in crowd[:2]}
    findings = review_plan(channel.model_copy(update={"responses": busy}), plan(*crowd)).findings
    assert len(findings) == MAX_FINDINGS
    kinds = [finding.kind for finding in findings]
    assert (kinds.count("over_budget"), kinds.count("not_free")) == (1, 2)
    assert kinds == ["over_budget", "not_free", "not_free"] + ["contradiction"] * 17


def _offer(agent: str) -> Offer:
    return Offer(
        offer_id="offer_1",
        agent_id=agent,
        display_name=agent.title(),
        demand_id="d-a",
        decision="participate",
        terms=Terms(not_on=(SATURDAY,)),
        submitted_at=0,
    )
