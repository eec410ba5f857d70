"""What happens when the budget runs out? In every phase there is an end, and a reason (DESIGN § 6, TWQ-08)."""

from dataclasses import replace

import pytest

from channel_admin.core.status import Status
from negotiation.contracts.events import FeedbackEvaluated, NegotiationFailed
from tests.unit.channel_admin.core.channel_harness import ChannelHarness, run_channel
from tests.unit.channel_admin.core.scripted_answers import ScriptedAnswers

EMPTY = ("budget", 1)
TALK = ScriptedAnswers(people=("amy", "bob", "cai"), feedback={"cai": (("negotiate", 1),)}, lacks=(("photo", 70),))


@pytest.mark.parametrize("field", ["understanding", "filtering", "aggregation"])
def test_a_channel_without_proposal_fails_when_the_budget_is_exceeded(field: str) -> None:
    world = run_channel(replace(TALK, **{field: EMPTY}))
    (failed,) = [e for e in world.events if isinstance(e, NegotiationFailed)]
    assert (failed.reason, failed.detail) == ("timeout", "budget")
    assert failed.error_code == "E006"


def test_a_refused_invitation_counts_as_declined() -> None:
    world = run_channel(replace(TALK, offers={"cai": EMPTY}, feedback={}))
    assert world.root.invited_agents == ("amy", "bob", "cai")
    assert world.root.sent_to == ("amy", "bob")
    assert world.root.status is Status.FINALIZED


def test_when_no_invitation_can_be_answered_it_fails_for_the_budget() -> None:
    world = run_channel(replace(TALK, offers=dict.fromkeys(TALK.people, EMPTY)))
    assert world.root.failure is not None
    assert (world.root.failure.reason, world.root.failure.detail) == ("timeout", "budget")


def test_a_refused_reviewer_is_silent_and_the_verdict_is_the_last() -> None:
    """Two of two answers accept… and one negotiates: in round 1 that would be adjusted; without budget it is forced."""
    world = run_channel(
        replace(TALK, people=("amy", "bob", "cai", "dan"), feedback={"cai": (("negotiate", 1),), "dan": (EMPTY,)})
    )
    (verdict,) = [e for e in world.events if isinstance(e, FeedbackEvaluated)]
    assert (verdict.round, verdict.silent, verdict.decision, verdict.rule) == (1, 1, "force_finalize", 8)
    assert world.root.proposal.optional_participants == ("cai", "dan")
    assert not world.sent("adjust_proposal")


def test_no_feedback_request_is_repeated_when_the_budget_is_exceeded() -> None:
    world = run_channel(replace(TALK, feedback=dict.fromkeys(TALK.people, (EMPTY,))))
    assert len(world.sent("proposal_review")) == 3
    assert world.root.failure is not None
    assert world.root.failure.detail == "no_feedback"


def test_a_channel_ends_with_its_last_proposal_when_the_budget_refuses_an_adjustment() -> None:
    world = run_channel(replace(TALK, adjustment=EMPTY))
    verdicts = [(e.round, e.decision, e.rule) for e in world.events if isinstance(e, FeedbackEvaluated)]
    assert verdicts == [(1, "renegotiate", 7), (2, "force_finalize", 8)]
    assert world.root.proposal.version == 1


def test_a_compromise_refused_by_the_budget_is_the_template() -> None:
    script = ScriptedAnswers(feedback=dict.fromkeys(TALK.people, (("reject", 1),)), compromise=EMPTY)
    (failed,) = [e for e in run_channel(script).events if isinstance(e, NegotiationFailed)]
    assert failed.fallback
    assert failed.compromise_suggestion


@pytest.mark.parametrize("field", ["gaps", "recursion"])
def test_the_outcome_is_kept_when_the_budget_refuses_later_work(field: str) -> None:
    world = ChannelHarness(replace(TALK, feedback={}, **{field: EMPTY})).run()
    assert world.root.status is Status.FINALIZED
    assert world.root.subnets == ()
    assert world.closed


def test_no_subnet_is_opened_when_the_budget_is_exceeded() -> None:
    """A refusal earlier on means that there is nothing left for recursion either."""
    world = run_channel(replace(TALK, people=("amy", "bob", "cai", "dan"), feedback={"dan": (EMPTY,)}))
    assert world.root.status is Status.FINALIZED
    assert world.root.out_of_budget
    assert not world.sent("decide_recursion")
