"""Whose answers count: voters, not reserves; and what a plan's required holders and their silence mean (DESIGN § 7)."""

from dataclasses import replace

import pytest

from channel_admin.core.feedback_evaluation import tally_feedback
from channel_admin.core.status import Status
from negotiation.contracts.demand import Need
from negotiation.contracts.events import AgentWithdrawn, FeedbackEvaluated, NegotiationFailed, ProposalFinalized
from negotiation.contracts.terms import Terms
from shared.core.address import Address
from tests.unit.channel_admin.core.channel_harness import DEMAND, ROOT, ChannelHarness, run_channel
from tests.unit.channel_admin.core.plan_fixtures import pounds
from tests.unit.channel_admin.core.scripted_answers import Said, ScriptedAnswers, feedback_to, role_of

RESERVE = {"role": "venue", "need": "n1", "reserve": True, "responsibility": "steps in for Amy"}
PLAN = ScriptedAnswers(
    people=("amy", "bob", "cai", "dan"),
    parts={"amy": {"role": "venue", "need": "n1"}, "dan": RESERVE},
    terms={"amy": Terms(fee=pounds(300)), "dan": Terms(fee=pounds(500))},
)
"""amy has the venue, dan is in reserve for it."""


def said(script: ScriptedAnswers = PLAN, **words: str) -> ScriptedAnswers:
    return replace(script, feedback={agent: ((word, 1),) for agent, word in words.items()})


def verdict(world: ChannelHarness) -> FeedbackEvaluated:
    return next(event for event in world.events if isinstance(event, FeedbackEvaluated))


@pytest.mark.parametrize("word", ["accept", "negotiate", "reject", "withdraw", "silent", "fallback", "failed"])
def test_a_reserves_answer_counts_neither_in_the_quorum_nor_in_the_rate(word: str) -> None:
    world = run_channel(said(dan=word))
    counted = verdict(world)
    assert (counted.sent, counted.answered, counted.accepts, counted.silent) == (3, 3, 3, 0)
    assert (counted.rejects, counted.negotiates, counted.withdraws, counted.accept_rate) == (0, 0, 0, 1.0)
    assert (counted.decision, counted.rule) == ("finalize", 3)
    assert "dan" in {send.to.id for send in world.sent("proposal_review")}, "a reserve receives the plan all the same"
    plan = world.root.proposal
    assert plan.confirmed_participants == ("amy", "bob", "cai")
    assert plan.optional_participants == ()
    parts = [part.is_confirmed for part in plan.assignments if part.agent_id == "dan"]
    assert parts == {"accept": [True], "reject": [], "withdraw": []}.get(word, [False])
    assert plan.gaps == (), "a reserve's leaving is no gap"
    assert plan.totals == (pounds(300),)


def test_reserves_cannot_carry_a_plan_that_its_holders_reject() -> None:
    """A10: both main people reject, and the rate stayed at 60 % by three reserves."""
    parts = dict.fromkeys(("cai", "dan", "eva"), RESERVE)
    script = replace(PLAN, people=("amy", "bob", "cai", "dan", "eva"), parts=parts)
    world = run_channel(said(script, amy="reject", bob="reject"))
    assert (verdict(world).sent, verdict(world).rule) == (2, 2)
    assert world.root.status is Status.FAILED


@pytest.mark.parametrize("word", ["accept", "silent", "withdraw"])
def test_a_plan_without_any_voter_fails(word: str) -> None:
    script = replace(PLAN, people=("cai", "dan"), parts={"cai": RESERVE, "dan": RESERVE})
    world = run_channel(said(script, cai=word))
    (failed,) = [event for event in world.events if isinstance(event, NegotiationFailed)]
    assert (failed.reason, failed.detail) == ("no_participants", "all_left")
    assert (verdict(world).sent, verdict(world).rule) == (0, 1)


def test_a_plan_that_all_voters_leave_fails_whatever_its_reserve_says() -> None:
    world = run_channel(said(amy="withdraw", bob="withdraw", cai="withdraw"))
    assert world.root.failure is not None
    assert (world.root.failure.reason, world.root.failure.detail) == ("no_participants", "all_left")


def test_a_reserve_that_steps_in_nowhere_meets_no_need() -> None:
    world = run_channel(said(amy="negotiate", bob="accept"), limits=None)
    assert world.root.status is Status.FORCE_FINALIZED or world.root.proposal.optional_participants == ("amy",)
    alone = run_channel(said(replace(PLAN, parts={"dan": RESERVE})))
    (agreed,) = [event for event in alone.events if isinstance(event, ProposalFinalized)]
    assert (agreed.complete, agreed.missing) == (False, ("venue: nobody.",))


