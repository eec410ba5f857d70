"""A subnet's result becomes part of the plan only by the yes of its members to the merged plan (DESIGN § 7)."""

from dataclasses import replace

import pytest

from channel_admin.core.status import Status
from channel_admin.settings import NegotiationRules
from negotiation.contracts.demand import DemandLimits, Need
from negotiation.contracts.events import AgentWithdrawn, ProposalFeedbackEvent, SubnetCompleted
from negotiation.contracts.messages import CancelDemand, ProposalReview, SubnetEnded, SubnetMemberWithdrawn
from negotiation.contracts.proposal import Assignment, Finding, Proposal
from negotiation.contracts.terms import Condition, Terms
from shared.core.address import Address
from shared.core.timestamps import seconds_to_ms
from tests.unit.channel_admin.core.channel_harness import DEMAND, ROOT, ChannelHarness, run_channel
from tests.unit.channel_admin.core.plan_fixtures import SATURDAY, SUNDAY, pounds
from tests.unit.channel_admin.core.scripted_answers import Said, ScriptedAnswers, feedback_to

SUB = f"{ROOT}-1"
HELPER = ScriptedAnswers(
    people=("gus", "hal"),
    terms={"gus": Terms(fee=pounds(120), notice_days=3)},
    parts={"gus": {"role": "photography"}, "hal": {"role": "sound"}},
)
PHOTO = ScriptedAnswers(
    needs=(Need(id="n1", need="venue"), Need(id="n2", need="photography")),
    parts={"amy": {"role": "venue"}},
    day=SATURDAY,
    lacks=(("photography", 70),),
    subnets=(HELPER,),
)


def answered(**said: str) -> ScriptedAnswers:
    """The members' answers to the merged plan; in the subnet they accepted."""
    return replace(PHOTO, feedback={agent: ((word, 1),) for agent, word in said.items()})


def completed(world: ChannelHarness) -> list[SubnetCompleted]:
    return [event for event in world.events if isinstance(event, SubnetCompleted)]


def merging(script: ScriptedAnswers = PHOTO) -> ChannelHarness:
    """The merged plan is out, and nobody has answered it yet."""
    world = ChannelHarness(script).run(lambda w: ROOT in w.states and bool(w.root.merge_reviews))
    assert world.root.merge_reviews
    return world


def merged_reviews(world: ChannelHarness) -> dict[str, ProposalReview]:
    """Reviews of plans that hold somebody of a subnet, by recipient."""
    return {
        send.to.id: send.body
        for by, send in world.sends
        if by == ROOT and isinstance(send.body, ProposalReview) and len(send.body.proposal.assignments) > 3
    }


def withdraws(world: ChannelHarness, agent: str, to: str = ROOT, version: int | None = None) -> bool:
    """Whether the withdrawal has any effect."""
    plan = world.states[to].proposal
    body = feedback_to(DEMAND, to, plan, agent, "withdraw", 1, version=version)
    return world.tell(body, sender=Address("user_agent", agent), to=to) is not None


def test_the_members_review_the_merged_plan_with_their_own_part_and_offer() -> None:
    world = merging()
    reviews = merged_reviews(world)
    assert reviews.keys() == {"gus", "hal"}
    review = reviews["gus"]
    assert (review.proposal.version, review.channel_id) == (2, ROOT)
    assert review.your_assignment is not None
    assert (review.your_assignment.role, review.your_assignment.need) == ("photography", "n2")
    assert review.your_offer is not None
    assert review.your_offer.terms == HELPER.terms["gus"]
    assert review.proposal.totals == (pounds(120),)
    assert world.root.proposal_version == 1, "nothing is merged before they agree"
    assert review.answer_by == world.root.merge_reviews[0].deadline == world.now + seconds_to_ms(60)


