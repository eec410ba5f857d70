"""How do the rounds go? T05's three tests with the seed's names and numbers, re-sends, adjustment, the last round."""

from dataclasses import replace

import pytest

from channel_admin.core.state import ChannelState
from channel_admin.core.status import Status
from channel_admin.settings import NegotiationRules
from negotiation.contracts.demand import Limits
from negotiation.contracts.events import (
    FeedbackEvaluated,
    ForceFinalized,
    NegotiationFailed,
    ProposalFinalized,
    RoundStarted,
)
from negotiation.contracts.messages import ProposalAdjusted, ProposalFeedback, ProposalReview
from negotiation.contracts.proposal import ProposalDraft
from shared.core.address import Address
from shared.core.ids import digest
from shared.core.message_base import TaskFailed
from tests.unit.channel_admin.core.channel_harness import DEMAND, ROOT, ChannelHarness, run_channel
from tests.unit.channel_admin.core.scripted_answers import Said, ScriptedAnswers, role_of


def one_round(**said: str) -> ScriptedAnswers:
    return ScriptedAnswers(people=tuple(said), feedback={agent: ((word, 1),) for agent, word in said.items()})


def after_verdict(world: ChannelHarness, round_: int) -> ChannelState:
    """The state right after the verdict of this round."""
    world.run(lambda w: any(isinstance(e, FeedbackEvaluated) and e.round == round_ for e in w.events))
    return world.root


def test_a_negotiation_over_several_rounds_is_finalized() -> None:
    """TW-1162: half accept, one negotiates in round 1 → round 2, PROPOSAL_SENT."""
    state = after_verdict(ChannelHarness(one_round(bob="accept", alice="negotiate")), 1)
    assert state.current_round == 2
    assert state.status is Status.PROPOSAL_SENT


def test_an_accept_rate_of_80_percent_finalizes() -> None:
    """TW-1163: round 2, four of five accept → FINALIZED."""
    talk: dict[str, tuple[Said, ...]] = {"dave": (("negotiate", 1), ("accept", 1))}
    people = ("bob", "alice", "charlie", "dave", "eve")
    world = ChannelHarness(ScriptedAnswers(people=people, feedback={**talk, "eve": (("negotiate", 1),)}))
    state = after_verdict(world, 2)
    assert state.current_round == 2
    assert state.status is Status.FINALIZED
    assert state.proposal.confirmed_participants == people[:4]
    assert state.proposal.optional_participants == ("eve",)
    assert [a.is_confirmed for a in state.proposal.assignments] == [True] * 4 + [False]
    assert "on Sunday, please" in state.proposal.assignments[4].notes


def test_a_majority_of_rejects_fails() -> None:
    """TW-1164: round 1, one rejects, one withdraws, one accepts → FAILED."""
    state = after_verdict(ChannelHarness(one_round(bob="reject", alice="withdraw", charlie="accept")), 1)
    assert state.status is Status.FAILED
    assert state.failure is not None
    assert (state.failure.reason, state.failure.detail) == ("low_acceptance", "majority_left")


def rates(world: ChannelHarness) -> list[tuple[int, int, int, str, int]]:
    return [
        (e.round, e.proposal_version, e.accepts, e.decision, e.rule)
        for e in world.events
        if isinstance(e, FeedbackEvaluated)
    ]


def test_the_fifth_round_is_force_finalized() -> None:
    """T05 AC-1, 5, 6, 9, 10, 11: every round is told, the fifth forces; who did not accept is optional."""
    world = run_channel(one_round(amy="accept", bob="accept", cai="negotiate"))
    assert rates(world) == [(r, r, 2, "renegotiate", 7) for r in range(1, 5)] + [(5, 5, 2, "force_finalize", 8)]
    started = [(e.round, e.reason) for e in world.events if isinstance(e, RoundStarted)]
    assert started == [(1, "initial_proposal")] + [(r, "adjustment") for r in range(2, 6)]
    assert len(world.sent("adjust_proposal")) == 4
    (forced,) = [e for e in world.events if isinstance(e, ForceFinalized)]
    assert forced.rounds_taken == 5
    assert forced.final_proposal.is_forced
    assert forced.confirmed_participants == ("amy", "bob")
    assert forced.optional_participants == ("cai",)
    assert forced.compromise_suggestion == "less"


