"""What happens when nothing happens? Stuck tasks, silent people, the overall deadline (TW-401…416)."""

from dataclasses import replace

import pytest

from channel_admin.core.state import AwaitedInput
from channel_admin.core.status import Status
from channel_admin.settings import COMPROMISE_TIMEOUT_S, NegotiationRules
from negotiation.contracts.events import (
    DemandBroadcast,
    ForceFinalized,
    GapIdentified,
    NegotiationFailed,
    ProposalDistributed,
)
from shared.core.timestamps import seconds_to_ms
from tests.support.async_tests import START
from tests.unit.channel_admin.core.channel_harness import ChannelHarness, run_channel
from tests.unit.channel_admin.core.scripted_answers import ScriptedAnswers

NEGOTIATES = ScriptedAnswers(
    feedback={"bob": (("negotiate", 1), ("accept", 1))}, lacks=(("photo", 70),), recurses=False
)
SILENT = ("silent", 0)

STUCK: dict[AwaitedInput, tuple[ScriptedAnswers, str]] = {
    "understanding": (replace(NEGOTIATES, understanding=SILENT), "understand_demand"),
    "filtering": (replace(NEGOTIATES, filtering=SILENT), "choose_candidates"),
    "aggregation": (replace(NEGOTIATES, aggregation=SILENT), "aggregate_offers"),
    "adjustment": (replace(NEGOTIATES, adjustment=SILENT), "adjust_proposal"),
    "gaps": (replace(NEGOTIATES, gaps=SILENT), "identify_gaps"),
    "recursion": (replace(NEGOTIATES, recursion=SILENT), "decide_recursion"),
}


@pytest.mark.parametrize("waiting", STUCK)
def test_an_unanswered_task_is_repeated_three_times_and_then_replaced_by_its_fallback(waiting: AwaitedInput) -> None:
    script, task = STUCK[waiting]
    world = ChannelHarness(script).run_until_waiting(waiting)
    since = world.now
    for again in range(1, 4):
        world.run(lambda w, again=again: w.root.recovery_attempts == again)
        assert world.now == since + again * seconds_to_ms(NegotiationRules().max_stuck_time)
        assert len(world.sent(task)) == again + 1
        assert world.root.waiting == waiting
    world.run(lambda w: w.root.waiting != waiting)
    assert world.now == since + 4 * seconds_to_ms(NegotiationRules().max_stuck_time)
    assert len(world.sent(task)) == 4
    world.run()
    assert len(world.sent(task)) == 4
    assert world.root.recovery_attempts == 3


def test_each_unanswered_task_has_its_fallback() -> None:
    """TW-520…525, TWC-23, and TW-406 for the one thing nobody can stand in for: whom to invite."""
    worlds = {waiting: run_channel(script) for waiting, (script, _) in STUCK.items()}
    assert worlds["understanding"].root.demand.surface_demand == "a meetup with a venue"
    assert worlds["understanding"].root.demand.confidence == "low"
    assert worlds["understanding"].root.status is Status.FINALIZED
    (failed,) = [e for e in worlds["filtering"].events if isinstance(e, NegotiationFailed)]
    assert (failed.reason, failed.detail) == ("timeout", "max_recovery_attempts")
    merged = worlds["aggregation"].root
    assert {a.agent_id for a in merged.proposal.assignments} == {"amy", "bob", "cai"}
    (first, _) = [e for e in worlds["aggregation"].events if isinstance(e, ProposalDistributed)]
    assert (first.fallback, first.proposal.confidence) == (True, "low")
    kept = worlds["adjustment"].root.proposal
    assert (kept.version, kept.adjustment_failed, kept.adjusted) == (2, True, False)
    assert worlds["gaps"].root.gaps == ()
    assert worlds["recursion"].root.subnets == ()
    for waiting in ("understanding", "aggregation", "adjustment", "gaps", "recursion"):
        assert worlds[waiting].root.fallback_calls == 1, waiting


def test_an_answer_to_a_repeated_request_is_used() -> None:
    world = run_channel(replace(NEGOTIATES, aggregation=("second", 1)))
    assert world.root.status is Status.FINALIZED
    assert world.root.fallback_calls == 0
    assert world.root.recovery_attempts == 1


@pytest.mark.parametrize("word", ["failed", "budget"])
def test_a_failed_task_is_replaced_by_its_fallback_at_once(word: str) -> None:
    world = ChannelHarness(replace(NEGOTIATES, gaps=(word, 1))).run_until_waiting("gaps")
    since = world.now
    world.run(lambda w: w.root.waiting != "gaps")
    assert world.now < since + seconds_to_ms(2)
    (gaps,) = [e for e in world.events if isinstance(e, GapIdentified)]
    assert gaps.fallback
    assert gaps.is_complete