@pytest.mark.parametrize("word", ["accept", "negotiate", "reject", "withdraw", "fallback", "silent", "failed"])
def test_only_an_accept_confirms_a_member(word: str) -> None:
    world = run_channel(answered(gus=word))
    (done,) = completed(world)
    joined = ("gus", "hal") if word == "accept" else ("hal",)
    assert (done.status, done.participants) == ("finalized", joined)
    assert done.proposal == world.root.proposal
    agents = {part.agent_id for part in done.proposal.assignments}
    assert agents == {"amy", "bob", "cai", *joined}
    assert set(world.root.proposal.confirmed_participants) == agents
    assert (done.complete, world.root.status) == (word == "accept", Status.FINALIZED)
    assert world.closed
    assert [event.agent_id for event in world.events if isinstance(event, AgentWithdrawn)] == []
    told = [e for e in world.events if isinstance(e, ProposalFeedbackEvent) and e.channel_id == ROOT]
    assert len([e for e in told if e.agent_id == "gus"]) == (word not in ("silent", "failed"))


def test_a_result_that_no_member_confirms_leaves_the_plan_and_the_gap() -> None:
    world = run_channel(answered(gus="reject", hal="reject"))
    (done,) = completed(world)
    assert (done.participants, done.proposal.version, done.complete) == ((), 1, False)
    assert done.missing == ("photography: nobody.",)
    assert done.proposal.summary == "plan"


def test_a_merged_plan_tells_its_sum_its_worth_and_a_new_summary() -> None:
    (done,) = completed(run_channel(PHOTO))
    assert done.proposal.totals == (pounds(120),)
    assert (done.complete, done.missing) == (True, ())
    assert [(need.id, need.holders) for need in done.needs or ()] == [("n1", ("amy",)), ("n2", ("gus",))]
    assert "Gus" in done.proposal.summary
    assert "Amy" in done.proposal.summary
    (gus,) = (part for part in done.proposal.assignments if part.agent_id == "gus")
    assert gus.terms is not None
    assert (gus.terms.fee, gus.terms.notice_days, gus.required) == (pounds(120), 3, False)


def test_a_subnet_is_for_the_day_of_the_plan() -> None:
    sub = merging().states[SUB]
    assert sub.plan_day == SATURDAY
    assert (sub.demand.limits.dates, sub.demand.context.date) == ((SATURDAY,), SATURDAY)


def test_a_member_on_another_day_is_asked_for_the_plans_day_and_never_confirmed_on_a_day_that_is_not_free() -> None:
    """A4: "11-28 I cannot, 12-02 I can" is no confirmation for 11-28, also if they accept by mistake."""
    other = replace(
        HELPER,
        day=SUNDAY,
        terms={"gus": Terms(dates=(SUNDAY,), start=f"{SUNDAY}T19:00:00+00:00", end=f"{SUNDAY}T22:00:00+00:00")},
    )
    world = merging(replace(PHOTO, subnets=(other,)))
    review = merged_reviews(world)["gus"]
    assert review.your_assignment is not None
    assert review.your_assignment.terms is not None
    assert (review.your_assignment.terms.start, review.your_assignment.terms.end) == (SATURDAY, None)
    assert [(f.kind, f.agent_id) for f in review.proposal.findings] == [("not_free", "gus")]
    world.run()
    (done,) = completed(world)
    assert done.complete is False
    assert {need.id: need.met for need in done.needs or ()} == {"n1": True, "n2": False}


def test_the_review_of_a_merged_plan_has_an_end() -> None:
    world = merging(answered(gus="silent", hal="silent"))
    opened = world.now
    world.run()
    assert world.closed
    assert completed(world)[0].participants == ()
    assert world.now == opened + seconds_to_ms(60)


def test_the_review_of_a_merged_plan_ends_with_the_subnets() -> None:
    world = ChannelHarness(answered(gus="silent"), rules=NegotiationRules(subnet_timeout=20)).run()
    assert world.now - world.root.created_at < seconds_to_ms(40)
    assert completed(world)[0].participants == ("hal",)


def test_a_cancellation_ends_the_review_with_the_answers_that_are_there() -> None:
    world = merging(answered(hal="silent"))
    world.run(lambda w: "gus" not in w.root.merge_reviews[0].pending)
    decision = world.tell(CancelDemand(demand_id=DEMAND, channel_id=ROOT, cancelled_by="user_alice"))
    assert decision is not None
    assert [event.type.removeprefix("towow.") for event in decision.events] == [
        "demand.cancelled",
        "subnet.completed",
        "demand.closed",
    ]
    assert completed(world)[0].participants == ("gus",)
    assert world.root.status is Status.FINALIZED