def test_whoever_holds_a_part_beside_the_reserve_votes_and_so_does_whoever_holds_none() -> None:
    world = ChannelHarness(PLAN).run_until_waiting("feedback")
    plan = world.root.proposal
    both = (*plan.assignments[1:], plan.assignments[3].model_copy(update={"reserve": False, "role": "sound"}))
    state = world.root.model_copy(update={"current_proposal": plan.model_copy(update={"assignments": both})})
    assert state.voters == ("amy", "bob", "cai", "dan")
    assert tally_feedback(state).sent == 4
    assert world.root.voters == ("amy", "bob", "cai")


def test_a_reserve_that_leaves_an_agreed_plan_is_gone_without_a_gap() -> None:
    world = ChannelHarness(PLAN).run_until_waiting("gaps")
    before = world.root.proposal
    body = feedback_to(DEMAND, ROOT, before, "dan", "withdraw", 1)
    assert world.tell(body, sender=Address("user_agent", "dan")) is not None
    (gone,) = [event for event in world.events if isinstance(event, AgentWithdrawn)]
    assert gone.proposal is not None
    assert gone.proposal.version == before.version + 1
    assert gone.proposal.gaps == before.gaps
    assert gone.complete is True


NEED_BOTH = replace(
    PLAN, needs=(Need(id="n1", need="venue"), Need(id="n2", need="catering")), parts={"amy": {"role": "venue"}}
)


def rules(world: ChannelHarness) -> list[tuple[int, int, str, int]]:
    return [(e.round, e.proposal_version, e.decision, e.rule) for e in world.events if isinstance(e, FeedbackEvaluated)]


@pytest.mark.parametrize(
    ("words", "expected", "status"),
    [
        (("accept",), [(1, 1, "finalize", 3)], Status.FINALIZED),
        (("second",), [(1, 1, "finalize", 3)], Status.FINALIZED),
        (("reject",), [(1, 1, "force_finalize", 3)], Status.FORCE_FINALIZED),
        (("withdraw",), [(1, 1, "force_finalize", 3)], Status.FORCE_FINALIZED),
        (("negotiate", "accept"), [(1, 1, "renegotiate", 7), (2, 2, "finalize", 3)], Status.FINALIZED),
        (
            ("negotiate",),
            [(r, r, "renegotiate", 7) for r in range(1, 5)] + [(5, 5, "force_finalize", 8)],
            Status.FORCE_FINALIZED,
        ),
        (("silent", "accept"), [(1, 1, "renegotiate", 4), (2, 1, "finalize", 3)], Status.FINALIZED),
        (
            ("silent",),
            [
                *((round_, 1, "renegotiate", 4) for round_ in (1, 2)),
                (3, 1, "renegotiate", 7),
                (4, 2, "renegotiate", 4),
                (5, 2, "force_finalize", 8),
            ],
            Status.FORCE_FINALIZED,
        ),
        (
            ("fallback",),
            [(r, r, "renegotiate", 7) for r in range(1, 5)] + [(5, 5, "force_finalize", 8)],
            Status.FORCE_FINALIZED,
        ),
    ],
)
def test_a_plan_is_finalized_only_with_its_required_holders_yes(
    words: tuple[str, ...], expected: list[tuple[int, int, str, int]], status: Status
) -> None:
    """Five of six accept at once, which is more than 80 %. Nobody else's accept replaces the required one."""
    answers: tuple[Said, ...] = tuple((word, 1) for word in words)
    people = ("amy", "bob", "cai", "dan", "eva", "fay")
    world = run_channel(ScriptedAnswers(people=people, required=("fay",), feedback={"fay": answers}))
    assert rules(world) == expected
    assert world.root.status is status
    is_confirmed = role_of("fay") in {part.role for part in world.root.proposal.assignments if part.is_confirmed}
    assert is_confirmed == (status is Status.FINALIZED)


def test_a_resend_goes_to_the_silent_required_holder_and_to_no_one_who_answered() -> None:
    people = ("amy", "bob", "cai", "dan", "eva", "fay")
    script = ScriptedAnswers(people=people, required=("fay",), feedback={"fay": (("silent", 1), ("accept", 1))})
    world = run_channel(script)
    asked = [send.to.id for send in world.sent("proposal_review")]
    assert (asked.count("fay"), {asked.count(agent) for agent in people[:5]}) == (3, {1})


def test_a_required_need_that_nobody_holds_is_missing_from_a_finalized_plan() -> None:
    (agreed,) = [event for event in run_channel(NEED_BOTH).events if isinstance(event, ProposalFinalized)]
    assert (agreed.complete, agreed.missing) == (False, ("catering: nobody.",))