def test_the_compromise_is_waited_for_thirty_seconds() -> None:
    world = ChannelHarness(
        ScriptedAnswers(feedback=dict.fromkeys(("amy", "bob", "cai"), (("reject", 1),)), compromise=SILENT)
    )
    since = world.run_until_waiting("compromise").now
    assert world.root.status is Status.FAILED
    assert "negotiation.failed" not in world.types()
    world.run()
    assert world.now == since + seconds_to_ms(COMPROMISE_TIMEOUT_S)
    assert len(world.sent("write_compromise")) == 1
    (failed,) = [e for e in world.events if isinstance(e, NegotiationFailed)]
    assert failed.fallback
    assert failed.compromise_suggestion


def test_invited_agents_are_reminded_once_at_half_time() -> None:
    """TW-412, TWC-17: only the silent; the phase ends at its deadline, never stuck before."""
    world = ChannelHarness(ScriptedAnswers(offers={"cai": SILENT})).run_until_waiting("offers")
    opened = world.now
    world.run(lambda w: w.root.recovery_attempts == 1)
    assert world.now == opened + seconds_to_ms(150)
    assert [send.to.id for send in world.sent("demand_offer")] == ["amy", "bob", "cai", "cai"]
    world.run_until_waiting("aggregation")
    assert world.now == opened + seconds_to_ms(300)
    assert len(world.sent("demand_offer")) == 4


def test_reviewers_are_reminded_once_at_half_time() -> None:
    """TW-408, TW-413: at the deadline what was said so far is judged."""
    world = ChannelHarness(ScriptedAnswers(feedback={"cai": (SILENT,)})).run_until_waiting("feedback")
    opened = world.now
    (sent,) = [e for e in world.events if isinstance(e, ProposalDistributed)]
    assert sent.deadline == opened + seconds_to_ms(120)
    world.run(lambda w: w.root.recovery_attempts == 1)
    assert world.now == opened + seconds_to_ms(60)
    assert [send.to.id for send in world.sent("proposal_review")] == ["amy", "bob", "cai", "cai"]
    world.run(lambda w: w.root.is_final)
    assert world.now == opened + seconds_to_ms(120)
    assert world.root.status is Status.FINALIZED  # two of two answers, and more than half answered


def test_a_reminded_reviewer_can_still_answer() -> None:
    world = run_channel(ScriptedAnswers(feedback={"cai": (("second", 1),)}))
    assert world.root.proposal.confirmed_participants == ("amy", "bob", "cai")


LATE: dict[AwaitedInput, tuple[ScriptedAnswers, float]] = {
    "understanding": (replace(NEGOTIATES, understanding=SILENT), 60),
    "filtering": (replace(NEGOTIATES, filtering=SILENT), 60),
    "offers": (replace(NEGOTIATES, offers={"amy": SILENT}), 60),
    "aggregation": (replace(NEGOTIATES, aggregation=SILENT), 60),
    "feedback": (replace(NEGOTIATES, feedback={"cai": (SILENT,)}), 30),
    "adjustment": (replace(NEGOTIATES, adjustment=SILENT), 60),
}


@pytest.mark.parametrize("waiting", LATE)
def test_the_whole_negotiation_has_a_deadline(waiting: AwaitedInput) -> None:
    """TW-410, TW-372: whatever it waits for; a plan under review or adjustment is judged as in the last round."""
    script, timeout = LATE[waiting]
    world = ChannelHarness(script, rules=NegotiationRules(overall_timeout=timeout)).run_until_waiting(waiting)
    world.run(lambda w: w.root.is_final)
    assert world.now == START + seconds_to_ms(timeout)
    if waiting in ("feedback", "adjustment"):
        assert world.root.status in (Status.FINALIZED, Status.FORCE_FINALIZED)
    else:
        assert world.root.status is Status.FAILED
        assert world.root.failure is not None
        assert (world.root.failure.reason, world.root.failure.detail) == ("timeout", None)
    world.run()
    assert world.closed


def test_an_adjustment_past_the_deadline_force_finalizes_the_last_proposal() -> None:
    script, timeout = LATE["adjustment"]
    world = ChannelHarness(script, rules=NegotiationRules(overall_timeout=timeout)).run()
    (forced,) = [e for e in world.events if isinstance(e, ForceFinalized)]
    assert forced.confirmed_participants == ("amy", "cai")
    assert forced.optional_participants == ("bob",)
    assert forced.final_proposal.version == 1


def test_no_request_may_be_started_after_the_channels_deadline() -> None:
    """Before the outcome; the work after it has no end but its own."""
    world = run_channel(NEGOTIATES)
    due = {send.body.type: send.deadline for _, send in world.sends}
    assert {kind for kind, deadline in due.items() if deadline is None} == {"identify_gaps", "decide_recursion"}
    assert set(due.values()) == {None, START + seconds_to_ms(NegotiationRules().overall_timeout)}


def test_no_phase_deadline_exceeds_the_overall_deadline() -> None:
    world = run_channel(ScriptedAnswers(), rules=NegotiationRules(overall_timeout=200))
    end = world.root.created_at + seconds_to_ms(200)
    told = [e.deadline for e in world.events if isinstance(e, DemandBroadcast | ProposalDistributed)]
    assert len(told) == 2
    assert told[0] == end  # 300 s to answer, were there time
    assert all(deadline <= end for deadline in told)
