"""What happens when somebody leaves, or the requester stops it, at every moment of a negotiation (TW-345, TWQ-07)."""

import pytest

from channel_admin.core.proposal_versions import remove_agents
from channel_admin.core.state import AwaitedInput
from channel_admin.core.status import Status
from negotiation.contracts.compromise_suggestion import Compromise, CompromiseProposal, Contribution
from negotiation.contracts.events import (
    AgentWithdrawn,
    DemandCancelled,
    DemandClosed,
    ForceFinalized,
    NegotiationFailed,
)
from negotiation.contracts.messages import CancelDemand, CompromiseWritten
from negotiation.contracts.proposal import Gap
from shared.core.address import Address, parse_address
from tests.unit.channel_admin.core.channel_harness import DEMAND, ROOT, ChannelHarness, run_channel
from tests.unit.channel_admin.core.scripted_answers import ScriptedAnswers, feedback_to, role_of

HELPER = ScriptedAnswers(people=("gus",))
TALK = ScriptedAnswers(
    people=("amy", "bob", "cai", "dan", "eva"),
    feedback={"bob": (("negotiate", 1), ("accept", 1)), "eva": (("negotiate", 1),)},
    lacks=(("photo", 70),),
    subnets=(HELPER,),
)
FORCED = ScriptedAnswers(
    people=TALK.people,
    required=("dan",),
    feedback={"dan": (("reject", 1),)},
    lacks=(("photo", 70),),
    subnets=(HELPER, HELPER),
)

BEFORE: tuple[AwaitedInput, ...] = ("aggregation", "feedback", "adjustment")
AFTER: tuple[AwaitedInput, ...] = ("gaps", "recursion", "subnets")


def leave(world: ChannelHarness, agent: str = "amy") -> AgentWithdrawn:
    """The agent withdraws now; its feedback names version 1, whatever is under review."""
    plan = world.root.current_proposal or run_channel(TALK).root.proposal
    body = feedback_to(DEMAND, ROOT, plan, agent, "withdraw", 1, version=1)
    decision = world.tell(body, sender=Address("user_agent", agent))
    assert decision is not None
    assert [e.type for e in decision.events][:2] == ["towow.proposal.feedback", "towow.agent.withdrawn"]
    told = decision.events[1]
    assert isinstance(told, AgentWithdrawn)
    return told


@pytest.mark.parametrize("waiting", BEFORE)
def test_an_agent_that_withdraws_before_the_outcome_is_not_in_the_next_version(waiting: AwaitedInput) -> None:
    world = ChannelHarness(TALK).run_until_waiting(waiting)
    version = world.root.proposal_version
    told = leave(world)
    assert told.proposal is None
    assert world.root.left == ("amy",)
    assert world.root.proposal_version == version
    world.run(lambda w: w.root.proposal_version > version or w.root.is_final)
    assert world.root.proposal_version == version + 1
    assert "amy" not in world.root.sent_to
    world.run()
    plan = world.root.proposal
    assert "amy" not in {*plan.confirmed_participants, *plan.optional_participants}
    assert "amy" not in {a.agent_id for a in plan.assignments}


@pytest.mark.parametrize("waiting", AFTER)
def test_a_withdrawal_after_the_outcome_leaves_a_gap_and_keeps_the_outcome(waiting: AwaitedInput) -> None:
    """DESIGN § 7: plan version + 1 with a gap, never changing the status."""
    world = ChannelHarness(TALK).run_until_waiting(waiting)
    before = world.root
    told = leave(world)
    assert world.root.status is before.status is Status.FINALIZED
    assert world.root.waiting == waiting
    assert world.root.proposal_version == before.proposal_version + 1
    assert told.proposal == world.root.proposal
    assert role_of("amy") in {gap.gap_type for gap in world.root.proposal.gaps}
    assert "amy" not in world.root.proposal.confirmed_participants
    world.run()
    assert world.closed
    assert world.root.status is Status.FINALIZED