def test_the_limit_of_rounds_is_the_demands_own() -> None:
    world = ChannelHarness(one_round(amy="accept", bob="accept", cai="negotiate"), limits=Limits(max_rounds=2)).run()
    assert [row[0] for row in rates(world)] == [1, 2]
    assert world.root.status is Status.FORCE_FINALIZED


def test_feedback_after_the_verdict_on_its_version_changes_nothing() -> None:
    """DESIGN § 7: the verdict closes the version, also for an agent that had not answered."""
    world = ChannelHarness(one_round(amy="accept", bob="accept", cai="negotiate", dan="silent"))
    world.run_until_waiting("adjustment")
    before = world.root
    assert "dan" in before.silent_reviewers
    late = ProposalFeedback(
        demand_id=DEMAND, channel_id=ROOT, agent_id="dan", feedback_type="accept", round=1, proposal_version=1
    )
    decision = world.tell(late, sender=Address("user_agent", "dan"))
    assert decision is None or (decision.events, decision.sends) == ((), ())
    assert world.root == before


def test_a_proposal_is_resent_to_silent_agents_only() -> None:
    """Rule 4: round + 1, the version stays, answers already given stand; two re-sends, then the verdict."""
    world = run_channel(one_round(amy="accept", bob="silent", cai="silent", dan="silent", eve="silent"))
    assert rates(world) == [(1, 1, 1, "renegotiate", 4), (2, 1, 1, "renegotiate", 4), (3, 1, 1, "force_finalize", 6)]
    assert [e.reason for e in world.events if isinstance(e, RoundStarted)] == [
        "initial_proposal",
        "no_quorum",
        "no_quorum",
    ]
    asked = [send.to.id for send in world.sent("proposal_review")]
    assert asked.count("amy") == 1
    assert asked.count("bob") == 6  # three rounds, each with a reminder at half time
    assert "adjust_proposal" not in {send.body.type for _, send in world.sends}
    assert world.root.proposal.optional_participants == ("bob", "cai", "dan", "eve")


def test_a_proposal_without_feedback_fails() -> None:
    """TWC-07: the public reason is timeout."""
    world = run_channel(one_round(amy="silent", bob="silent"))
    (failed,) = [e for e in world.events if isinstance(e, NegotiationFailed)]
    assert (failed.reason, failed.detail, failed.error_code) == ("timeout", "no_feedback", "E006")
    assert failed.accept_rate is None
    assert failed.last_proposal is not None
    assert [row[4] for row in rates(world)] == [4, 4, 5]


def test_too_few_accepts_fail_at_once_without_grace_rounds() -> None:
    """TWC-09: the letter of T05 AC-3 with 0; LOW_ACCEPT_GRACE_ROUNDS lets the negotiating talk on."""
    script = one_round(amy="accept", bob="negotiate", cai="negotiate")
    assert rates(run_channel(script, rules=NegotiationRules(low_accept_grace_rounds=0))) == [(1, 1, 1, "fail", 9)]
    patient = run_channel(script, rules=NegotiationRules(low_accept_grace_rounds=2))
    assert rates(patient) == [(1, 1, 1, "renegotiate", 7), (2, 2, 1, "renegotiate", 7), (3, 3, 1, "fail", 9)]


def test_by_default_a_plan_is_adjusted_in_rounds_1_to_4_while_someone_negotiates() -> None:
    """TW-341, TWC-09: also for one person alone; in the fifth round too few accepts fail."""
    for script, accepts in (
        (one_round(amy="accept", bob="negotiate", cai="negotiate"), 1),
        (one_round(amy="negotiate"), 0),
    ):
        world = run_channel(script)
        assert rates(world) == [(n, n, accepts, "renegotiate", 7) for n in range(1, 5)] + [(5, 5, accepts, "fail", 9)]


