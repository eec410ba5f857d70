"""What does an agreed plan lack, and who brings it? Gaps, subnets, their limits and their ends (TW-360…365, TWC-20)."""

import json
from dataclasses import replace

import pytest

from channel_admin.core.state import ChannelState
from channel_admin.core.status import Status
from channel_admin.settings import SUBNET_MAX_ROUNDS, NegotiationRules
from negotiation.contracts.demand import Limits
from negotiation.contracts.events import ChannelCreated, DemandClosed, GapIdentified, SubnetCompleted, SubnetTriggered
from negotiation.contracts.messages import ChooseCandidates, DecideRecursion, OpenSubnet, SubnetEnded
from shared.core.address import Address
from shared.core.timestamps import seconds_to_ms
from shared.core.usage import Usage
from tests.unit.channel_admin.core.channel_harness import DEMAND, ROOT, ChannelHarness, run_channel
from tests.unit.channel_admin.core.scripted_answers import ScriptedAnswers

HELPER = ScriptedAnswers(people=("gus", "hal"))
PHOTO = ScriptedAnswers(lacks=(("photo", 70),), subnets=(HELPER,))
SUB = f"{ROOT}-1"


def test_the_result_of_a_subnet_becomes_part_of_the_proposal() -> None:
    """DESIGN § 7: merged into plan version + 1; the gap is closed; the status stays."""
    world = run_channel(PHOTO)
    (done,) = [e for e in world.events if isinstance(e, SubnetCompleted)]
    assert done.status == "finalized"
    assert done.participants == ("gus", "hal")
    assert done.proposal == world.root.proposal
    assert world.root.proposal.version == 2
    assert {a.agent_id for a in world.root.proposal.assignments} == {"amy", "bob", "cai", "gus", "hal"}
    assert world.root.proposal.confirmed_participants == ("amy", "bob", "cai", "gus", "hal")
    assert world.root.status is Status.FINALIZED


def test_the_events_of_a_subnet_have_its_channel_id_in_the_root_log() -> None:
    world = run_channel(PHOTO)
    (opened,) = [e for e in world.events if isinstance(e, SubnetTriggered)]
    assert (opened.parent_demand_id, opened.sub_demand_id, opened.sub_channel_id, opened.depth) == (
        DEMAND,
        f"{DEMAND}-1",
        SUB,
        1,
    )
    created = [e for e in world.events if isinstance(e, ChannelCreated) and e.channel_id == SUB]
    assert [(e.depth, e.parent_channel_id, e.max_rounds, e.demand_id) for e in created] == [
        (1, ROOT, SUBNET_MAX_ROUNDS, DEMAND)
    ]
    assert "demand.closed" not in world.types(SUB)
    assert "gap.identified" not in world.types(SUB)


def test_a_subnet_has_shorter_times_and_no_compromise() -> None:
    """300 s in all, 60 s to offer, 60 s to answer, 3 rounds; the template at once."""
    world = run_channel(
        replace(PHOTO, subnets=(replace(HELPER, feedback=dict.fromkeys(HELPER.people, (("reject", 1),))),))
    )
    sub = world.states[SUB]
    times = (sub.rules.overall_timeout, sub.rules.response_collection_timeout, sub.rules.feedback_collection_timeout)
    assert times == (300, 60, 60)
    assert sub.deadline == sub.created_at + seconds_to_ms(300)
    assert sub.limits.max_rounds == 3
    assert not world.sent("write_compromise")
    assert world.types(SUB)[-1] == "negotiation.failed"
    assert world.root.proposal.version == 1
    assert world.types()[-2:] == ["subnet.completed", "demand.closed"]


def test_a_subnet_invites_no_participant_of_its_parent() -> None:
    """Whoever is in the parent, declined it or left it."""
    script = ScriptedAnswers(
        people=("amy", "bob", "cai", "dan", "eva", "fay"),
        offers={"bob": ("decline", 1)},
        feedback={"cai": (("withdraw", 1),)},
        lacks=(("photo", 70),),
    )
    world = run_channel(replace(script, subnets=(ScriptedAnswers(people=("bob", "gus", "cai", "amy")),)))
    (asked,) = [s.body for by, s in world.sends if by == SUB and isinstance(s.body, ChooseCandidates)]
    assert set(asked.excluded) == set(script.people)
    assert world.states[SUB].invited_agents == ("gus",)