def test_a_withdrawal_during_the_compromise_is_in_the_outcome() -> None:
    world = ChannelHarness(FORCED).run_until_waiting("compromise")
    told = leave(world)
    assert told.proposal is not None
    assert told.proposal.version == 2
    world.run()
    (forced,) = [e for e in world.events if isinstance(e, ForceFinalized)]
    assert "amy" not in forced.confirmed_participants
    assert world.root.status is Status.FORCE_FINALIZED


def test_a_withdrawal_from_a_failed_negotiation_changes_no_proposal() -> None:
    world = ChannelHarness(
        ScriptedAnswers(feedback=dict.fromkeys(("amy", "bob", "cai"), (("reject", 1),)))
    ).run_until_waiting("compromise")
    assert leave(world).proposal is None
    assert world.root.proposal_version == 1


@pytest.mark.parametrize("waiting", ["aggregation", "feedback", "adjustment"])
def test_a_negotiation_that_everybody_leaves_fails(waiting: AwaitedInput) -> None:
    world = ChannelHarness(TALK).run_until_waiting(waiting)
    for agent in TALK.people:
        if not world.root.is_final:
            leave(world, agent)
    world.run()
    (failed,) = [e for e in world.events if isinstance(e, NegotiationFailed)]
    assert (failed.reason, failed.detail) == ("no_participants", "all_left")


def test_an_agent_can_offer_and_leave_before_the_others_answer() -> None:
    world = ChannelHarness(ScriptedAnswers(people=("amy", "bob"), offers={"bob": ("decline", 9)})).run_until_waiting(
        "offers"
    )
    world.run(lambda w: "amy" in w.root.responses)
    leave(world)
    world.run()
    assert world.root.failure is not None
    assert world.root.failure.detail == "all_left"


CANCELLED: tuple[AwaitedInput, ...] = ("understanding", "filtering", "offers", *BEFORE)


def stop(world: ChannelHarness) -> list[str]:
    """The requester cancels now; the types of what is told."""
    order = CancelDemand(demand_id=DEMAND, channel_id=ROOT, cancelled_by="user_alice", reason="changed my mind")
    decision = world.tell(order)
    assert decision is not None
    assert world.tell(order) is None, "a second time it has no effect"
    return [e.type.removeprefix("towow.") for e in decision.events]


@pytest.mark.parametrize("waiting", CANCELLED)
def test_a_cancellation_before_the_outcome_closes_the_channel_at_once(waiting: AwaitedInput) -> None:
    world = ChannelHarness(TALK).run_until_waiting(waiting)
    assert stop(world) == ["demand.cancelled", "demand.closed"]
    assert world.root.status is Status.CANCELLED
    assert world.closed
    (told,) = [e for e in world.events if isinstance(e, DemandCancelled)]
    assert (told.cancelled_by, told.reason) == ("user_alice", "changed my mind")
    (closed,) = [e for e in world.events if isinstance(e, DemandClosed)]
    assert closed.status == "cancelled"
    length = len(world.events)
    world.run()
    assert len(world.events) == length


@pytest.mark.parametrize("waiting", ["gaps", "recursion"])
def test_a_cancellation_after_the_outcome_only_stops_running_work(waiting: AwaitedInput) -> None:
    world = ChannelHarness(TALK).run_until_waiting(waiting)
    assert stop(world) == ["demand.cancelled", "demand.closed"]
    assert world.root.status is Status.FINALIZED
    assert isinstance(world.events[-1], DemandClosed)
    assert world.events[-1].status == "finalized"


@pytest.mark.parametrize(
    ("script", "outcome"),
    [
        (FORCED, "negotiation.force_finalized"),
        (ScriptedAnswers(feedback=dict.fromkeys(("amy", "bob", "cai"), (("reject", 1),))), "negotiation.failed"),
    ],
)
def test_a_cancellation_during_the_compromise_still_emits_the_outcome(script: ScriptedAnswers, outcome: str) -> None:
    world = ChannelHarness(script).run_until_waiting("compromise")
    assert stop(world) == [outcome, "demand.cancelled", "demand.closed"]
    assert world.root.status in (Status.FORCE_FINALIZED, Status.FAILED)