def test_by_default_rejects_still_fail_a_plan_at_once() -> None:
    """TWC-09: only who negotiates keeps a plan below one half alive; half of the answers rejecting, and nobody does."""
    assert rates(run_channel(one_round(amy="reject", bob="reject", cai="accept"))) == [(1, 1, 1, "fail", 2)]
    world = run_channel(one_round(amy="reject", bob="accept", cai="reject", dan="negotiate", eve="reject"))
    assert rates(world) == [(1, 1, 1, "fail", 2)]


def test_one_person_whose_request_is_granted_agrees_in_the_second_round() -> None:
    """TWC-09: the plan for one person who asks for a change is no failure."""
    script = ScriptedAnswers(people=("amy",), feedback={"amy": (("negotiate", 1), ("accept", 1))})
    world = run_channel(script)
    assert rates(world) == [(1, 1, 0, "renegotiate", 7), (2, 2, 1, "finalize", 3)]
    assert world.root.status is Status.FINALIZED


def test_the_evaluation_event_precedes_its_consequence() -> None:
    """TW-337: directly before what follows from it, in the same step."""
    world = run_channel(one_round(amy="accept", bob="negotiate"))
    for place, event in enumerate(world.events):
        if isinstance(event, FeedbackEvaluated):
            following = world.events[place + 1]
            assert isinstance(following, RoundStarted | ProposalFinalized | ForceFinalized | NegotiationFailed)


def test_a_rejecting_agent_stays_for_the_next_version_and_a_withdrawing_one_does_not() -> None:
    world = ChannelHarness(
        one_round(amy="accept", bob="accept", cai="accept", dan="negotiate", eve="reject", fay="withdraw")
    )
    assert after_verdict(world, 1).status is Status.PROPOSAL_SENT
    world.run_until_waiting("feedback")
    assert world.root.proposal_version == 2
    assert world.root.sent_to == ("amy", "bob", "cai", "dan", "eve")
    reviews = [s.body for s in world.sent("proposal_review") if s.to.id == "eve" and isinstance(s.body, ProposalReview)]
    assert [said.feedback_type for said in reviews[-1].your_feedback] == ["reject"]
    assert reviews[-1].your_assignment is not None


def test_roles_of_rejecting_and_withdrawn_agents_become_gaps() -> None:
    """TWC-16: reject and withdraw are out of the plan, their roles are gaps; a required one is of importance 100."""
    said = dict.fromkeys(("amy", "bob", "cai", "dan", "eve", "fay", "gus", "hal"), "accept")
    world = run_channel(replace(one_round(**said, ian="reject", joe="withdraw"), required=("ian",)))
    plan = world.root.proposal
    assert world.root.status is Status.FORCE_FINALIZED
    assert {a.agent_id for a in plan.assignments} == set(said)
    assert {(gap.gap_type, gap.importance) for gap in plan.gaps} == {(role_of("ian"), 100), (role_of("joe"), 70)}
    assert plan.optional_participants == ()


@pytest.mark.parametrize(("heir", "status"), [("amy", Status.FINALIZED), (None, Status.FORCE_FINALIZED)])
def test_a_vacant_required_role_is_reassigned_or_forces_the_proposal(heir: str | None, status: Status) -> None:
    """TWC-03: its holder withdraws in round 1; prompt 6 may fill the gap of importance 100."""
    feedback: dict[str, tuple[Said, ...]] = {"dan": (("withdraw", 1),), "cai": (("negotiate", 1), ("accept", 1))}
    world = ChannelHarness(
        ScriptedAnswers(people=("amy", "bob", "cai", "dan"), required=("dan",), feedback=feedback, heir=heir)
    )
    world.run_until_waiting("adjustment")
    (request,) = world.sent("adjust_proposal")
    asked = request.body.model_dump(mode="json")
    assert [(g["gap_type"], g["importance"]) for g in asked["proposal"]["gaps"]] == [(role_of("dan"), 100)]
    assert asked["left"] == ["dan"]
    world.run()
    assert world.root.status is status
    holders = [a.agent_id for a in world.root.proposal.assignments if a.role == role_of("dan")]
    assert holders == ([heir] if heir else [])
    assert [g.gap_type for g in world.root.proposal.gaps] == ([] if heir else [role_of("dan")])