def test_at_most_three_subnets_one_level_deep() -> None:
    lacks = tuple((kind, 90) for kind in ("photo", "sound", "food", "cars"))
    world = run_channel(replace(PHOTO, lacks=lacks, subnets=(HELPER,) * 4))
    assert [s.channel_id for s in world.root.subnets] == [f"{ROOT}-{n}" for n in (1, 2, 3)]
    assert len(world.sent("open_subnet")) == 3
    for channel, state in world.states.items():
        assert state.depth == (0 if channel == ROOT else 1)
        assert channel == ROOT or not state.subnets
    (deciding,) = [s.body for s in world.sent("decide_recursion") if isinstance(s.body, DecideRecursion)]
    assert deciding.max_subnets == 3


@pytest.mark.parametrize(("importance", "asked"), [(59, 0), (60, 1)])
def test_only_a_gap_of_importance_60_opens_a_subnet(importance: int, asked: int) -> None:
    world = run_channel(replace(PHOTO, lacks=(("photo", importance),)))
    assert len(world.sent("decide_recursion")) == asked
    (gaps,) = [e for e in world.events if isinstance(e, GapIdentified)]
    assert [g.gap_type for g in gaps.gaps] == ["photo"]
    assert not gaps.is_complete


@pytest.mark.parametrize(
    "rules", [NegotiationRules(max_recursion_depth=0), NegotiationRules(max_subnets_per_channel=0)]
)
def test_a_demand_without_recursion_opens_no_subnet_and_keeps_the_gap(rules: NegotiationRules) -> None:
    """TW-363, TW-455."""
    world = ChannelHarness(PHOTO, rules=rules).run()
    assert not world.sent("decide_recursion")
    assert [g.gap_type for g in world.root.gaps] == ["photo"]


def test_a_stored_recursion_depth_above_one_is_read_as_one() -> None:
    """Earlier releases accepted `max_recursion_depth` 2 and treated it as 1; their channels are still read."""
    world = ChannelHarness(PHOTO).run_until_waiting("feedback")
    stored = json.loads(world.root.model_dump_json())
    stored["rules"]["max_recursion_depth"] = 5
    assert ChannelState.model_validate_json(json.dumps(stored)) == world.root


def test_an_overdue_subnet_counts_as_failed() -> None:
    slow = replace(HELPER, filtering=("silent", 0))
    world = ChannelHarness(replace(PHOTO, subnets=(slow,)), rules=NegotiationRules(subnet_timeout=5)).run_until_waiting(
        "subnets"
    )
    opened = world.now
    world.run(lambda w: w.closed)
    assert world.now == opened + seconds_to_ms(5)
    assert world.root.subnets[0].status == "failed"
    assert world.types()[-2:] == ["subnet.completed", "demand.closed"]


def test_a_parent_waits_for_all_its_subnets() -> None:
    slow = replace(HELPER, people=("ian",), aggregation=("ok", 50))
    world = run_channel(replace(PHOTO, lacks=(("photo", 90), ("sound", 80)), subnets=(HELPER, slow)))
    done = [e for e in world.events if isinstance(e, SubnetCompleted)]
    assert [e.sub_channel_id for e in done] == [SUB, f"{ROOT}-2"]
    assert [e.proposal.version for e in done] == [2, 3]
    assert world.root.proposal.version == 3


def test_the_usage_of_a_subnet_is_charged_to_its_root() -> None:
    """Its messages carry the root's demand, under which everything is paid; the close tells what was paid in all."""
    world = ChannelHarness(PHOTO).run_until_waiting("subnets")
    (order,) = [s.body for s in world.sent("open_subnet") if isinstance(s.body, OpenSubnet)]
    assert order.demand_id == DEMAND
    ended = SubnetEnded(
        demand_id=DEMAND,
        channel_id=ROOT,
        sub_demand_id=f"{DEMAND}-1",
        sub_channel_id=SUB,
        gap_type="photo",
        status="failed",
        fallback_calls=2,
    )
    paid = Usage(calls=17, input_tokens=5, output_tokens=3, cost_usd=0.25)
    message = replace(world.say(ended, sender=Address("channel", SUB)), spent=paid)
    decision = world.deliver(message)
    assert decision is not None
    closed = decision.events[-1]
    assert isinstance(closed, DemandClosed)
    totals = closed.totals
    assert (totals.model_calls, totals.input_tokens, totals.output_tokens, totals.cost_usd) == (17, 5, 3, 0.25)
    assert totals.fallback_calls == 2


def test_an_agent_found_by_two_subnets_is_in_the_proposal_once() -> None:
    world = run_channel(replace(PHOTO, lacks=(("photo", 90), ("sound", 80)), subnets=(HELPER, HELPER)))
    plan = world.root.proposal
    assert plan.confirmed_participants == ("amy", "bob", "cai", "gus", "hal")
    assert plan.optional_participants == ()


def test_a_subnet_has_no_more_rounds_than_its_root() -> None:
    world = run_channel(PHOTO, limits=Limits(max_rounds=2))
    assert world.states[SUB].limits.max_rounds == 2
