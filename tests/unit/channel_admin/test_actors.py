import pytest

from channel_admin.actors import SkillsActor
from channel_admin.prompts import AdjustmentFacts, GapsReply, RecursionReply
from negotiation.contracts.compromise_suggestion import Compromise, CompromiseProposal, Contribution
from negotiation.contracts.feedback import Feedback
from negotiation.contracts.messages import (
    AdjustProposal,
    AggregateOffers,
    DecideRecursion,
    IdentifyGaps,
    SubDemand,
    TaskRequest,
    WriteCompromise,
)
from negotiation.contracts.offer import Offer
from negotiation.contracts.proposal import (
    AdjustmentSummary,
    Assignment,
    Change,
    Finding,
    Gap,
    Proposal,
    ProposalDraft,
)
from shared.llm.port import BudgetExceeded, RetryAt
from tests.support.task_fixtures import LATER, NOW, ask, by, demand, submission_context, without_model, without_money

COMMON = {
    "demand_id": "d-a",
    "channel_id": "collab-a",
    "setting": submission_context(),
    "answer_by": LATER,
    "demand": demand("场地"),
    "raw_input": "我想办读书会",
}
BOB = Assignment(agent_id="bob", role="场地")
GHOST = Assignment(agent_id="ghost", role="场地")
PLAN = Proposal(proposal_id="prop_1", demand_id="d-a", version=2, summary="读书会", assignments=(BOB,), created_at=NOW)
OFFERS = tuple(
    Offer(
        offer_id=f"offer_{who}",
        agent_id=who,
        display_name=who,
        demand_id="d-a",
        decision="decline" if who == "cat" else "participate",
        contribution="场地",
        submitted_at=NOW,
    )
    for who in ("bob", "amy", "cat")
)
SAID = (
    Feedback(agent_id="amy", feedback_type="negotiate", adjustment_request="周日", round=1, proposal_version=2),
    Feedback(agent_id="dan", feedback_type="withdraw", round=1, proposal_version=2),
)
AGGREGATE = AggregateOffers.model_validate({**COMMON, "offers": OFFERS})
ADJUST = AdjustProposal.model_validate(
    {**COMMON, "proposal": PLAN, "round": 2, "feedback": SAID, "offers": OFFERS, "left": ("dan",)}
)
GAPS = IdentifyGaps.model_validate({**COMMON, "proposal": PLAN})
RECURSION = DecideRecursion.model_validate(
    {**COMMON, "gaps": (Gap(gap_type="主持", importance=80), Gap(gap_type="茶歇", importance=60)), "max_subnets": 1}
)
COMPROMISE = WriteCompromise.model_validate(
    {**COMMON, "outcome": "FAILED", "proposal": PLAN, "offers": OFFERS, "left": ("bob",)}
)
REQUESTS: list[TaskRequest] = [AGGREGATE, ADJUST, GAPS, RECURSION, COMPROMISE]
SKILLS = SkillsActor()


def test_a_plan_assigns_only_people_who_offered() -> None:
    draft = ProposalDraft(summary="读书会", assignments=(BOB, GHOST, BOB.model_copy(update={"agent_id": "cat"})))
    answer = ask(SKILLS, AGGREGATE, by(proposal_aggregation=lambda _: draft))
    assert answer.type == "proposal_aggregated"
    assert [part.agent_id for part in answer.draft.assignments] == ["bob"]


def test_an_adjustment_names_its_base_and_only_people_who_spoke() -> None:
    seen: list[AdjustmentFacts] = []

    def rule(facts: AdjustmentFacts) -> ProposalDraft:
        seen.append(facts)
        change = Change(aspect="日期", requested_by=("amy", "ghost"))
        late = BOB.model_copy(update={"agent_id": "amy"})
        gone = BOB.model_copy(update={"agent_id": "dan"})
        return ProposalDraft(
            summary="新",
            assignments=(BOB, late, gone),
            adjustment_summary=AdjustmentSummary(round=2, changes_made=(change,)),
        )

    answer = ask(SKILLS, ADJUST, by(proposal_adjustment=rule))
    assert (answer.type, answer.base_version, answer.adjustment_failed) == ("proposal_adjusted", 2, False)
    assert [part.agent_id for part in answer.draft.assignments] == ["bob", "amy"]
    assert answer.draft.adjustment_summary.changes_made[0].requested_by == ("amy",)
    assert (seen[0].base_version, seen[0].channel_id) == (2, "collab-a")