def test_a_cancellation_cancels_the_subnets() -> None:
    world = ChannelHarness(TALK).run_until_waiting("subnets")
    world.run(lambda w: f"{ROOT}-1" in w.states)
    assert stop(world) == ["demand.cancelled"]
    world.run()
    assert world.states[f"{ROOT}-1"].status is Status.CANCELLED
    assert world.types()[-2:] == ["subnet.completed", "demand.closed"]
    assert world.root.status is Status.FINALIZED
    assert world.root.subnets[0].status == "cancelled"


SUB = f"{ROOT}-1"
OTHERS = ("user_agent/amy", "skills/x", "coordinator/x", "channel/collab-other")


@pytest.mark.parametrize(("to", "sender"), [(to, by) for to in (ROOT, SUB) for by in (*OTHERS, f"channel/{to}")])
def test_a_cancel_message_from_an_actor_other_than_gateway_or_parent_is_ignored(to: str, sender: str) -> None:
    world = ChannelHarness(TALK).run_until_waiting("subnets").run(lambda w: SUB in w.states)
    order = CancelDemand(demand_id=DEMAND, channel_id=to, cancelled_by="stranger")
    before = world.states[to]
    assert world.tell(order, sender=parse_address(sender), to=to) is None
    assert world.states[to] == before


def test_a_subnet_cannot_cancel_its_parent_and_is_cancelled_by_it() -> None:
    world = ChannelHarness(TALK).run_until_waiting("subnets").run(lambda w: SUB in w.states)
    upwards = CancelDemand(demand_id=DEMAND, channel_id=ROOT, cancelled_by=SUB)
    assert world.tell(upwards, sender=Address("channel", SUB)) is None
    downwards = CancelDemand(demand_id=DEMAND, channel_id=SUB, cancelled_by=ROOT)
    assert world.tell(downwards, sender=Address("channel", ROOT), to=SUB) is not None
    assert world.states[SUB].status is Status.CANCELLED


def test_a_closed_channel_ignores_every_message() -> None:
    world = run_channel(TALK)
    order = CancelDemand(demand_id=DEMAND, channel_id=ROOT, cancelled_by="user_alice")
    assert world.tell(order) is None


def test_the_role_of_a_withdrawn_agent_is_a_gap_of_the_next_version() -> None:
    """DESIGN § 7: their assignments become gaps, also when they leave while the plan is being changed."""
    world = ChannelHarness(TALK).run_until_waiting("adjustment")
    leave(world)
    world.run(lambda w: w.root.proposal_version > 1)
    assert [(g.gap_type, g.importance) for g in world.root.proposal.gaps if g.gap_type == role_of("amy")] == [
        (role_of("amy"), 70)
    ]


def test_a_lost_required_role_is_a_gap_of_importance_100() -> None:
    """The plan named it as a small gap before; a replacement is looked for all the same."""
    plan = run_channel(ScriptedAnswers(required=("cai",))).root.proposal
    named = plan.model_copy(update={"gaps": (Gap(gap_type=role_of("cai"), importance=20),)})
    assert [(g.gap_type, g.importance) for g in remove_agents(named, {"cai"}, "en").gaps] == [(role_of("cai"), 100)]


def test_the_compromise_omits_agents_who_left_during_its_writing() -> None:
    """Prompt 9 was asked before amy went; she is not counted on."""
    rejecting = ScriptedAnswers(feedback=dict.fromkeys(("amy", "bob", "cai"), (("reject", 1),)))
    world = ChannelHarness(rejecting).run_until_waiting("compromise")
    leave(world)
    able = tuple(Contribution(agent_id=agent, can="help") for agent in ("amy", "bob"))
    written = Compromise(suggestion="less", proposal=CompromiseProposal(participants=able))
    body = CompromiseWritten(demand_id=DEMAND, channel_id=ROOT, compromise=written)
    decision = world.tell(body, sender=Address("skills", ROOT))
    assert decision is not None
    (failed,) = [e for e in decision.events if isinstance(e, NegotiationFailed)]
    assert [one.agent_id for one in failed.compromise_proposal.participants] == ["bob"]
