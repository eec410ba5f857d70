"""Does the longest message there can be still fit into an envelope?"""

from channel_admin.core.plan_review import MAX_FINDINGS
from negotiation.contracts.demand import DeepUnderstanding, DemandUnderstanding, SubmissionContext
from negotiation.contracts.feedback import Feedback
from negotiation.contracts.messages import AdjustProposal, ProposalReview
from negotiation.contracts.money import Money
from negotiation.contracts.offer import NegotiationPoint, Offer
from negotiation.contracts.proposal import (
    AdjustmentSummary,
    Assignment,
    Change,
    DeclinedRequest,
    Finding,
    Gap,
    Milestone,
    Proposal,
    Timeline,
)
from negotiation.contracts.size_limit import MAX_FEEDBACK_BYTES, MAX_OFFER_BYTES, MAX_PLAN_BYTES, limit_size
from negotiation.contracts.terms import Condition, Terms
from negotiation.contracts.text_limits import MAX_ASSIGNMENTS
from shared.core.envelope import MAX_ENVELOPE_BYTES, Envelope, encode_envelope
from shared.store.commit_size import MAX_COMMIT_BYTES

LONG = "场" * 10_000
AGENTS = [f"agent_{number:058}" for number in range(10)]
SETTING = SubmissionContext(user_id="u" * 128, language="zh", today="2026-01-22", timezone="Asia/Shanghai")
DEMAND = DemandUnderstanding(
    surface_demand="场" * 8000,
    deep_understanding=DeepUnderstanding(motivation=LONG, likely_preferences=(LONG,) * 99, emotional_context=LONG),
    capability_tags=(LONG,) * 99,
)

DAYS = tuple(f"2026-03-{day:02}" for day in range(1, 32))
TERMS = Terms(
    fee=Money(amount=99_999_999_999, currency="CNY"),
    per="person",
    start="2026-03-01T09:00:00+08:00",
    end="2026-03-01T23:00:00+08:00",
    people=1_000_000,
    notice_days=3650,
    deposit_share=0.3333333333,
    dates=DAYS,
    not_on=DAYS,
    conditions=(Condition(kind="advertising", text=LONG),) * 99,
)
FINDING = Finding(kind="departs_from_demand", text=LONG, assignment=LONG, agent_id=AGENTS[0], aspect="weekdays")


def offer(agent_id: str) -> Offer:
    point = NegotiationPoint(aspect=LONG, current_value=LONG, desired_value=LONG, reason=LONG, terms=TERMS)
    said = Offer(
        offer_id="offer_1",
        agent_id=agent_id,
        display_name="名" * 80,
        demand_id="d-1",
        decision="conditional",
        contribution=LONG,
        conditions=(LONG,) * 99,
        negotiation_points=(point,) * 99,
        terms=TERMS,
        reasoning=LONG,
        decline_reason=LONG,
        submitted_at=0,
    )
    return limit_size(said, MAX_OFFER_BYTES)


def feedback(agent_id: str) -> Feedback:
    said = Feedback(
        agent_id=agent_id,
        display_name="名" * 80,
        feedback_type="negotiate",
        reasoning=LONG,
        adjustment_request=LONG,
        terms=TERMS,
        concerns=(LONG,) * 99,
        round=1,
        proposal_version=1,
    )
    return limit_size(said, MAX_FEEDBACK_BYTES)


def proposal() -> Proposal:
    held = Assignment(
        agent_id=AGENTS[0],
        display_name="名" * 80,
        role=LONG,
        responsibility=LONG,
        dependencies=(LONG,) * 99,
        notes=LONG,
        need="n" * 32,
        terms=TERMS,
    )
    change = Change(aspect=LONG, before=LONG, after=LONG, reason=LONG, requested_by=tuple(AGENTS), terms=TERMS)
    plan = Proposal(
        proposal_id="prop_1",
        demand_id="d-1",
        version=1,
        summary=LONG,
        objective=LONG,
        rationale=LONG,
        assignments=(held,) * MAX_ASSIGNMENTS,
        timeline=Timeline(milestones=(Milestone(name=LONG, label=LONG),) * 99),
        success_criteria=(LONG,) * 99,
        risks=(LONG,) * 99,
        gaps=(Gap(gap_type=LONG, importance=1, reason=LONG, suggested_capability_tags=(LONG,) * 99),) * 99,
        adjustment_summary=AdjustmentSummary(
            round=1,
            changes_made=(change,) * 99,
            requests_addressed=(LONG,) * 99,
            requests_declined=(DeclinedRequest(request=LONG, reason=LONG),) * 99,
        ),
        totals=(Money(amount=99_999_999_999, currency="CNY"),) * 10,
        findings=(FINDING,) * MAX_FINDINGS,
        created_at=0,
    )
    return limit_size(plan, MAX_PLAN_BYTES)


def size(body: AdjustProposal | ProposalReview) -> int:
    envelope = Envelope(
        message_id="m",
        type=body.type,
        sender="channel/collab-1",
        recipient="skills/collab-1",
        correlation_id="d-1",
        timestamp=0,
        body=body.model_dump(mode="json", by_alias=True),
    )
    return len(encode_envelope(envelope))


def test_the_longest_message_fits_into_an_envelope() -> None:
    """Everything that prompt 6 is shown, each text and list at its bound, in Chinese."""
    longest = size(
        AdjustProposal(
            demand_id="d-1",
            channel_id="collab-1",
            setting=SETTING,
            answer_by=0,
            demand=DEMAND,
            raw_input="场" * 8000,
            proposal=proposal(),
            round=2,
            feedback=tuple(map(feedback, AGENTS)),
            offers=tuple(map(offer, AGENTS)),
            left=tuple(AGENTS),
            kept=(FINDING,) * 5,
        )
    )
    assert 150_000 < longest <= MAX_ENVELOPE_BYTES


def test_a_too_long_text_is_cut_and_marked() -> None:
    said = offer("agent_a")
    assert said.contribution is not None
    assert len(said.contribution.encode()) <= 900
    assert said.contribution.endswith("…")
    assert len(said.conditions) == 4


def test_the_largest_step_fits_into_a_commit() -> None:
    """A plan of the last round goes out to ten people: ten reviews, the event, and a state that holds all of it."""
    plan = proposal()
    review = ProposalReview(
        demand_id="d-1",
        channel_id="collab-1",
        setting=SETTING,
        answer_by=0,
        demand=DEMAND,
        proposal=plan,
        round=5,
        max_rounds=5,
        your_assignment=plan.assignments[0],
        your_offer=offer(AGENTS[0]),
        your_feedback=(feedback(AGENTS[0]),) * 4,
    )
    event = len(plan.model_dump_json().encode())
    said = sum(len(feedback(agent).model_dump_json().encode()) for agent in AGENTS) * 5
    state = event + said + sum(len(offer(agent).model_dump_json().encode()) for agent in AGENTS) + 24_000
    assert 10 * size(review) + event + state <= MAX_COMMIT_BYTES


def test_a_plan_that_is_too_large_keeps_its_parts_ids_and_values() -> None:
    plan = proposal()
    assert len(plan.model_dump_json().encode()) <= MAX_PLAN_BYTES
    assert len(plan.assignments) == MAX_ASSIGNMENTS
    assert {part.agent_id for part in plan.assignments} == {AGENTS[0]}
    assert all(part.terms and part.terms.fee == TERMS.fee for part in plan.assignments)
    assert plan.totals == (Money(amount=99_999_999_999, currency="CNY"),) * 10
    small = plan.model_copy(update={"assignments": (), "findings": (), "gaps": ()})
    assert limit_size(small, MAX_PLAN_BYTES) is small