FOOD = Condition(kind="food", text="no outside food")


@pytest.mark.parametrize(("word", "kept"), [("accept", True), ("reject", True), ("silent", True), ("withdraw", False)])
def test_a_holder_whose_condition_the_result_contradicts_reviews_it_too(word: str, kept: bool) -> None:
    """Whatever the venue says, its part stays as it is, unless it withdraws: then it leaves the plan as ever."""
    caterer = replace(HELPER, people=("gus",), parts={"gus": {"role": "catering"}}, terms={})
    script = replace(
        PHOTO,
        terms={"amy": Terms(conditions=(FOOD,))},
        lacks=(("catering", 70),),
        needs=(Need(id="n1", need="venue"),),
        subnets=(caterer,),
    )
    world = merging(script)
    assert merged_reviews(world).keys() == {"amy", "gus"}
    world.script = replace(script, feedback={"amy": ((word, 1),)})
    # Her answer was scripted when she was asked: give it as hers now.
    world = merging(replace(script, feedback={"amy": (("accept", 1),)}))
    if word not in ("silent", "accept"):
        body = feedback_to(DEMAND, ROOT, world.root.merge_reviews[0].proposal, "amy", word, 1)
        assert world.tell(body, sender=Address("user_agent", "amy")) is not None
    world.run()
    plan = world.root.proposal
    assert ("amy" in {part.agent_id for part in plan.assignments}) == kept
    assert "gus" in plan.confirmed_participants
    contradictions = [finding.agent_id for finding in plan.findings if finding.kind == "contradiction"]
    assert contradictions == (["amy"] if kept else [])
    assert completed(world)[-1].complete is False
    assert len([e for e in world.events if isinstance(e, AgentWithdrawn)]) == (not kept)


def test_a_holder_whose_part_depends_on_the_gap_reviews_the_merged_plan() -> None:
    script = replace(PHOTO, parts={"bob": {"role": "album", "dependencies": ("photography",)}})
    assert merged_reviews(merging(script)).keys() == {"gus", "hal", "bob"}


def test_a_term_that_the_agreed_plan_had_lost_is_still_found_after_a_merge() -> None:
    world = merging()
    lost = Finding(kind="term_lost", assignment="venue", agent_id="amy", text="the notice is lost")
    plan = world.root.proposal.model_copy(update={"findings": (lost,)})
    world.states[ROOT] = world.root.model_copy(update={"current_proposal": plan})
    world.run()
    (done,) = completed(world)
    assert (done.proposal.findings, done.complete) == ((lost,), False)


TWO = replace(
    PHOTO,
    lacks=(("photography", 70), ("sound", 70)),
    subnets=(replace(HELPER, people=("gus",)), ScriptedAnswers(people=("hal",), aggregation=("ok", 40))),
)
"""The first subnet is merged long before the second one ends."""


def merged() -> ChannelHarness:
    world = ChannelHarness(TWO).run(lambda w: ROOT in w.states and "gus" in w.root.members)
    assert "gus" in world.root.members
    return world


def members_message(agent: str, sub: str = SUB) -> SubnetMemberWithdrawn:
    return SubnetMemberWithdrawn(demand_id=DEMAND, channel_id=ROOT, sub_channel_id=sub, agent_id=agent, reasoning="ill")


@pytest.mark.parametrize("way", ["parent", "subnet"])
def test_a_member_of_the_plan_may_leave_as_long_as_the_root_is_open(way: str) -> None:
    world = merged()
    version = world.root.proposal_version
    assert withdraws(world, "gus", ROOT if way == "parent" else SUB)
    world.run(lambda w: w.root.proposal_version > version)
    (gone,) = (event for event in world.events if isinstance(event, AgentWithdrawn))
    assert (gone.agent_id, gone.display_name, gone.complete) == ("gus", "Gus", False)
    assert gone.proposal == world.root.proposal
    assert gone.missing == ("photography: nobody.",)
    assert "photography" in {gap.gap_type for gap in world.root.proposal.gaps}
    assert world.root.proposal.totals == ()
    assert "Gus" not in world.root.proposal.summary
    assert not withdraws(world, "gus", ROOT)
    withdraws(world, "gus", SUB)
    world.run()
    assert len([event for event in world.events if isinstance(event, AgentWithdrawn)]) == 1, "once is enough"
    assert world.root.status is Status.FINALIZED
    assert "gus" not in {part.agent_id for part in world.root.proposal.assignments}