def test_the_limits_that_the_requester_keeps_are_told_to_prompt_6() -> None:
    seen: list[AdjustmentFacts] = []

    def rule(facts: AdjustmentFacts) -> ProposalDraft:
        seen.append(facts)
        return ProposalDraft(summary="新", assignments=(BOB,))

    kept = Finding(kind="over_budget", aspect="budget", text="费用合计6000元，预算为5000元。")
    ask(SKILLS, ADJUST.model_copy(update={"kept": (kept,)}), by(proposal_adjustment=rule))
    ask(SKILLS, ADJUST, by(proposal_adjustment=rule))
    assert [facts.kept for facts in seen] == [(kept,), ()]
    assert "kept" not in ADJUST.model_dump(mode="json"), "workers of earlier releases read the message then"


def test_a_gap_analysis_is_complete_only_without_gaps() -> None:
    gap = Gap(gap_type="主持", importance=80)
    answer = ask(SKILLS, GAPS, by(gap_identification=lambda _: GapsReply(gaps=(gap,), is_complete=True)))
    assert (answer.gaps, answer.is_complete) == ((gap,), False)


def test_sub_demands_are_limited_to_existing_gaps_and_max_subnets() -> None:
    wanted = (
        SubDemand(gap_type="幽灵", raw_input="x"),
        SubDemand(gap_type="主持", raw_input=" "),
        SubDemand(gap_type="茶歇", raw_input="需要茶歇"),
        SubDemand(gap_type="主持", raw_input="需要主持"),
    )
    reply = RecursionReply(should_recurse=True, sub_demands=wanted)
    answer = ask(SKILLS, RECURSION, by(recursion_decision=lambda _: reply))
    assert [sub.gap_type for sub in answer.sub_demands] == ["茶歇"]
    no = RecursionReply(should_recurse=False, sub_demands=wanted)
    assert not ask(SKILLS, RECURSION, by(recursion_decision=lambda _: no)).should_recurse


def test_a_compromise_names_no_agent_who_left() -> None:
    proposal = CompromiseProposal(feasible=True, participants=(Contribution(agent_id="bob", can="场地"),))
    written = Compromise(suggestion="改天", proposal=proposal)
    answer = ask(SKILLS, COMPROMISE, by(compromise=lambda _: written)).compromise
    assert (answer.suggestion, answer.proposal.participants, answer.proposal.feasible) == ("改天", (), False)


def test_every_skill_has_a_fallback_while_the_model_is_unavailable() -> None:
    aggregated, adjusted, gaps, recursion, compromise = (ask(SKILLS, body, without_model()) for body in REQUESTS)
    assert [part.agent_id for part in aggregated.draft.assignments] == ["bob", "amy"]
    assert aggregated.draft.confidence == "low"
    assert adjusted.adjustment_failed
    assert adjusted.draft.assignments == PLAN.assignments
    assert (gaps.gaps, gaps.is_complete) == ((), True)
    assert not recursion.should_recurse
    assert compromise.compromise.suggestion
    assert all(answer.fallback for answer in (aggregated, adjusted, gaps, recursion, compromise))


@pytest.mark.parametrize("body", REQUESTS, ids=lambda body: body.type)
def test_a_skill_waits_for_a_breaker_probe_and_passes_on_budget_exceeded(body: TaskRequest) -> None:
    with pytest.raises(RetryAt):
        ask(SKILLS, body, without_model(retry_at=NOW + 1))
    with pytest.raises(BudgetExceeded):
        ask(SKILLS, body, without_money())