def test_a_round_with_only_fallback_accepts_fails() -> None:
    """TWC-27: it counts in the rate, but with nobody's own word the negotiation fails: model_unavailable."""
    world = run_channel(one_round(amy="fallback", bob="fallback"))
    assert rates(world) == [(1, 1, 2, "fail", 3)]
    assert world.root.failure is not None
    assert (world.root.failure.reason, world.root.failure.detail) == ("timeout", "model_unavailable")


def test_a_fallback_accept_is_optional_and_unconfirmed() -> None:
    world = run_channel(one_round(amy="accept", bob="fallback"))
    assert world.root.status is Status.FINALIZED
    assert world.root.proposal.confirmed_participants == ("amy",)
    assert world.root.proposal.optional_participants == ("bob",)
    assert [a.is_confirmed for a in world.root.proposal.assignments] == [True, False]


def test_a_channel_without_offers_fails_with_its_reason() -> None:
    """TWC-32, TWC-18."""
    cases: dict[str, ScriptedAnswers] = {
        "all_declined": ScriptedAnswers(offers=dict.fromkeys(("amy", "bob", "cai"), ("decline", 1))),
        "no_response": ScriptedAnswers(offers=dict.fromkeys(("amy", "bob", "cai"), ("silent", 0))),
        "no_active_agents": ScriptedAnswers(people=()),
    }
    for detail, script in cases.items():
        (failed,) = [e for e in run_channel(script).events if isinstance(e, NegotiationFailed)]
        assert failed.detail == detail
        assert failed.reason == ("timeout" if detail == "no_response" else "no_participants")
        assert failed.error_code == {"no_response": "E006", "no_active_agents": "E005"}.get(detail)
        assert failed.compromise_suggestion


def test_a_channel_continues_with_the_offers_it_has() -> None:
    """TW-451, TW-414: one invited agent never answers; at the deadline the others' plan is made."""
    world = ChannelHarness(ScriptedAnswers(offers={"cai": ("silent", 0)})).run_until_waiting("aggregation")
    assert world.root.participants == ("amy", "bob")
    assert world.root.pending_agents == ("cai",)
    assert ROOT in world.states


def test_an_adjustment_of_another_version_than_the_one_that_was_asked_for_is_ignored() -> None:
    world = ChannelHarness(one_round(amy="accept", bob="negotiate")).run_until_waiting("adjustment")
    skills = Address("skills", ROOT)
    for base in (0, 2):
        late = ProposalAdjusted(
            demand_id=DEMAND, channel_id=ROOT, base_version=base, draft=ProposalDraft(summary="late")
        )
        assert world.tell(late, sender=skills) is None
        failed = TaskFailed(task="adjust_proposal", reason="budget", of=str(base))
        assert world.tell(failed, sender=skills) is None
    assert world.root.waiting == "adjustment"


PEOPLE = ("amy", "bob", "cai", "dan", "eva", "fay", "gus", "hal")


@pytest.mark.parametrize("seed", range(8))
def test_the_order_of_simultaneous_answers_does_not_change_the_channel(seed: int) -> None:
    """Two of each at the same instant, in every order: declined for budget, withdrawn, silent."""
    offers: dict[str, Said] = dict.fromkeys(("cai", "hal"), ("failed", 1))
    leaving: dict[str, tuple[Said, ...]] = dict.fromkeys(("bob", "fay"), (("withdraw", 1),))
    failing: dict[str, tuple[Said, ...]] = dict.fromkeys(("amy", "gus"), (("failed", 1), ("negotiate", 1)))
    script = ScriptedAnswers(people=PEOPLE, offers=offers, feedback={**leaving, **failing, "dan": (("silent", 0),)})
    calm = ChannelHarness(script).run()
    shuffled = ChannelHarness(script, tie=lambda message: digest(seed, message.sender)).run()
    assert shuffled.root.model_dump_json() == calm.root.model_dump_json()
    assert calm.root.unavailable == ("cai", "hal")
    assert calm.root.left == ("bob", "fay")