@pytest.mark.parametrize("way", ["parent", "subnet"])
@pytest.mark.parametrize("has_accepted", [False, True])
def test_a_member_may_leave_while_the_merged_plan_is_reviewed(way: str, has_accepted: bool) -> None:
    """Also after an accept: nobody is confirmed who has withdrawn before the review is over."""
    world = merging(answered(gus="accept" if has_accepted else "silent", hal="silent"))
    if has_accepted:
        world.run(lambda w: "gus" in w.root.merge_reviews[0].accepted)
    assert withdraws(world, "gus", ROOT if way == "parent" else SUB, version=1)
    world.run()
    assert completed(world)[0].participants == ()
    assert "gus" not in {part.agent_id for part in world.root.proposal.assignments}


def test_only_a_subnet_of_the_channel_tells_that_its_member_has_left() -> None:
    world = merged()
    for body, sender in (
        (members_message("gus"), Address("channel", f"{ROOT}-2")),
        (members_message("gus", f"{ROOT}-9"), Address("channel", f"{ROOT}-9")),
        (members_message("gus"), Address("user_agent", "gus")),
        (members_message("amy"), Address("channel", SUB)),
        (members_message("zoe"), Address("channel", SUB)),
    ):
        assert world.tell(body, sender=sender) is None, (body.agent_id, sender)


def test_nobody_leaves_a_closed_root() -> None:
    world = run_channel(TWO)
    assert world.tell(members_message("gus"), sender=Address("channel", SUB)) is None


@pytest.mark.parametrize("agent", ["bob", "zoe"])
def test_a_subnet_reports_only_withdrawals_of_its_agreed_plans_members(agent: str) -> None:
    world = merged()
    assert not withdraws(world, agent, SUB)


def test_a_failed_subnet_has_no_members_to_withdraw() -> None:
    refusing = replace(HELPER, feedback=dict.fromkeys(HELPER.people, (("reject", 1),)))
    world = ChannelHarness(replace(TWO, subnets=(refusing, TWO.subnets[1]))).run(
        lambda w: ROOT in w.states and any(s.status == "failed" for s in w.root.subnets)
    )
    assert not withdraws(world, "gus", SUB)


def test_a_result_of_an_earlier_release_without_offers_and_terms_is_merged() -> None:
    """Its members are asked like all others; they bring no terms."""
    waiting: dict[str, Said] = {"gus": ("silent", 0)}
    world = ChannelHarness(replace(TWO, subnets=(replace(HELPER, people=("gus",), offers=waiting),) * 2))
    world.run_until_waiting("subnets")
    old = Proposal(
        proposal_id="prop_1",
        demand_id=DEMAND,
        version=1,
        summary="photos",
        assignments=(Assignment(agent_id="gus", role="photography", is_confirmed=True),),
        confirmed_participants=("gus",),
        created_at=0,
    )
    ended = SubnetEnded(
        demand_id=DEMAND,
        channel_id=ROOT,
        sub_demand_id=f"{DEMAND}-1",
        sub_channel_id=SUB,
        gap_type="photography",
        status="finalized",
        proposal=old,
    )
    assert world.tell(ended, sender=Address("channel", SUB)) is not None
    (review,) = merged_reviews(world).values()
    assert review.your_offer is None
    world.run(lambda w: bool(completed(w)))
    assert completed(world)[0].participants == ("gus",)


def test_the_root_asks_members_about_its_own_limits_only() -> None:
    """The subnet's plan leaves a limit of its own; the merged plan is for the root's day, which is allowed."""
    helper = replace(HELPER, limits=DemandLimits(not_on=("saturday",)))
    (done,) = completed(run_channel(replace(PHOTO, limits=DemandLimits(dates=(SATURDAY,)), subnets=(helper,))))
    assert done.proposal.findings == ()
    assert done.complete
